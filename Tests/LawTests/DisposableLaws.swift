import Testing

@testable import LawSupport
@testable import Rx

/// Disposables that several threads use at once: what they hold ends exactly once, whoever comes first.
@Suite struct DisposableLaws {
    private static let rounds = 3000

    /// Disposables that something can be put into later.
    enum Container: String, CaseIterable, CustomTestStringConvertible {
        case singleAssignment, serial, composite, scheduled

        var testDescription: String { rawValue }

        /// A container, and what puts something into it.
        func make() -> (any Disposable, (any Disposable) -> Void) {
            switch self {
            case .singleAssignment:
                let disposable = SingleAssignmentDisposable()
                return (disposable, disposable.setDisposable)
            case .serial:
                let disposable = SerialDisposable()
                return (disposable, { disposable.disposable = $0 })
            case .composite:
                let disposable = CompositeDisposable()
                return (disposable, { disposable.insert($0) })
            case .scheduled:
                // An item that has begun: what its action returns is put into it.
                let item = Box<ScheduledItem>()
                let start = Box<any Disposable>()
                item.value = ScheduledItem(()) { _ in start.value! }
                return (
                    item.value!,
                    {
                        start.value = $0; item.value!.run()
                    }
                )
            }
        }
    }

    private final class Box<Value> { var value: Value? }

    @Test(arguments: Container.allCases)
    func whatIsPutInWhileItIsDisposedEndsOnce(container: Container) {
        race(rounds: Self.rounds, threads: 2) { _ in
            let (disposable, put) = container.make(), ends = AtomicCount()
            return (disposable, put, ends)
        } body: { (round: (any Disposable, (any Disposable) -> Void, AtomicCount), index: Int) in
            let (disposable, put, ends) = round
            if index == 0 { disposable.dispose() } else { put(Disposables.create { ends.add() }) }
        } check: { round in
            // A scheduled item that was disposed in time has never asked for what was put in.
            let allowed = container == .scheduled ? 0...1 : 1...1
            return allowed ~= round.2.value ? nil : "it ended \(round.2.value) times"
        }
    }

    /// Disposables that hold something from the start.
    enum Holder: String, CaseIterable, CustomTestStringConvertible {
        case action, pair, singleAssignment, serial, composite, refCount, retained, segment

        var testDescription: String { rawValue }

        func make(_ held: any Disposable) -> any Disposable {
            switch self {
            case .action: return Disposables.create(with: held.dispose)
            case .pair: return Disposables.create(held, Disposables.create())
            case .singleAssignment:
                let disposable = SingleAssignmentDisposable()
                disposable.setDisposable(held)
                return disposable
            case .serial:
                let disposable = SerialDisposable()
                disposable.disposable = held
                return disposable
            case .composite: return CompositeDisposable(held, Disposables.create())
            case .refCount: return RefCountDisposable(disposable: held)
            case .retained:
                let counted = RefCountDisposable(disposable: held), retained = counted.retain()
                counted.dispose()
                return retained
            case .segment:
                let segment = Segment(core: .current)
                segment.own(held)
                return segment
            }
        }
    }

    /// Counts its calls, and doesn't itself see to it that there is one.
    private final class Counting: Disposable {
        let ends = AtomicCount()
        func dispose() { ends.add() }
    }

    @Test(arguments: Core.underLaw, Holder.allCases)
    func whatManyThreadsDisposeEndsOnce(core: Core, holder: Holder) {
        core.run {
            race(rounds: Self.rounds, threads: 2) { _ in
                let held = Counting()
                return (held, holder.make(held))
            } body: { (round: (Counting, any Disposable), _: Int) in
                round.1.dispose()
            } check: { held, _ in
                held.ends.value == 1 ? nil : "it ended \(held.ends.value) times"
            }
        }
    }

    @Test func whatIsCountedEndsWithTheLastOneThatHoldsIt() {
        race(rounds: Self.rounds, threads: 2) { _ in
            let held = Counting(), counted = RefCountDisposable(disposable: held)
            return (held, counted, counted.retain(), counted.retain())
        } body: { (round: (Counting, RefCountDisposable, any Disposable, any Disposable), index: Int) in
            if index == 0 { round.1.dispose() } else { round.2.dispose() }
        } check: { held, counted, _, last in
            if held.ends.value != 0 { return "it ended though it was retained" }
            last.dispose()
            return held.ends.value == 1 && counted.isDisposed ? nil : "it ended \(held.ends.value) times"
        }
    }

    /// The chain is freed while another thread makes a reference to a part of it out of a weak one: to that part, as it was, or to nothing.
    @Test func aPartOfAChainThatIsFreedIsWholeOrGone() {
        final class Round: @unchecked Sendable {  // Sendable: each field is one thread's.
            var head: SingleAssignmentDisposable? = SingleAssignmentDisposable()
            weak var part: SingleAssignmentDisposable?
            let ends = AtomicCount(), found = AtomicFlag(), wasDisposed = AtomicFlag()
        }
        let found = AtomicCount()
        race(rounds: 5 * Self.rounds, threads: 2) { _ in
            let round = Round(), part = SingleAssignmentDisposable(), last = SingleAssignmentDisposable()
            last.setDisposable(Disposables.create { [ends = round.ends] in ends.add() })
            part.setDisposable(last)
            round.head!.setDisposable(part)
            round.part = part
            return round
        } body: { (round: Round, index: Int) in
            if index == 0 {
                round.head = nil
            } else if let part = round.part {
                round.found.set()
                if part.isDisposed { round.wasDisposed.set() }
                part.dispose()
            }
        } check: { round in
            if round.found.isSet { found.add() }
            if round.wasDisposed.isSet { return "a part was disposed by nobody" }
            return round.ends.value == (round.found.isSet ? 1 : 0) ? nil : "what it holds ended \(round.ends.value) times"
        }
        #expect(found.value > 0)
    }

    @Test func aNewDisposableEndsTheOneBeforeIt() {
        race(rounds: Self.rounds, threads: 2) { _ in
            (SerialDisposable(), AtomicCount())
        } body: { (round: (SerialDisposable, AtomicCount), _: Int) in
            for _ in 0..<3 { round.0.disposable = Disposables.create { round.1.add() } }
        } check: { serial, ends in
            if ends.value != 5 { return "\(ends.value) of 6 have ended" }
            serial.dispose()
            return ends.value == 6 ? nil : "the last one has not ended"
        }
    }
}
