/// Carries a value into a `@Sendable` closure. For work that a scheduler hands to another thread: what the closure of a
/// user captured is the user's business, as in RxSwift; the hand-over itself orders the accesses.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
