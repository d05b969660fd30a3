import RxPlatform

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

    /// How many references to the object there are, for who holds some by hand; the others may go, and more come, at any moment.
    @inline(__always)
    var referenceCount: UInt { strongReferenceCount(toOpaque()) }
}

/// The run-time's. The standard library's `_getRetainCount` takes a reference, which counts where nothing is optimised.
@_silgen_name("swift_retainCount")
private func strongReferenceCount(_ object: UnsafeMutableRawPointer) -> UInt
