import RxPlatform

/// A count that several threads change.
@usableFromInline
final class Counter: Sendable {
    private let word: Word

    @usableFromInline
    init(_ value: UInt) { word = Word(value) }

    @usableFromInline
    func increment() { word.add(1) }

    /// Returns the new value.
    @usableFromInline
    func decrement() -> UInt { word.subtract(1) }

    @usableFromInline
    var value: UInt { word.loadAcquiring() }
}
