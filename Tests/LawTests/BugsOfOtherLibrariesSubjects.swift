import Rx
import Testing

@testable import LawSupport

/// What went wrong in subjects of other Rx libraries, replayed. The name is the law; the comment names the library and the thread
/// that tells of it.
@Suite struct BugsOfOtherLibrariesSubjects {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case publish, behavior, replay, replayAll, async

        var testDescription: String { rawValue }

        /// What observers subscribe to, and what sends.
        func make<Element>(_ first: Element) -> (Observable<Element>, (Event<Element>) -> Void) {
            switch self {
            case .publish:
                let subject = PublishSubject<Element>()
                return (subject, subject.on)
            case .behavior:
                let subject = BehaviorSubject(value: first)
                return (subject, subject.on)
            case .replay:
                let subject = ReplaySubject<Element>.create(bufferSize: 1)
                return (subject, subject.on)
            case .replayAll:
                let subject = ReplaySubject<Element>.createUnbounded()
                return (subject, subject.on)
            case .async:
                let subject = AsyncSubject<Element>()
                return (subject, subject.on)
            }
        }
    }

    /// RxJava 1147, 7878, 1940, R3 228: who subscribes during the last events hears the end before the element, twice, or nothing.
    @Test(arguments: Core.underLaw, [Kind.replay, .replayAll])
    func whoSubscribesDuringTheLastEventsOfAReplaySubjectHearsThemAll(core: Core, kind: Kind) {
        core.run {
            race(rounds: 500, threads: 2) { _ in
                (kind.make(0), (0..<3).map { _ in Probe<Int>() })
            } body: { (round: ((Observable<Int>, (Event<Int>) -> Void), [Probe<Int>]), index: Int) in
                if index == 0 {
                    round.0.1(.next(1))
                    round.0.1(.completed)
                } else {
                    for probe in round.1 { _ = round.0.0.subscribe(probe) }
                }
            } check: { round in
                for probe in round.1 where probe.elements != [1] || !probe.isCompleted || probe.fault != nil {
                    return probe.fault ?? "\(probe.elements), \(probe.stops) stop events"
                }
                return nil
            }
        }
    }

    /// RxJava 5281: who subscribes while the subject fails hears something else, or nothing.
    @Test(arguments: Core.underLaw, Kind.allCases)
    func whoSubscribesWhileASubjectFailsHearsThatError(core: Core, kind: Kind) {
        core.run {
            race(rounds: 300, threads: 2) { _ in
                (kind.make(0), (0..<3).map { _ in Probe<Int>() })
            } body: { (round: ((Observable<Int>, (Event<Int>) -> Void), [Probe<Int>]), index: Int) in
                if index == 0 { return round.0.1(.error(TestError(number: 1))) }
                for probe in round.1 { _ = round.0.0.subscribe(probe) }
            } check: { round in
                for probe in round.1 where probe.error as? TestError != TestError(number: 1) || probe.fault != nil {
                    return probe.fault ?? "\(probe.stops) stop events"
                }
                return nil
            }
        }
    }

    /// Rx.NET 38, 1243: what observers hear last isn't the value that the subject has.
    @Test(arguments: Core.underLaw)
    func whatIsHeardLastIsTheValue(core: Core) {
        core.run {
            race(rounds: 200, threads: 3) { _ in
                let subject = BehaviorSubject(value: -1), probes = [Probe<Int>(), Probe<Int>()]
                for probe in probes { _ = subject.subscribe(probe) }
                return (subject, probes)
            } body: { (round: (BehaviorSubject<Int>, [Probe<Int>]), index: Int) in
                for number in 0..<5 { round.0.onNext(index * 10 + number) }
            } check: { subject, probes in
                let value = try? subject.value()
                for probe in probes {
                    if let fault = probe.fault { return fault }
                    if probe.elements.last != value { return "heard \(probe.elements), the value is \(value ?? -2)" }
                    if probe.elements != probes[0].elements { return "two observers heard different orders" }
                }
                subject.onCompleted()
                return nil
            }
        }
    }

    /// Rx.NET 875, RxJava 605: who is disposed by an observer before it is still told the same event.
    @Test(arguments: Core.underLaw, Kind.allCases)
    func whoIsDisposedByAnEarlierObserverIsNotToldThatEvent(core: Core, kind: Kind) {
        core.run {
            for history in [0, 30] {
                let (output, send) = kind.make(0), second = Probe<Int>(), own = SingleAssignmentDisposable()
                let first = output.subscribe(onNext: { if $0 == 100 { own.dispose() } })
                own.setDisposable(output.subscribe(second))
                for number in 0..<history { send(.next(number)) }
                let heard = second.elements
                send(.next(100))
                send(.completed)
                #expect(own.isDisposed)
                #expect(second.elements == heard)
                #expect(second.stops == 0)
                first.dispose()
            }
        }
    }

    /// CombineExt 85, RxJava 3888: a subject that has ended holds its observers, or what holds a subscription holds its observer.
    @Test(arguments: Core.underLaw, Kind.allCases)
    func aSubjectThatHasEndedHoldsNoObserver(core: Core, kind: Kind) {
        core.run {
            for stop in [Event<Int>.completed, .error(TestError())] {
                let (output, send) = kind.make(0), captured = AtomicCount()
                let subscriptions = (0..<3).map { _ in
                    let object = Captured(captured)
                    return output.subscribe(onNext: { _ in withExtendedLifetime(object) {} }, onError: { _ in })
                }
                send(.next(1))
                send(stop)
                withExtendedLifetime((output, send, subscriptions)) { #expect(captured.value == 0) }
            }
        }
    }

    /// RxJS 2280, RxJava 486: an `AsyncSubject` has two ends, or a late observer hears another one than an early one.
    @Test(arguments: Core.underLaw)
    func allObserversOfAnAsyncSubjectHearTheSameEnd(core: Core) {
        core.run {
            race(rounds: 300, threads: 3) { _ in
                let subject = AsyncSubject<Int>(), probes = (0..<5).map { _ in Probe<Int>() }
                _ = subject.subscribe(probes[0])
                subject.onNext(0)
                return (subject, probes)
            } body: { (round: (AsyncSubject<Int>, [Probe<Int>]), index: Int) in
                switch index {
                case 0:
                    round.0.onNext(1)
                    round.0.onCompleted()
                    round.0.onNext(2)
                case 1: round.0.onError(TestError())
                default: for probe in round.1[1...3] { _ = round.0.subscribe(probe) }
                }
            } check: { subject, probes in
                _ = subject.subscribe(probes[4])
                for probe in probes {
                    if let fault = probe.fault { return fault }
                    if probe.stops != 1 { return "no end" }
                    if probe.elements != (probe.isCompleted ? [1] : []) { return "\(probe.elements)" }
                    if probe.isCompleted != probes[4].isCompleted { return "two ends" }
                }
                return nil
            }
        }
    }
}
