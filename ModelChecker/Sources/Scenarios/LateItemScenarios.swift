import Explorer
@testable import Rx
import RxPlatform

/// What comes to a segment while it ends: it has ended, too, when `dispose()` returns, and where the tear-down runs.
enum LateItemScenarios {
    static let all: [Scenario] = [
        Scenario("late/items", "2 threads have a segment own something while a third one disposes", lock: .preemptions(3), queue: .preemptions(3)) {
            items($0)
        },
        Scenario("late/inside", "a delivery and another thread have it own something while a third one disposes") { inside($0) },
        Scenario("late/own-dispose", "a thread has it own something, then disposes, while another one disposes") {
            ownDispose($0) { $0.dispose() }
        },
        Scenario("late/own-end", "the same while its source ends it") {
            ownDispose($0) { segment in segment.deliver { segment.end {} } }
        },
        Scenario("late/create", "what `create` returns, while that completes, has been disposed of when dispose() returns") { create($0) },
        Scenario(
            "late/create-inner", "it is a subscription, and tells nobody anything after that", lock: .preemptions(3), queue: .preemptions(3)
        ) { createInner($0) },
        Scenario("late/deferral", "a tear-down is handed over while the segment is closed and left") { deferral($0) },
        Scenario(
            "late/deferral-item", "something is owned while a tear-down is handed over: it ends where that runs", lock: .preemptions(3),
            queue: .preemptions(3)
        ) { deferralItem($0) },
        Scenario("late/child", "a child is made, its parent is disposed, it delivers, while another thread disposes of its parent, too") {
            child($0)
        },
        Scenario(
            "late/link", "something that another thread is inside of is owned while the segment is disposed", lock: .preemptions(3),
            queue: .preemptions(3)
        ) { link($0) },
    ]

    private static func items(_ run: ScenarioRun) {
        let segment = Segment(core: run.core)
        let ends = [EventCounter(run, "the end of A"), EventCounter(run, "the end of B")]
        for (name, end) in zip("AB", ends) { run.fiber("owner of \(name)") { segment.own { end.add() } } }
        run.fiber("disposer") { segment.dispose() }
        run.atEnd {
            for end in ends { end.require(1) }
            withExtendedLifetime(segment) {}
        }
    }

    private static func inside(_ run: ScenarioRun) {
        let segment = Segment(core: run.core)
        let ends = [EventCounter(run, "the end of A"), EventCounter(run, "the end of B")]
        var isOwned = false
        run.fiber("source") {
            segment.deliver {
                segment.own { ends[0].add() }
                isOwned = true
            }
        }
        run.fiber("owner") { segment.own { ends[1].add() } }
        run.fiber("disposer") { segment.dispose() }
        run.atEnd {
            ends[0].require(isOwned ? 1 : 0)
            ends[1].require(1)
            withExtendedLifetime(segment) {}
        }
    }

    private static func ownDispose(_ run: ScenarioRun, _ other: @escaping (Segment) -> Void) {
        let segment = Segment(core: run.core), end = EventCounter(run, "the end of what it owns")
        run.fiber("owner") {
            segment.own { end.add() }
            segment.dispose()
            end.require(1, "what it owned before hasn't ended when dispose() has returned")
        }
        run.fiber("other") { other(segment) }
        run.atEnd { end.require(1) }
    }

    private static func create(_ run: ScenarioRun) {
        let end = EventCounter(run, "the end of what create returned")
        let passed = Passed<AnyObserver<Int>>()
        run.fiber("subscriber") {
            let subscription = run.core.run {
                Observable<Int>.create {
                    passed.value = $0
                    return Disposables.create { end.add() }
                }.subscribe(onNext: { _ in })
            }
            subscription.dispose()
            end.require(1, "what create returned hasn't ended when dispose() has returned")
        }
        run.fiber("source") { passed.value?.onCompleted() }
        run.atEnd { passed.value = nil }
    }

    private static func createInner(_ run: ScenarioRun) {
        let subject = PublishSubject<Int>(core: run.core), witness = Witness<Int>(run)
        let passed = Passed<AnyObserver<Int>>()
        run.fiber("subscriber") {
            let subscription = run.core.run {
                Observable<Int>.create {
                    passed.value = $0
                    return subject.subscribe(onNext: { witness.next($0) })
                }.subscribe(onNext: { _ in })
            }
            witness.dispose(subscription)
        }
        run.fiber("source") { passed.value?.onCompleted() }
        run.fiber("inner source") { subject.onNext(1) }
        run.atEnd {
            passed.value = nil
            run.require(!subject.hasObservers, "G3: the inner source is still subscribed to")
        }
    }

    private static func deferral(_ run: ScenarioRun) {
        final class Token {}
        let segment = Segment(core: run.core)
        var tearDowns: [() -> Void] = [], token: Token? = Token()
        weak let kept = token
        run.fiber("source") { segment.deliver {} }
        run.fiber("disposer") { segment.cancel() }
        run.fiber("other") {
            segment.cancel { [token] in
                withExtendedLifetime(token) {}
                tearDowns.append($0)
            }
            token = nil
        }
        run.atEnd {
            while !tearDowns.isEmpty { tearDowns.removeFirst()() }
            run.require(kept == nil, "who was to tear down is kept by a segment that has ended")
            withExtendedLifetime(segment) {}
        }
    }

    private final class Item: SegmentItem, @unchecked Sendable {  // Sendable: constant.
        private let closed: () -> Void
        private let ended: () -> Void

        init(closed: @escaping () -> Void, ended: @escaping () -> Void) { (self.closed, self.ended) = (closed, ended) }

        override func segmentClosed(tearDownBy run: @escaping Segment.Deferral) { closed() }
        override func segmentEnded() { ended() }
    }

    private static func deferralItem(_ run: ScenarioRun) {
        let segment = Segment(core: run.core)
        var tearDowns: [() -> Void] = [], isTornDown = false, ends = 0
        let isHandedOver = PlainWord(0)
        let item = Item(closed: { isHandedOver.store(1) }) {
            ends += 1
            run.require(isHandedOver.load() == 0 || isTornDown, "what was handed over ends elsewhere")
        }
        run.fiber("owner") { segment.own(item) }
        run.fiber("disposer") { segment.cancel() }
        run.fiber("other") { segment.cancel { tearDowns.append($0) } }
        run.atEnd {
            isTornDown = true
            while !tearDowns.isEmpty { tearDowns.removeFirst()() }
            run.require(ends == 1, "what it owned ended \(ends) times")
        }
    }

    private static func child(_ run: ScenarioRun) {
        let parent = Segment(core: run.core), witness = Witness<Int>(run)
        run.fiber("child") {
            let child = ChildSegment(in: parent)
            witness.dispose(parent)
            child.deliver { witness.next(1) }
            run.require(child.isClosed, "a child of a segment that has ended is open")
        }
        run.fiber("disposer") { parent.dispose() }
        run.atEnd { run.require(parent.occupiedChildren().isEmpty, "a child is still linked") }
    }

    private static func link(_ run: ScenarioRun) {
        let segment = Segment(core: run.core), subscription = Segment(core: run.core), witness = Witness<Int>(run)
        run.fiber("source") { subscription.deliver { witness.next(1) } }
        run.fiber("owner") {
            segment.ownSubscriptions(subscription)
            witness.dispose(segment)
        }
        run.fiber("disposer") { segment.dispose() }
        run.atEnd {
            run.require(subscription.isClosed, "what came late hasn't ended")
            run.require(segment.occupiedChildren().isEmpty, "it is still linked")
        }
    }
}
