import RxPlatform

/// Holds one disposable that is known later. Assigning it twice is a programmer's error and traps.
///
/// Cost: one object; two atomic operations for the assignment, one for the end.
public class SingleAssignmentDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    // Sendable: `word` says who may touch what is held: who assigns, until the flag `assigned`; then who ends.

    /// Flags, and the address of what is held, retained, if that is one of these.
    @usableFromInline final let word = Word(0)
    /// What is held, if it is something else.
    @exclusivity(unchecked) private final var disposable = Plain<(any OwnDisposable)?>(nil)

    private static var claimed: UInt { 1 }
    private static var assigned: UInt { 2 }
    @inlinable static var disposed: UInt { 4 }
    private static var flags: UInt { 7 }

    typealias Link = Unmanaged<SingleAssignmentDisposable>

    public override init() { super.init() }

    /// A chain of these, each holding the next one, is freed in a loop: who is freed while its thread lets go of a link leaves its own
    /// link to that loop. So each goes when its last reference does; whether that is so can't be asked before, as a weak reference
    /// may become another one at any moment.
    deinit {
        var next = Self.link(word.load())
        if next == nil { return }
        let before = ThreadSlots.freedNext
        if before == Self.nothingNext {
            ThreadSlots.freedNext = next?.toOpaque()
            return
        }
        while let link = next {
            ThreadSlots.freedNext = Self.nothingNext
            link.release()
            next = ThreadSlots.freedNext.flatMap { $0 == Self.nothingNext ? nil : .fromOpaque($0) }
        }
        ThreadSlots.freedNext = before
    }

    private static var nothingNext: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped }

    /// What one whose word that is holds, of these.
    private static func link(_ word: UInt) -> Link? {
        guard word & disposed == 0, let address = UnsafeRawPointer(bitPattern: word & ~flags) else { return nil }
        return .fromOpaque(address)
    }

    @inlinable
    public final var isDisposed: Bool { word.loadAcquiring() & Self.disposed != 0 }

    /// Assigns; disposes `disposable` at once if this has been disposed.
    public final func setDisposable(_ disposable: any Disposable) {
        let own: (any OwnDisposable)?
        defer { _fixLifetime(disposable) }
        switch disposable._kind.kind {
        case .object(let object):
            if let link = object.link { return setLink(.passRetained(link)) }
            own = object
        case .hop(let hop): return setLink(hop.retain().asLink)
        case .item(let item): own = item.takeUnretainedValue()
        case .nothing: own = nil
        case .foreign: own = ForeignDisposable(disposable)
        }
        claim()
        self.disposable.value = own
        // Whoever sets the second one of the two flags has both things in sight, and disposes.
        if word.fetchOr(Self.assigned) & Self.disposed != 0 {
            self.disposable.value = nil
            disposable.dispose()
        }
    }

    /// As `setDisposable`.
    ///
    /// - Parameter link: retained, for this.
    final func setLink(_ link: Link) {
        claim()
        let address = UInt(bitPattern: link.toOpaque())
        assert(address & Self.flags == 0, "an object that isn't aligned to 8 bytes")
        if word.fetchOr(Self.assigned | address) & Self.disposed != 0 {
            link._withUnsafeGuaranteedRef { $0.dispose() }
            link.release()
        }
    }

    private final func claim() {
        if word.fetchOr(Self.claimed) & Self.claimed != 0 {
            fatalError("SingleAssignmentDisposable.setDisposable: a disposable has been assigned before")
        }
    }

    /// It has been disposed of before something was assigned. Called once at most.
    func endedWhileEmpty() {}

    /// Whether nothing has been assigned, and it has not been disposed.
    final var isSpent: Bool { word.load() == 0 }

    public final func dispose() { end { $0.dispose() } }

    final var link: SingleAssignmentDisposable? { self }
}

extension SingleAssignmentDisposable: DisposableContainer {
    /// A chain of these, each holding the next one, is ended in a loop.
    final func end(_ each: (any Disposable) -> Void) {
        var old = word.fetchOr(Self.disposed)
        if old & (Self.assigned | Self.disposed) != Self.assigned {
            if old & Self.disposed == 0 { endedWhileEmpty() }
            return
        }
        guard var link = Self.link(old) else { return endDisposable(each) }
        while true {
            old = link._withUnsafeGuaranteedRef { $0.word.fetchOr(Self.disposed) }
            guard let next = Self.link(old) else { break }
            link.release()
            link = next
        }
        if old & (Self.assigned | Self.disposed) == Self.assigned {
            link._withUnsafeGuaranteedRef { $0.endDisposable(each) }
        } else if old & Self.disposed == 0 {
            link._withUnsafeGuaranteedRef { $0.endedWhileEmpty() }
        }
        link.release()
    }

    private final func endDisposable(_ each: (any Disposable) -> Void) {
        guard let disposable = disposable.value.take() else { return }
        each(disposable)
    }
}

/// A disposable of a program's own, as one of this library's.
private final class ForeignDisposable: OwnDisposable {
    private let disposable: any Disposable

    init(_ disposable: any Disposable) { self.disposable = disposable }

    func dispose() { disposable.dispose() }
    func disposeWithoutWaiting() { disposable.disposeWithoutWaiting() }
    func end(tellingOf ended: (Segment) -> Void) { dispose() }
}
