@testable import Rx

/// Segments: deliveries against `dispose`, from outside, from inside, of each other.
enum DisposeScenarios {
    static let all: [Scenario] =
        [1, 2, 3].map { count in
            Scenario(
                "dispose/\(count)-events", "\(count) deliveries against dispose", biases: .all, quick: count < 3
            ) { deliveries($0, count) }
        } + [
            Scenario("dispose/twice", "a delivery against two threads that dispose", biases: .all) { twice($0) },
            Scenario("dispose/inside", "a handler disposes its own subscription while another thread does", biases: .all) {
                inside($0)
            },
            Scenario("dispose/own", "what is owned while another thread disposes is torn down once") { owning($0) },
            Scenario("dispose/disown", "one item is let go of, another one comes, the segment is disposed") {
                disowning($0, newest: false)
            },
            Scenario("dispose/disown-newest", "the same; it is the one that came last") { disowning($0, newest: true) },
            Scenario("dispose/defer-own", "the tear-down is handed over while something is owned and let go of") {
                handingOver($0)
            },
            Scenario("dispose/late-deferral", "closed while somebody is inside, whose tear-down is handed over while it leaves") {
                lateDeferral($0)
            },
            Scenario("dispose/child", "a child delivers while its parent is disposed", biases: .all) { child($0) },
            Scenario(
                "dispose/late-child", "a subscription becomes a child while it and another child are left",
                lock: .preemptions(3), queue: .preemptions(3)
            ) { lateChild($0) },
        ]
        + [2, 3, 4].map { count in
            Scenario(
                "dispose/circle-\(count)", "\(count) threads deliver, each disposes the next one's subscription",
                lock: count == 2 ? .none : .preemptions(2), queue: count == 2 ? .none : .preemptions(2), biases: count == 2 ? .all : [.off], quick: count < 4
            ) { circle($0, count) }
        }

    private static func deliveries(_ trial: Trial, _ count: Int) {
        let witness = Witness<Int>(trial)
        let segment = Segment(core: trial.core)
        trial.warm { segment.deliver {} }
        trial.fiber("source") { for number in 1...count { segment.deliver { witness.next(number) } } }
        trial.fiber("disposer") { witness.dispose(segment) }
        trial.atEnd { trial.requirePrefix(witness.elements, of: Array(1...count)) }
    }

    private static func twice(_ trial: Trial) {
        let witness = Witness<Int>(trial)
        let segment = Segment(core: trial.core)
        let teardowns = Tally(trial, "tear-down")
        segment.own { teardowns.add() }
        trial.warm { segment.deliver {} }
        trial.fiber("source") { segment.deliver { witness.next(1) } }
        for name in ["D1", "D2"] {
            trial.fiber(name) {
                witness.dispose(segment)
                teardowns.require(1, "dispose() returned before the tear-down")
            }
        }
        trial.atEnd { teardowns.require(1) }
    }

    private static func inside(_ trial: Trial) {
        let witness = Witness<Int>(trial)
        let segment = Segment(core: trial.core)
        trial.warm { segment.deliver {} }
        witness.onNext = { _ in witness.dispose(segment) }
        trial.fiber("source") { for number in 1...2 { segment.deliver { witness.next(number) } } }
        trial.fiber("disposer") { witness.dispose(segment) }
        trial.atEnd {
            trial.require(witness.elements.count <= 1, "G2: delivered after dispose() from inside: \(witness.elements)")
            witness.onNext = nil
        }
    }

    private static func owning(_ trial: Trial) {
        let segment = Segment(core: trial.core)
        let early = Tally(trial, "early"), late = Tally(trial, "late")
        segment.own { early.add() }
        trial.fiber("owner") { segment.own { late.add() } }
        trial.fiber("disposer") { segment.dispose() }
        trial.atEnd {
            early.require(1)
            late.require(1)
        }
    }

    /// Ends like an item of an operator.
    private final class Item: SegmentItem, @unchecked Sendable {  // Sendable: constant.
        private let ends: Tally
        private let frees: Tally

        init(_ trial: Trial, _ name: String, _ frees: Tally) {
            ends = Tally(trial, "the end of \(name)")
            self.frees = frees
        }

        deinit { frees.add() }

        override func segmentEnded() { ends.add() }
        var ended: Tally { ends }
    }

    private static func disowning(_ trial: Trial, newest: Bool) {
        let frees = Tally(trial, "freeing an item")
        var segment: Segment? = Segment(core: trial.core)
        var items: [Item]? = ["A", "B", "C"].map { Item(trial, $0, frees) }
        let ends = items!.map(\.ended), gone = newest ? 1 : 0
        segment!.own(items![0])
        segment!.own(items![1])
        trial.fiber("owner") { segment!.own(items![2]) }
        trial.fiber("other") { segment!.disown(items![gone]) }
        trial.fiber("disposer") { segment!.dispose() }
        trial.atEnd {
            ends[1 - gone].require(1)
            ends[2].require(1)
            trial.require(ends[gone].value <= 1, "what was let go of ended twice")
            items = nil
            segment = nil
            frees.require(3)
        }
    }

    private static func handingOver(_ trial: Trial) {
        let frees = Tally(trial, "freeing an item")
        var segment: Segment? = Segment(core: trial.core)
        var items: [Item]? = ["A", "B", "C"].map { Item(trial, $0, frees) }
        let ends = items!.map(\.ended)
        var tearDowns: [() -> Void] = []
        segment!.own(items![0])
        segment!.own(items![1])
        segment!.deferTearDown { tearDowns.append($0) }
        trial.fiber("owner") { segment!.own(items![2]) }
        trial.fiber("other") { segment!.disown(items![0]) }
        trial.fiber("disposer") {
            segment!.cancel()
            while !tearDowns.isEmpty { tearDowns.removeFirst()() }
        }
        trial.atEnd {
            ends[1].require(1)
            ends[2].require(1)
            trial.require(ends[0].value <= 1, "what was let go of ended twice")
            items = nil
            segment = nil
            frees.require(3)
        }
    }

    private static func lateDeferral(_ trial: Trial) {
        let frees = Tally(trial, "freeing an item")
        let segment = Segment(core: trial.core)
        let item = Item(trial, "A", frees)
        let ended = item.ended
        var tearDowns: [() -> Void] = []
        segment.own(item)
        trial.fiber("source") { segment.deliver {} }
        trial.fiber("disposer") {
            segment.cancel()
            segment.cancel(tearDownBy: { tearDowns.append($0) })
        }
        trial.atEnd {
            while !tearDowns.isEmpty { tearDowns.removeFirst()() }
            ended.require(1)
        }
    }

    private static func child(_ trial: Trial) {
        let witness = Witness<Int>(trial)
        let parent = Segment(core: trial.core)
        let child = ChildSegment(in: parent)
        trial.warm { child.deliver {} }
        trial.fiber("source") { for number in 1...2 { child.deliver { witness.next(number) } } }
        trial.fiber("disposer") { witness.dispose(parent) }
        trial.atEnd {
            trial.requirePrefix(witness.elements, of: [1, 2])
            trial.require(parent.occupiedChildren().isEmpty, "a child is still linked")
        }
    }

    /// As `subscribe(on:)` does it: the gate has been left when the tear-down runs.
    private static func lateChild(_ trial: Trial) {
        let top = Segment(core: trial.core), parent = ChildSegment(in: top), child = ChildSegment(in: parent)
        let subscription = Segment(core: trial.core)
        var tearDowns: [() -> Void] = []
        parent.deferTearDown { tearDowns.append($0) }
        parent.ownSubscriptions(subscription)
        trial.fiber("child") { child.deliver {} }
        trial.fiber("subscription") { subscription.deliver {} }
        trial.fiber("disposer") {
            parent.cancel()
            while !tearDowns.isEmpty { tearDowns.removeFirst()() }
        }
        trial.atEnd {
            while !tearDowns.isEmpty { tearDowns.removeFirst()() }
            trial.require(parent.occupiedChildren().isEmpty, "a child is still linked")
            trial.require(top.occupiedChildren().isEmpty, "its parent is still linked")
        }
    }

    private static func circle(_ trial: Trial, _ count: Int) {
        let segments = (0..<count).map { _ in Segment(core: trial.core) }
        let witnesses = (0..<count).map { Witness<Int>(trial, "observer \($0 + 1)") }
        for index in 0..<count {
            let next = (index + 1) % count
            trial.warm(index) { segments[index].deliver {} }
            witnesses[index].mayOverlap = true
            witnesses[index].onNext = { _ in witnesses[next].dispose(segments[next]) }
            trial.fiber("T\(index + 1)") { segments[index].deliver { witnesses[index].next(1) } }
        }
        trial.atEnd {
            let breaks = witnesses.reduce(0) { $0 + $1.overlaps }
            trial.require(breaks <= 1, "\(breaks) threads of one circle did not wait")
            for witness in witnesses { witness.onNext = nil }
        }
    }
}
