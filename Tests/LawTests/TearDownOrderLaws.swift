import Rx
import Testing

@testable import LawSupport

/// Operators that run one source after the other: what one of them holds is let go of before the next one is opened,
/// whichever threads they run on.
@Suite struct TearDownOrderLaws {
    enum Succession: String, CaseIterable, CustomTestStringConvertible {
        case concat, concatMap, retry, retryWhen, catchOfASequence

        var testDescription: String { rawValue }

        /// `second` comes when `first` has stopped with `stop`.
        func build(_ first: Observable<Int>, _ second: Observable<Int>) -> (output: Observable<Int>, stop: Event<Int>) {
            let attempts = AtomicCount()
            let either = Observable.deferred { attempts.add() == 1 ? first : second }
            switch self {
            case .concat: return (first.concat(second), .completed)
            case .concatMap: return (Observable.of(first, second).concatMap { $0 }, .completed)
            case .retry: return (either.retry(), .error(TestError()))
            case .retryWhen: return (either.retry(when: { (errors: Observable<TestError>) in errors }), .error(TestError()))
            case .catchOfASequence: return (.catch(sequence: [first, second]), .error(TestError()))
            }
        }
    }

    /// The first source stops on another thread while it is still being subscribed to. The subscribing thread goes on when the
    /// tear-down has begun, and has left before that ends: what it finds to do meanwhile must not be the next source.
    @Test(arguments: Core.underLaw, Succession.allCases)
    func whatStopsWhileItIsBeingSubscribedToIsTornDownBeforeTheNextIsSubscribedTo(core: Core, succession: Succession) {
        core.run {
            let source = PublishSubject<Int>(), probe = Probe<Int>(), log = LockedLog<String>()
            let isOpen = AtomicFlag(), closes = AtomicFlag(), hasSubscribed = AtomicFlag()
            let first = Observable<Int>.create { observer in
                log.append("+first")
                let subscription = source.subscribe(observer)
                isOpen.set()
                if !eventually(within: 20, { closes.isSet }) { log.append("nobody tears down") }
                return subscription
            }.do(onDispose: {
                closes.set()
                if !eventually(within: 20, { hasSubscribed.isSet }) { log.append("subscribing doesn't end") }
                log.append("-first")
            })
            let second = Observable<Int>.create { observer in
                log.append("+second")
                observer.onCompleted()
                return Disposables.create()
            }
            let (output, stop) = succession.build(first, second)
            let subscribe = {
                _ = output.subscribe(probe)
                hasSubscribed.set()
            }
            let end = {
                try demand(eventually(within: 20) { isOpen.isSet }, "nobody subscribed")
                source.on(stop)
            }
            together([subscribe, end])
            #expect(log.entries == ["+first", "-first", "+second"])
            #expect(probe.fault == nil)
            #expect(probe.isCompleted)
        }
    }
}
