/// A value that is called where it lies. What a class keeps in a variable is copied, and its references counted, before a closure in it is
/// called, since the call might change the variable; what can't be copied is borrowed. Its owner sees to it that nobody changes it during a
/// call.
@frozen
@usableFromInline
struct Held<Value>: ~Copyable {
    @usableFromInline let value: Value

    @inlinable @inline(__always)
    init(_ value: consuming Value) { self.value = value }
}
