import Rx
import Testing

@testable import LawSupport

/// Operators that pass from one source to another: what the one that is out is still sending, on its own thread, is dropped,
/// and who takes over doesn't wait for it.
@Suite struct OvertakingLaws {
    enum Choice: String, CaseIterable, CustomTestStringConvertible {
        case switchLatest, flatMapLatest, amb, takeUntil

        var testDescription: String { rawValue }

        /// The sequence, what begins it, and what ends the turn of `old` in favour of `new`.
        func build(
            _ old: Observable<Int>, _ new: PublishSubject<Int>
        ) -> (output: Observable<Int>, begin: () -> Void, takeOver: () -> Void) {
            switch self {
            case .switchLatest:
                let outer = PublishSubject<Observable<Int>>()
                return (outer.switchLatest(), { outer.onNext(old) }, { outer.onNext(new) })
            case .flatMapLatest:
                let outer = PublishSubject<Bool>()
                return (outer.flatMapLatest { $0 ? old : new.asObservable() }, { outer.onNext(true) }, { outer.onNext(false) })
            case .amb: return (old.amb(new), {}, {})
            case .takeUntil: return (old.take(until: new), {}, {})
            }
        }
    }

    @Test(arguments: Core.underLaw, Choice.allCases)
    func whatASourceIsStillSendingWhenItsTurnIsOverIsDropped(core: Core, choice: Choice) {
        core.run {
            for history in [0, 30] {
                let source = PublishSubject<Int>(), new = PublishSubject<Int>(), probe = Probe<Int>()
                var takeOver: () -> Void = {}
                let old = source.map { number in
                    if number == history {
                        onThread {
                            takeOver()
                            new.onNext(1000)
                        }
                    }
                    return number
                }
                let built = choice.build(old, new)
                takeOver = built.takeOver
                let subscription = built.output.subscribe(probe)
                built.begin()
                // All of one source has the turn, except with `amb`, where the first element decides.
                for number in (choice == .amb ? history : 0)...(history + 3) { source.onNext(number) }
                new.onNext(1001)
                #expect(probe.fault == nil)
                let told = choice == .amb ? [] : Array(0..<history)
                #expect(probe.elements == told + (choice == .takeUntil ? [] : [1000, 1001]))
                #expect(probe.isCompleted == (choice == .takeUntil))
                subscription.dispose()
            }
        }
    }
}
