import RxPlatform
import Synchronization

extension Unmanaged {
    /// Whether nobody else holds the object. Looks without counting a reference, for who holds one by hand.
    @inline(__always)
    func isUniquelyReferenced() -> Bool {
        var reference = self
        // Both are the object's address.
        return withUnsafeMutablePointer(to: &reference) {
            $0.withMemoryRebound(to: Instance.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
        }
    }

    /// As `retain`, for an object that no other thread knows of yet: without an atomic operation.
    @inline(__always)
    func retainUnshared() -> Self {
        retainWithoutAtomics(toOpaque())
        return self
    }

    /// As `release`: without an atomic operation where this is the last reference. Nobody else can make another one then, so not for an
    /// object to which there may be weak or unowned references.
    @inline(__always)
    func releaseOftenLast() {
        guard isUniquelyReferenced() else { return release() }
        atomicMemoryFence(ordering: .acquiring)  // Who released the others did so after the last thing that was done to it.
        releaseWithoutAtomics(toOpaque())
    }

    /// How many references to the object there are, for who holds some by hand; the others may go, and more come, at any moment.
    @inline(__always)
    var referenceCount: UInt { strongReferenceCount(toOpaque()) }
}

/// The run-time's. The standard library's `_getRetainCount` takes a reference, which counts where nothing is optimised.
@_silgen_name("swift_retainCount")
private func strongReferenceCount(_ object: UnsafeMutableRawPointer) -> UInt
