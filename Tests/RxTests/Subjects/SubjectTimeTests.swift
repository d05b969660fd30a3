import Rx
import RxTest
import Testing

/// Subjects and relays between a source and three observers that come and go, in virtual time.
@Suite struct SubjectTimeTests {
    private static let stopping: RecordedEvents<Int> = [.next(210, 1), .next(250, 2), .next(310, 3), .next(370, 4), .next(430, 5), .completed(450)]
    private static let failing: RecordedEvents<Int> = stopping.dropLast() + [.error(450, Failure.first)]
    private static let endless = Array(stopping.dropLast())

    /// The first observer is there from 240 to 400, the second one from 300 on, the third one from 460 on, when the source has ended.
    private func check<Middle: ObservableConvertibleType>(
        _ events: RecordedEvents<Int>, _ middle: Middle, from source: @escaping (Observable<Int>, Middle) -> any Disposable,
        _ expected: [RecordedEvents<Int>],
        sourceLocation: SourceLocation = #_sourceLocation
    ) where Middle.Element == Int {
        let scheduler = TestScheduler(initialClock: 0), hot = scheduler.createHotObservable(events)
        let observers = (0..<3).map { _ in scheduler.createObserver(Int.self) }, bag = DisposeBag()
        scheduler.scheduleAt(200) { source(hot.asObservable(), middle).disposed(by: bag) }
        for (observer, time) in zip(observers, [240, 300, 460]) {
            scheduler.scheduleAt(time) {
                let subscription = middle.asObservable().subscribe(observer)
                subscription.disposed(by: bag)
                if time == 240 { scheduler.scheduleAt(400) { subscription.dispose() } }
            }
        }
        scheduler.start()
        expect(observers.map(\.events), expected, sourceLocation: sourceLocation)
    }

    @Test(arguments: Core.allCases)
    func publishSubjectPassesOnWhatComes(core: Core) {
        core.run {
            let heard: [RecordedEvents<Int>] = [[.next(250, 2), .next(310, 3), .next(370, 4)], [.next(310, 3), .next(370, 4), .next(430, 5)]]
            check(Self.stopping, PublishSubject(), from: { $0.subscribe($1) }, [heard[0], heard[1] + [.completed(450)], [.completed(460)]])
            check(
                Self.failing, PublishSubject(), from: { $0.subscribe($1) },
                [heard[0], heard[1] + [.error(450, Failure.first)], [.error(460, Failure.first)]])
            check(Self.endless, PublishRelay(), from: { $0.bind(to: $1) }, [heard[0], heard[1], []])
        }
    }

    @Test(arguments: Core.allCases)
    func behaviorSubjectBeginsWithTheLastOne(core: Core) {
        core.run {
            let heard: [RecordedEvents<Int>] = [
                [.next(240, 1), .next(250, 2), .next(310, 3), .next(370, 4)],
                [.next(300, 2), .next(310, 3), .next(370, 4), .next(430, 5)],
            ]
            check(
                Self.stopping, BehaviorSubject(value: 0), from: { $0.subscribe($1) },
                [heard[0], heard[1] + [.completed(450)], [.completed(460)]])
            check(
                Self.failing, BehaviorSubject(value: 0), from: { $0.subscribe($1) },
                [heard[0], heard[1] + [.error(450, Failure.first)], [.error(460, Failure.first)]])
            check(Self.endless, BehaviorRelay(value: 0), from: { $0.bind(to: $1) }, [heard[0], heard[1], [.next(460, 5)]])
        }
    }

    @Test(arguments: Core.allCases)
    func replaySubjectRepeatsItsBufferAlsoAfterItsEnd(core: Core) {
        core.run {
            let first: RecordedEvents<Int> = [.next(240, 1), .next(250, 2), .next(310, 3), .next(370, 4)]
            let second: RecordedEvents<Int> = [.next(300, 1), .next(300, 2), .next(310, 3), .next(370, 4), .next(430, 5)]
            let third: RecordedEvents<Int> = [.next(460, 4), .next(460, 5)]
            check(
                Self.stopping, ReplaySubject.create(bufferSize: 2), from: { $0.subscribe($1) },
                [first, second + [.completed(450)], third + [.completed(460)]])
            check(
                Self.failing, ReplaySubject.create(bufferSize: 2), from: { $0.subscribe($1) },
                [first, second + [.error(450, Failure.first)], third + [.error(460, Failure.first)]])
            check(Self.endless, ReplayRelay.create(bufferSize: 2), from: { $0.bind(to: $1) }, [first, second, third])
            let all: RecordedEvents<Int> = (1...5).map { .next(460, $0) }
            check(
                Self.stopping, ReplaySubject.createUnbounded(), from: { $0.subscribe($1) },
                [first, second + [.completed(450)], all + [.completed(460)]])
            check(Self.endless, ReplayRelay.createUnbound(), from: { $0.bind(to: $1) }, [first, second, all])
        }
    }

    @Test(arguments: Core.allCases)
    func asyncSubjectTellsTheLastOneAtTheEnd(core: Core) {
        core.run {
            check(
                Self.stopping, AsyncSubject(), from: { $0.subscribe($1) },
                [[], [.next(450, 5), .completed(450)], [.next(460, 5), .completed(460)]])
            check(
                Self.failing, AsyncSubject(), from: { $0.subscribe($1) },
                [[], [.error(450, Failure.first)], [.error(460, Failure.first)]])
            check(Self.endless, AsyncSubject(), from: { $0.subscribe($1) }, [[], [], []])
        }
    }
}
