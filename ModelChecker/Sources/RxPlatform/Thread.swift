import Explorer

/// A number that no other fiber has. Never 0; the four low bits are 0.
public func threadToken() -> UInt { Machine.shared.threadToken }

/// Nothing: the model keeps the order of the program, and a compiler fence touches neither store buffers nor views.
public func lightFence() {}

/// A full barrier on every fiber.
public func heavyFence(file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line, column: UInt = #column) {
    if Machine.shared.weakened(file, function, line, column, "heavy fence", [.fence]) == nil { Machine.enter { $0.heavyFence() } }
}

/// Whether gates may be biased. The checks set it, with bias on and with bias off.
public nonisolated(unsafe) var hasAsymmetricFence = true

/// Nothing: others may go on between any two operations anyway.
public func linger(_ hints: Int) {}
public func giveWay() {}

public func spinHint() {}
public func prefetchForWriting(_ address: UInt) {}
/// Stores as well, what few messages begin with: one that was there would be lost here, too.
public func claimForWriting(_ address: UnsafeMutableRawPointer) { address.storeBytes(of: 0xA5, as: UInt8.self) }

/// What the kernel keeps for each thread: here, for each fiber.
public enum ThreadSlots {
    private struct Slots {
        var trampoline: UnsafeMutableRawPointer?
        var direct: UnsafeMutableRawPointer?
        var core: UInt32
        var freedNext: UnsafeMutableRawPointer?
    }

    private static var slots: UnsafeMutablePointer<Slots> {
        Machine.shared.threadLocals.assumingMemoryBound(to: Slots.self)
    }

    public static var trampoline: UnsafeMutableRawPointer? {
        get { slots.pointee.trampoline }
        set { slots.pointee.trampoline = newValue }
    }

    public static var trampolineAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        UnsafeMutableRawPointer(slots).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)  // The first field.
    }

    public static func takeTrampoline(_ mark: UnsafeMutableRawPointer, direct: UnsafeMutableRawPointer?) -> Bool {
        guard trampoline == nil else { return false }
        trampoline = mark
        slots.pointee.direct = direct
        return true
    }

    public static func takeDirect(
        _ owner: UnsafeMutableRawPointer, _ mark: UnsafeMutableRawPointer, within stack: UInt
    ) -> Bool {
        guard slots.pointee.direct == owner else { return false }
        clearDirect()
        return trampoline == mark
    }

    public static func clearDirect() { slots.pointee.direct = nil }

    public static func giveTrampoline(_ mark: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        clearDirect()
        guard trampoline == mark else { return trampoline }
        trampoline = nil
        return nil
    }

    public static var freedNext: UnsafeMutableRawPointer? {
        get { slots.pointee.freedNext }
        set { slots.pointee.freedNext = newValue }
    }

    public static var core: UInt32 {
        get { slots.pointee.core }
        set { slots.pointee.core = newValue }
    }
}

/// Counts of what lives. Adding commutes, and they are read when all is quiet: no scheduling points.
public enum Counters {
    public static let kinds: UInt32 = 8
    private nonisolated(unsafe) static let counts: UnsafeMutablePointer<Int> = {
        let counts = UnsafeMutablePointer<Int>.allocate(capacity: Int(kinds))
        counts.initialize(repeating: 0, count: Int(kinds))
        return counts
    }()

    public static func add(_ kind: UInt32, _ delta: Int) { counts[Int(kind)] += delta }
    public static func sum(_ kind: UInt32) -> Int { counts[Int(kind)] }
}
