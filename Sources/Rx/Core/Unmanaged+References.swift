import RxPlatform
import Synchronization

extension Unmanaged {
    /// Whether nobody else holds the object. Looks without counting a reference, for who holds one by hand.
    @inline(__always)
    func isUniquelyReferenced() -> Bool {
        var reference = self
        // Both are the object's address.
        return _withUnprotectedUnsafeMutablePointer(to: &reference) {
            $0.withMemoryRebound(to: Instance.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
        }
    }

    /// As `retain`, for an object that no other thread knows of yet: without an atomic operation.
    @inline(__always)
    func retainUnshared() -> Self {
        retainWithoutAtomics(toOpaque())
        return self
    }

    /// As `release`, for what a closure has captured: without an atomic operation where this is the last reference to an object that the
    /// compiler has made for the closure. Nobody can make another reference to that, as there are no weak or unowned ones; but where a
    /// closure has captured nothing but one object, its context is that object, to which the program may have some.
    @inline(__always)
    func releaseContext() {
        guard isLocalVariable, isUniquelyReferenced() else { return release() }
        atomicMemoryFence(ordering: .acquiring)  // Who released the others did so after the last thing that was done to it.
        releaseWithoutAtomics(toOpaque())
    }

    /// Whether its metadata, which a native object begins with, are of the kind that the ABI calls `HeapLocalVariable`. Where their address
    /// is signed nobody looks.
    var isLocalVariable: Bool {
        #if _ptrauth(_arm64e)
        false
        #else
        UnsafeRawPointer(toOpaque()).load(as: UnsafePointer<UInt>.self).pointee == 0x400
        #endif
    }

    /// How many references to the object there are, for who holds some by hand; the others may go, and more come, at any moment.
    @inline(__always)
    var referenceCount: UInt { strongReferenceCount(toOpaque()) }
}

/// The run-time's. The standard library's `_getRetainCount` takes a reference, which counts where nothing is optimised.
@_silgen_name("swift_retainCount")
private func strongReferenceCount(_ object: UnsafeMutableRawPointer) -> UInt
