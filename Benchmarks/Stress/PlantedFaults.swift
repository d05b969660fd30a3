public import BenchKit
import Foundation
import Rx
import Synchronization

/// Subjects that break one law each: what `rxbench stress --self-check` has to find.
public let plantedFaults: [PlantedFault] = [
    planted("a gate that checks, then delivers", .dispose, "a.next vs dispose") { CheckThenDeliver() },
    // In quiet rounds calls that overlap are looked for without a fence, and now and then only what they overwrote is seen.
    planted("a subject that doesn't serialise", .serial, consequence: .order, "a.next vs a.next") { Unserialised() },
    planted("a subject that drops what comes meanwhile", .order, "a.next vs a.next") { DropsWhenBusy() },
    planted("a dispose that forgets its observer", .resources, "a.next vs dispose") { KeepsItsObserver() },
    planted("two locks in two orders", .returns, "a.next vs dispose") { TwoLocks() },
]

private func planted(
    _ name: String, _ law: Law, consequence: Law? = nil, _ race: String, _ make: @escaping @Sendable () -> any Flawed
) -> PlantedFault {
    let arena = Arena(name, OperatorTraits(warm: []), patience: law == .returns ? 2 : 10) {
        let subject = make()
        return OperatorRig([Inlet(0, .never(), subject.send)]) { checker in checker.attach(to: subject.connect) }
    }
    guard let target = arena.targets.first(where: { $0.race == race }) else { preconditionFailure("no race \(race)") }
    return PlantedFault(target, law: law.rawValue, consequence: consequence?.rawValue)
}

/// A subject for one observer at a time that is wrong in one way.
private protocol Flawed: AnyObject {
    func send(_ event: Event<SentElement>)
    func connect(_ checker: CheckingObserver) -> any Disposable
}

extension CheckingObserver {
    fileprivate func tell(_ event: Event<SentElement>) {
        if case .next(let item) = event { hear(item) } else { stop() }
    }
}

/// `dispose` may come and go between the check and the call.
private final class CheckThenDeliver: Flawed {
    private let isDisposed = Atomic<Bool>(false)
    private var checker: CheckingObserver?

    func send(_ event: Event<SentElement>) { if !isDisposed.load(ordering: .acquiring) { checker?.tell(event) } }

    func connect(_ checker: CheckingObserver) -> any Disposable {
        self.checker = checker
        return Disposables.create { self.isDisposed.store(true, ordering: .releasing) }
    }
}

private final class Unserialised: Flawed {
    private var checker: CheckingObserver?

    func send(_ event: Event<SentElement>) { checker?.tell(event) }

    func connect(_ checker: CheckingObserver) -> any Disposable {
        self.checker = checker
        return Disposables.create()
    }
}

private final class DropsWhenBusy: Flawed {
    private let isBusy = Atomic<Bool>(false)
    private var checker: CheckingObserver?

    func send(_ event: Event<SentElement>) {
        if isBusy.exchange(true, ordering: .acquiringAndReleasing) { return }
        checker?.tell(event)
        isBusy.store(false, ordering: .releasing)
    }

    func connect(_ checker: CheckingObserver) -> any Disposable {
        self.checker = checker
        return Disposables.create()
    }
}

/// A `dispose` that has to wait leaves the observer on a list that nobody empties.
private final class KeepsItsObserver: Flawed {
    private static let forgotten = Mutex<[CheckingObserver]>([])

    private let lock = NSLock()
    private var checker: CheckingObserver?

    func send(_ event: Event<SentElement>) { lock.withLock { checker?.tell(event) } }

    func connect(_ checker: CheckingObserver) -> any Disposable {
        self.checker = checker
        return Disposables.create {
            if !self.lock.try() {
                Self.forgotten.withLock { $0.append(checker) }
                self.lock.lock()
            }
            self.checker = nil
            self.lock.unlock()
        }
    }
}

/// The sender takes one lock and then the other, `dispose` the other way round.
private final class TwoLocks: Flawed {
    private let delivery = NSLock(), list = NSLock()
    private var checker: CheckingObserver?

    func send(_ event: Event<SentElement>) {
        delivery.withLock {
            checker?.tell(event)
            list.withLock {}
        }
    }

    func connect(_ checker: CheckingObserver) -> any Disposable {
        self.checker = checker
        return Disposables.create { self.list.withLock { self.delivery.withLock { self.checker = nil } } }
    }
}
