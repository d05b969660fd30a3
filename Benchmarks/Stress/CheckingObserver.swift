import Foundation
import Rx
import Synchronization

/// An element: whose and which.
struct SentElement: Hashable, Sendable, CustomStringConvertible {
    /// The inlet and the thread that it was sent on.
    let sender: Int
    let index: Int

    var description: String { "\(Inlet.letter(sender / Inlet.threads)).\(sender % Inlet.threads).\(index)" }
}

/// An observer that checks what it is told: one call at a time, nothing after the end, nothing once `dispose()` has returned.
final class CheckingObserver: @unchecked Sendable {
    // Sendable: a slot of `items` is written once, unless calls overlap; `subscription` is written before others can know the checker.
    private static let living = Atomic<Int>(0)

    /// How many are alive, of all rounds.
    static var alive: Int { living.load(ordering: .acquiring) }

    let number: Int
    private let monitor: RoundMonitor
    /// The law that two calls at once break.
    private let overlap: Law
    private let inside = Atomic<Int>(0)
    /// Set when `dispose()` has returned.
    private let isReleased = Atomic<Bool>(false)
    private let stopCount = Atomic<Int>(0)
    private let disposalCount = Atomic<Int>(0)
    /// Of fixed size, so that calls that overlap do no harm but here.
    private let items = UnsafeMutablePointer<SentElement>.allocate(capacity: capacity)
    private let itemCount = Atomic<Int>(0)
    private static let capacity = 256
    @exclusivity(unchecked) private var subscription: (any Disposable)?

    init(_ number: Int, _ monitor: RoundMonitor, overlap: Law = .serial) {
        self.number = number
        self.monitor = monitor
        self.overlap = overlap
        CheckingObserver.living.add(1, ordering: .relaxed)
    }

    deinit {
        items.deallocate()
        CheckingObserver.living.subtract(1, ordering: .releasing)
    }

    /// To be asked when nothing comes any more.
    var heard: [SentElement] {
        (0..<min(itemCount.load(ordering: .acquiring), CheckingObserver.capacity)).map { items[$0] }
    }

    /// Stop events that it was told.
    var stops: Int { stopCount.load(ordering: .acquiring) }
    var disposals: Int { disposalCount.load(ordering: .acquiring) }
    var isDisposed: Bool { isReleased.load(ordering: .acquiring) }

    func attach(_ output: Observable<SentElement>) {
        let stop: @Sendable () -> Void = { self.stop() }
        subscription = output.subscribe(
            onNext: { self.hear($0) }, onError: { _ in stop() }, onCompleted: stop, onDisposed: { self.end() })
    }

    /// Attaches by other means than `subscribe`; no `onDisposed` is expected then.
    func attach(to connect: (CheckingObserver) -> any Disposable) {
        disposalCount.store(1, ordering: .relaxed)
        subscription = connect(self)
    }

    func dispose() {
        subscription?.dispose()
        isReleased.store(true, ordering: .sequentiallyConsistent)
    }

    // MARK: The closures

    func hear(_ item: SentElement) {
        within {
            monitor.note(.next, number, item)
            if stopCount.load(ordering: .relaxed) > 0 { monitor.report(.serial, "an element after the stop event") }
            let index = itemCount.load(ordering: .relaxed)
            if index < CheckingObserver.capacity { (items + index).initialize(to: item) }
            itemCount.store(index + 1, ordering: .releasing)
        }
    }

    /// Work without an element; uses its ticket.
    func take(_ ticket: Ticket?) {
        within {
            monitor.note(.called, number)
            ticket?.use()
        }
    }

    func stop() {
        within {
            monitor.note(.stop, number)
            if stopCount.add(1, ordering: .releasing).oldValue > 0 { monitor.report(.serial, "a second stop event") }
        }
    }

    private func end() {
        within {
            monitor.note(.disposed, number)
            if disposalCount.add(1, ordering: .releasing).oldValue > 0 {
                monitor.report(.ending, "onDisposed ran a second time")
            }
        }
    }

    private func within(_ body: () -> Void) {
        let isLate = isReleased.load(ordering: .sequentiallyConsistent)
        if goesInAlone() {
            body()
        } else {
            monitor.report(overlap, "two calls of observer \(number) overlapped")
        }
        checkEnd(isLate)
        if monitor.isQuiet {
            inside.store(0, ordering: .relaxed)
        } else {
            inside.subtract(1, ordering: .acquiringAndReleasing)
        }
    }

    private func goesInAlone() -> Bool {
        guard monitor.isQuiet else { return inside.add(1, ordering: .acquiringAndReleasing).oldValue == 0 }
        // No fence: it would do what a mistaken gate fails to do.
        let others = inside.load(ordering: .relaxed)
        inside.store(1, ordering: .relaxed)
        return others == 0
    }

    /// For the closures further up that belong to this subscription: selectors, predicates.
    func called() {
        let isLate = isReleased.load(ordering: .sequentiallyConsistent)
        monitor.note(.called, number)
        checkEnd(isLate)
    }

    private func checkEnd(_ isLate: Bool) {
        if isLate { return monitor.report(.dispose, "a closure of observer \(number) started after dispose() had returned") }
        monitor.linger()
        if isReleased.load(ordering: .sequentiallyConsistent) {
            monitor.report(.dispose, "a closure of observer \(number) was running when dispose() returned")
        }
    }
}
