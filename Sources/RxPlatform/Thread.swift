import CRxPlatform
import Dispatch

/// A number that no other living thread has. Never 0; the four low bits are 0.
@inlinable @inline(__always)
public func threadToken() -> UInt { UInt(rx_thread_token()) }

/// The cheap side of an asymmetric fence: no instruction, the compiler just keeps the order.
@inlinable @inline(__always)
public func lightFence() { rx_light_fence() }

/// The expensive side of an asymmetric fence: a full barrier on every processor that runs this process.
public func heavyFence() { rx_heavy_fence() }

/// Whether `heavyFence` reaches other threads: Linux with `membarrier`, not under the thread sanitizer, not with `RX_BIAS=0`.
@inlinable
public var hasAsymmetricFence: Bool { @inline(__always) get { rx_has_asymmetric_fence() } }

/// Whether it is known already: from when the program is loaded, on Linux. To find out takes 11 ms once a process has a second thread.
var isFenceKnown: Bool { rx_knows_fence() }

/// Gives other threads a moment, of so many hints to the processor, and keeps the processor.
public func linger(_ hints: Int) {
    for _ in 0..<hints { rx_spin_hint() }
}

/// Lets those run that wait for this processor.
public func giveWay() { rx_yield() }

/// Tells the processor that this is a spin loop.
@inlinable @inline(__always)
public func spinHint() { rx_spin_hint() }

/// Asks for the cache line of `address`, to be written soon. Any address will do.
@inlinable @inline(__always)
public func prefetchForWriting(_ address: UInt) { rx_prefetch_for_writing(address) }

/// Takes the cache line of `address` from other processors, by a store of one byte there.
@inlinable @inline(__always)
public func claimForWriting(_ address: UnsafeMutableRawPointer) { rx_claim_for_writing(address) }

/// What the kernel keeps for each thread.
public enum ThreadSlots {
    /// The trampoline running on the calling thread.
    @inlinable
    public static var trampoline: UnsafeMutableRawPointer? {
        @inline(__always) get { rx_slots().pointee.trampoline }
        @inline(__always) set { rx_slots().pointee.trampoline = newValue }
    }

    /// Where `trampoline` is: valid on the calling thread until a suspension point.
    public static var trampolineAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        UnsafeMutableRawPointer(rx_slots()).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)  // The first field.
    }

    /// Takes the trampoline slot if it is empty; returns whether it was. One look-up of the thread's slots.
    public static func takeTrampoline(_ mark: UnsafeMutableRawPointer, direct: UnsafeMutableRawPointer?) -> Bool {
        let slots = rx_slots()
        guard slots.pointee.trampoline == nil else { return false }
        slots.pointee.trampoline = mark
        slots.pointee.direct = direct
        slots.pointee.direct_frame = rx_frame_address()
        return true
    }

    /// Whether `owner` may do the trampoline's next work at once, without waiting for its turn: nothing waits there, nobody has
    /// asked before, and less than `stack` bytes have been used since the trampoline was taken.
    public static func takeDirect(
        _ owner: UnsafeMutableRawPointer, _ mark: UnsafeMutableRawPointer, within stack: UInt
    ) -> Bool {
        let slots = rx_slots()
        guard slots.pointee.direct == owner else { return false }
        slots.pointee.direct = nil
        return slots.pointee.trampoline == mark && slots.pointee.direct_frame &- rx_frame_address() < stack
    }

    /// Nobody may any more.
    public static func clearDirect() { rx_slots().pointee.direct = nil }

    /// Empties the trampoline slot if `mark` is still in it; returns what is there otherwise.
    public static func giveTrampoline(_ mark: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        let slots = rx_slots()
        slots.pointee.direct = nil
        guard slots.pointee.trampoline == mark else { return slots.pointee.trampoline }
        slots.pointee.trampoline = nil
        return nil
    }

    /// While the calling thread frees a chain of objects: the one that comes next, or a mark.
    public static var freedNext: UnsafeMutableRawPointer? {
        get { rx_slots().pointee.freed_next }
        set { rx_slots().pointee.freed_next = newValue }
    }

    /// 0: no scope chose a core on this thread; else its raw value + 1.
    @inlinable
    public static var core: UInt32 {
        @inline(__always) get { rx_slots().pointee.core }
        @inline(__always) set { rx_slots().pointee.core = newValue }
    }
}

/// Per-thread counters, summed on demand. Kinds are 0 ..< 8.
public enum Counters {
    @inlinable @inline(__always)
    public static func add(_ kind: UInt32, _ delta: Int) { rx_count(kind, Int64(delta)) }
    public static func sum(_ kind: UInt32) -> Int { Int(rx_count_sum(kind)) }
}

/// Blocks a thread until another one has called `unpark`, in whichever order.
public final class Parker: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    public init() {}
    public func park() { semaphore.wait() }
    public func unpark() { semaphore.signal() }
}
