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
                lock: count == 2 ? .none : .preemptions(2), queue: count == 2 ? .none : .preemptions(2), biases: count == 2 ? .all : [.off],
                quick: count < 4
            ) { circle($0, count) }
        }

    private static func deliveries(_ run: ScenarioRun, _ count: Int) {
        let witness = Witness<Int>(run)
        let segment = Segment(core: run.core)
        run.warm { segment.deliver {} }
        run.fiber("source") { for number in 1...count { segment.deliver { witness.next(number) } } }
        run.fiber("disposer") { witness.dispose(segment) }
        run.atEnd { run.requirePrefix(witness.elements, of: Array(1...count)) }
    }

    private static func twice(_ run: ScenarioRun) {
        let witness = Witness<Int>(run)
        let segment = Segment(core: run.core)
        let teardowns = EventCounter(run, "tear-down")
        segment.own { teardowns.add() }
        run.warm { segment.deliver {} }
        run.fiber("source") { segment.deliver { witness.next(1) } }
        for name in ["D1", "D2"] {
            run.fiber(name) {
                witness.dispose(segment)
                teardowns.require(1, "dispose() returned before the tear-down")
            }
        }
        run.atEnd { teardowns.require(1) }
    }

    private static func inside(_ run: ScenarioRun) {
        let witness = Witness<Int>(run)
        let segment = Segment(core: run.core)
        run.warm { segment.deliver {} }
        witness.onNext = { _ in witness.dispose(segment) }
        run.fiber("source") { for number in 1...2 { segment.deliver { witness.next(number) } } }
        run.fiber("disposer") { witness.dispose(segment) }
        run.atEnd {
            run.require(witness.elements.count <= 1, "G2: delivered after dispose() from inside: \(witness.elements)")
            witness.onNext = nil
        }
    }

    private static func owning(_ run: ScenarioRun) {
        let segment = Segment(core: run.core)
        let early = EventCounter(run, "early"), late = EventCounter(run, "late")
        segment.own { early.add() }
        run.fiber("owner") { segment.own { late.add() } }
        run.fiber("disposer") { segment.dispose() }
        run.atEnd {
            early.require(1)
            late.require(1)
        }
    }

    /// Ends like an item of an operator.
    private final class Item: SegmentItem, @unchecked Sendable {  // Sendable: constant.
        private let ends: EventCounter
        private let frees: EventCounter

        init(_ run: ScenarioRun, _ name: String, _ frees: EventCounter) {
            ends = EventCounter(run, "the end of \(name)")
            self.frees = frees
        }

        deinit { frees.add() }

        override func segmentEnded() { ends.add() }
        var ended: EventCounter { ends }
    }

    private static func disowning(_ run: ScenarioRun, newest: Bool) {
        let frees = EventCounter(run, "freeing an item")
        var segment: Segment? = Segment(core: run.core)
        var items: [Item]? = ["A", "B", "C"].map { Item(run, $0, frees) }
        let ends = items!.map(\.ended), gone = newest ? 1 : 0
        segment!.own(items![0])
        segment!.own(items![1])
        run.fiber("owner") { segment!.own(items![2]) }
        run.fiber("other") { segment!.disown(items![gone]) }
        run.fiber("disposer") { segment!.dispose() }
        run.atEnd {
            ends[1 - gone].require(1)
            ends[2].require(1)
            run.require(ends[gone].value <= 1, "what was let go of ended twice")
            items = nil
            segment = nil
            frees.require(3)
        }
    }

    private static func handingOver(_ run: ScenarioRun) {
        let frees = EventCounter(run, "freeing an item")
        var segment: Segment? = Segment(core: run.core)
        var items: [Item]? = ["A", "B", "C"].map { Item(run, $0, frees) }
        let ends = items!.map(\.ended)
        var tearDowns: [() -> Void] = []
        segment!.own(items![0])
        segment!.own(items![1])
        segment!.deferTearDown { tearDowns.append($0) }
        run.fiber("owner") { segment!.own(items![2]) }
        run.fiber("other") { segment!.disown(items![0]) }
        run.fiber("disposer") {
            segment!.cancel()
            while !tearDowns.isEmpty { tearDowns.removeFirst()() }
        }
        run.atEnd {
            ends[1].require(1)
            ends[2].require(1)
            run.require(ends[0].value <= 1, "what was let go of ended twice")
            items = nil
            segment = nil
            frees.require(3)
        }
    }

    private static func lateDeferral(_ run: ScenarioRun) {
        let frees = EventCounter(run, "freeing an item")
        let segment = Segment(core: run.core)
        let item = Item(run, "A", frees)
        let ended = item.ended
        var tearDowns: [() -> Void] = []
        segment.own(item)
        run.fiber("source") { segment.deliver {} }
        run.fiber("disposer") {
            segment.cancel()
            segment.cancel(tearDownBy: { tearDowns.append($0) })
        }
        run.atEnd {
            while !tearDowns.isEmpty { tearDowns.removeFirst()() }
            ended.require(1)
        }
    }

    private static func child(_ run: ScenarioRun) {
        let witness = Witness<Int>(run)
        let parent = Segment(core: run.core)
        let child = ChildSegment(in: parent)
        run.warm { child.deliver {} }
        run.fiber("source") { for number in 1...2 { child.deliver { witness.next(number) } } }
        run.fiber("disposer") { witness.dispose(parent) }
        run.atEnd {
            run.requirePrefix(witness.elements, of: [1, 2])
            run.require(parent.occupiedChildren().isEmpty, "a child is still linked")
        }
    }

    /// As `subscribe(on:)` does it: the gate has been left when the tear-down runs.
    private static func lateChild(_ run: ScenarioRun) {
        let top = Segment(core: run.core), parent = ChildSegment(in: top), child = ChildSegment(in: parent)
        let subscription = Segment(core: run.core)
        var tearDowns: [() -> Void] = []
        parent.deferTearDown { tearDowns.append($0) }
        parent.ownSubscriptions(subscription)
        run.fiber("child") { child.deliver {} }
        run.fiber("subscription") { subscription.deliver {} }
        run.fiber("disposer") {
            parent.cancel()
            while !tearDowns.isEmpty { tearDowns.removeFirst()() }
        }
        run.atEnd {
            while !tearDowns.isEmpty { tearDowns.removeFirst()() }
            run.require(parent.occupiedChildren().isEmpty, "a child is still linked")
            run.require(top.occupiedChildren().isEmpty, "its parent is still linked")
        }
    }

    private static func circle(_ run: ScenarioRun, _ count: Int) {
        let segments = (0..<count).map { _ in Segment(core: run.core) }
        let witnesses = (0..<count).map { Witness<Int>(run, "observer \($0 + 1)") }
        for index in 0..<count {
            let next = (index + 1) % count
            run.warm(index) { segments[index].deliver {} }
            witnesses[index].mayOverlap = true
            witnesses[index].onNext = { _ in witnesses[next].dispose(segments[next]) }
            run.fiber("T\(index + 1)") { segments[index].deliver { witnesses[index].next(1) } }
        }
        run.atEnd {
            let breaks = witnesses.reduce(0) { $0 + $1.overlaps }
            run.require(breaks <= 1, "\(breaks) threads of one circle did not wait")
            for witness in witnesses { witness.onNext = nil }
        }
    }
}
