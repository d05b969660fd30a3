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
}
