/// A value as a class keeps it that must be cheap to free: the type doesn't depend on the value's, because a generic class
/// looks up the metadata of such a field in every deinit (300 instructions, most of the cost of a flattened `just`).
/// A small plain value lies in `words`, any other in a box.
@frozen
@usableFromInline
struct StoredValue {
    @usableFromInline let words: (UInt, UInt)
    @usableFromInline let box: AnyObject?

    /// Nothing.
    @inlinable @inline(__always)
    init() { (words, box) = ((0, 0), nil) }

    /// Here, and wherever a small value is read or written as words, without a stack protector, which would be six instructions more: it
    /// fits, or is put into a box.
    @inlinable @inline(__always)
    init<Value>(_ value: Value) {
        if StoredValue.isPlain(Value.self) {
            var words: (UInt, UInt) = (0, 0)
            _withUnprotectedUnsafeMutableBytes(of: &words) { $0.storeBytes(of: value, as: Value.self) }
            (self.words, box) = (words, nil)
        } else {
            (words, box) = ((0, 0), Cell(value))
        }
    }

    /// The value; of the type that it was made of.
    @inlinable @inline(__always)
    func get<Value>() -> Value {
        if StoredValue.isPlain(Value.self) {
            var words = words
            return _withUnprotectedUnsafeBytes(of: &words) { $0.load(as: Value.self) }
        }
        return unsafeDowncast(box.unsafelyUnwrapped, to: Cell<Value>.self).value
    }

    @inlinable @inline(__always)
    static func isPlain<Value>(_: Value.Type) -> Bool {
        _isPOD(Value.self) && MemoryLayout<Value>.size <= MemoryLayout<(UInt, UInt)>.size
            && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
    }
}
