/// An observer that is called where it lies. Before Swift calls a closure that lies in a variable of a class, it copies what is there and counts
/// the references, since the call might change the variable. A value that can't be copied is borrowed instead. The variable's owner makes
/// sure that nobody changes it during a call.
///
/// Not generic over what it holds: to free that, code of a generic class would look up metadata.
@frozen
@usableFromInline
struct HeldObserver<Element>: ~Copyable {
    @usableFromInline let value: Observer<Element>

    @inlinable @inline(__always)
    init(_ value: consuming Observer<Element>) { self.value = value }
}
