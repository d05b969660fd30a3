/// An observer that is called where it lies. What a class keeps in a variable is copied, and its references counted, before a closure in it is
/// called, since the call might change the variable; what can't be copied is borrowed. Its owner sees to it that nobody changes it during a
/// call.
///
/// Not generic over what it holds: to free that, code of a generic class would look up metadata.
@frozen
@usableFromInline
struct HeldObserver<Element>: ~Copyable {
    @usableFromInline let value: Observer<Element>

    @inlinable @inline(__always)
    init(_ value: consuming Observer<Element>) { self.value = value }
}
