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

    private static func items(_ trial: Trial) {
        let segment = Segment(core: trial.core)
        let ends = [Tally(trial, "the end of A"), Tally(trial, "the end of B")]
        for (name, end) in zip("AB", ends) { trial.fiber("owner of \(name)") { segment.own { end.add() } } }
        trial.fiber("disposer") { segment.dispose() }
        trial.atEnd {
            for end in ends { end.require(1) }
            withExtendedLifetime(segment) {}
        }
    }

    private static func inside(_ trial: Trial) {
        let segment = Segment(core: trial.core)
        let ends = [Tally(trial, "the end of A"), Tally(trial, "the end of B")]
        var isOwned = false
        trial.fiber("source") {
            segment.deliver {
                segment.own { ends[0].add() }
                isOwned = true
            }
        }
        trial.fiber("owner") { segment.own { ends[1].add() } }
        trial.fiber("disposer") { segment.dispose() }
        trial.atEnd {
            ends[0].require(isOwned ? 1 : 0)
            ends[1].require(1)
            withExtendedLifetime(segment) {}
        }
    }

    private static func ownDispose(_ trial: Trial, _ other: @escaping (Segment) -> Void) {
        let segment = Segment(core: trial.core), end = Tally(trial, "the end of what it owns")
        trial.fiber("owner") {
            segment.own { end.add() }
            segment.dispose()
            end.require(1, "what it owned before hasn't ended when dispose() has returned")
        }
        trial.fiber("other") { other(segment) }
        trial.atEnd { end.require(1) }
    }

    private static func create(_ trial: Trial) {
        let end = Tally(trial, "the end of what create returned")
        var observer: AnyObserver<Int>?
        trial.fiber("subscriber") {
            let subscription = trial.core.run {
                Observable<Int>.create {
                    observer = $0
                    return Disposables.create { end.add() }
                }.subscribe(onNext: { _ in })
            }
            subscription.dispose()
            end.require(1, "what create returned hasn't ended when dispose() has returned")
        }
        trial.fiber("source") { observer?.onCompleted() }
        trial.atEnd { observer = nil }
    }

    private static func createInner(_ trial: Trial) {
        let subject = PublishSubject<Int>(core: trial.core), witness = Witness<Int>(trial)
        var observer: AnyObserver<Int>?
        trial.fiber("subscriber") {
            let subscription = trial.core.run {
                Observable<Int>.create {
                    observer = $0
                    return subject.subscribe(onNext: { witness.next($0) })
                }.subscribe(onNext: { _ in })
            }
            witness.dispose(subscription)
        }
        trial.fiber("source") { observer?.onCompleted() }
        trial.fiber("inner source") { subject.onNext(1) }
        trial.atEnd {
            observer = nil
            trial.require(!subject.hasObservers, "G3: the inner source is still subscribed to")
        }
    }

    private static func deferral(_ trial: Trial) {
        final class Token {}
        let segment = Segment(core: trial.core)
        var tearDowns: [() -> Void] = [], token: Token? = Token()
        weak let kept = token
        trial.fiber("source") { segment.deliver {} }
        trial.fiber("disposer") { segment.cancel() }
        trial.fiber("other") {
            segment.cancel { [token] in
                withExtendedLifetime(token) {}
                tearDowns.append($0)
            }
            token = nil
        }
        trial.atEnd {
            while !tearDowns.isEmpty { tearDowns.removeFirst()() }
            trial.require(kept == nil, "who was to tear down is kept by a segment that has ended")
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

    private static func deferralItem(_ trial: Trial) {
        let segment = Segment(core: trial.core)
        var tearDowns: [() -> Void] = [], isTornDown = false, isHandedOver = false, ends = 0
        let item = Item(closed: { isHandedOver = true }) {
            ends += 1
            trial.require(!isHandedOver || isTornDown, "what was handed over ends elsewhere")
        }
        trial.fiber("owner") { segment.own(item) }
        trial.fiber("disposer") { segment.cancel() }
        trial.fiber("other") { segment.cancel { tearDowns.append($0) } }
        trial.atEnd {
            isTornDown = true
            while !tearDowns.isEmpty { tearDowns.removeFirst()() }
            trial.require(ends == 1, "what it owned ended \(ends) times")
        }
    }

    private static func child(_ trial: Trial) {
        let parent = Segment(core: trial.core), witness = Witness<Int>(trial)
        trial.fiber("child") {
            let child = ChildSegment(in: parent)
            witness.dispose(parent)
            child.deliver { witness.next(1) }
            trial.require(child.isClosed, "a child of a segment that has ended is open")
        }
        trial.fiber("disposer") { parent.dispose() }
        trial.atEnd { trial.require(parent.occupiedChildren().isEmpty, "a child is still linked") }
    }

    private static func link(_ trial: Trial) {
        let segment = Segment(core: trial.core), subscription = Segment(core: trial.core), witness = Witness<Int>(trial)
        trial.fiber("source") { subscription.deliver { witness.next(1) } }
        trial.fiber("owner") {
            segment.ownSubscriptions(subscription)
            witness.dispose(segment)
        }
        trial.fiber("disposer") { segment.dispose() }
        trial.atEnd {
            trial.require(subscription.isClosed, "what came late hasn't ended")
            trial.require(segment.occupiedChildren().isEmpty, "it is still linked")
        }
    }
}
