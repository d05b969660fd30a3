import RxPlatform

/// Raised by one thread, read by others, lowered by one.
@usableFromInline
final class Flag: Sendable {
    private let word = Word(0)

    @usableFromInline
    init() {}

    @usableFromInline
    var isRaised: Bool { word.loadAcquiring() == 1 }

    @usableFromInline
    func raise() { word.storeReleasing(1) }

    /// Returns whether it was raised.
    func lower() -> Bool { isRaised && word.exchange(0) == 1 }
}
