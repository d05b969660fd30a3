@testable import Rx

/// Segments that have nothing, and so are torn down without a mark: what comes meanwhile ends all the same.
enum LateItemScenarios {
    static let all: [Scenario] = [
        Scenario("late/items", "2 threads have a segment own something while a third one disposes", lock: .preemptions(4), queue: .preemptions(4)) {
            items($0)
        },
        Scenario("late/inside", "a delivery and another thread have it own something while a third one disposes") { inside($0) },
        Scenario("late/deferral", "a tear-down is handed over while the segment is closed and left") { deferral($0) },
        Scenario("late/child", "a child is made and delivers while its parent is disposed", lock: .preemptions(4), queue: .preemptions(4)) {
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

    private static func child(_ trial: Trial) {
        let parent = Segment(core: trial.core), witness = Witness<Int>(trial)
        var child: Segment?
        trial.fiber("child") {
            let new = ChildSegment(in: parent)
            child = new
            new.deliver { witness.next(1) }
        }
        trial.fiber("disposer") { witness.dispose(parent) }
        trial.atEnd {
            trial.require(child!.isClosed, "a child of a segment that has ended is open")
            trial.require(parent.occupiedChildren().isEmpty, "a child is still linked")
        }
    }

    private static func link(_ trial: Trial) {
        let segment = Segment(core: trial.core), subscription = Segment(core: trial.core), witness = Witness<Int>(trial)
        trial.fiber("source") { subscription.deliver { witness.next(1) } }
        trial.fiber("owner") { segment.ownSubscriptions(subscription) }
        trial.fiber("disposer") { segment.dispose() }
        trial.atEnd {
            trial.require(subscription.isClosed, "what came late hasn't ended")
            trial.require(segment.occupiedChildren().isEmpty, "it is still linked")
        }
    }
}
