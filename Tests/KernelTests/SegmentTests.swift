import Testing

@testable import LawSupport
@testable import Rx

/// One lifetime by itself: what it owns, its children, its end.
@Suite struct SegmentTests {
    @Test(arguments: Core.allCases)
    func tearDownIsLastInFirstOutAndHappensOnce(core: Core) {
        var log: [Int] = []
        let segment = Segment(core: core)
        segment.own { log.append(1) }
        segment.own { log.append(2) }
        segment.own { log.append(3) }
        segment.dispose()
        segment.dispose()
        #expect(log == [3, 2, 1])
    }

    @Test(arguments: Core.allCases)
    func cancelLeavesTheTearDownToTheThreadInside(core: Core) {
        var isTornDown = false, isDisposed = false
        let segment = Segment(core: core)
        segment.own { isTornDown = true }
        segment.setOnDisposed { isDisposed = true }
        #expect(segment.enter())
        onThread {
            segment.cancel()
            try demand(!isTornDown && !isDisposed, "torn down while a thread was inside")
        }
        segment.leaveWithoutMail()
        #expect(isTornDown)
        #expect(isDisposed)
    }

    /// Who keeps an ended subscription keeps nothing of who would have torn it down.
    @Test(arguments: Core.allCases)
    func whoComesTooLateForATearDownIsForgotten(core: Core) {
        for isOccupied in [false, true] {
            let segment = Segment(core: core), alive = AtomicCount(), handed = AtomicCount()
            func deferTearDown() {
                let captured = Captured(alive)
                segment.cancel { _ in withExtendedLifetime(captured) { _ = handed.add() } }
            }
            if isOccupied {
                #expect(segment.enter())
                segment.cancel()
                deferTearDown()
                segment.leaveWithoutMail()
            }
            segment.cancel()
            deferTearDown()
            #expect(alive.value == 0)
            #expect(handed.value == 0)
        }
    }

    @Test(arguments: Core.allCases)
    func whatIsOwnedTooLateIsTornDownAtOnce(core: Core) {
        var isTornDown = false
        let segment = Segment(core: core)
        segment.cancel()
        segment.own { isTornDown = true }
        #expect(isTornDown)
    }

    /// What is let go of is freed and not told, wherever it stood; the others still end in their order.
    @Test(arguments: Core.allCases, [0, 1, 2])
    func anItemThatIsLetGoOfIsFreed(core: Core, gone: Int) {
        let segment = Segment(core: core), log = LockedLog<Int>()
        var items: [NumberedItem?] = (0..<3).map { NumberedItem($0, log) }
        weak var freed: NumberedItem?
        freed = items[gone]
        for item in items { segment.own(item!) }
        segment.disown(items[gone]!)
        segment.disown(items[gone]!)
        items = []
        #expect(freed == nil)
        segment.own(NumberedItem(3, log))
        segment.cancel()
        #expect(log.entries == [3, 2, 1, 0].filter { $0 != gone })
    }

    @Test(arguments: Core.allCases)
    func aSegmentThatNeverEndsFreesWhatItOwnsUntold(core: Core) {
        let log = LockedLog<Int>()
        weak var first: NumberedItem?, second: NumberedItem?
        do {
            let segment = Segment(core: core), items = [NumberedItem(0, log), NumberedItem(1, log)]
            (first, second) = (items[0], items[1])
            for item in items { segment.own(item) }
        }
        #expect(first == nil)
        #expect(second == nil)
        #expect(log.entries == [])
    }

    /// As a scheduler of a user's may do, which gives the same disposable to several subscriptions.
    @Test(arguments: Core.allCases)
    func aDisposableMayBelongToSeveralSegments(core: Core) {
        let scheduler = SerialScheduler(core: core)
        for shared in [
            scheduler.scheduleRelative((), dueTime: .seconds(3600)) { _ in Disposables.create() },
            scheduler.schedulePeriodic((), startAfter: .seconds(3600), period: .seconds(3600)) {},
            Segment(core: core),
        ] {
            let log = LockedLog<Int>(), segments = (0..<3).map { _ in Segment(core: core) }
            for (number, segment) in segments.enumerated() {
                segment.own(NumberedItem(number, log))
                segment.own(shared)
                segment.own(NumberedItem(number + 10, log))
            }
            for segment in segments { segment.cancel() }
            #expect(log.entries == [10, 0, 11, 1, 12, 2])
            if let shared = shared as? any Cancelable { #expect(shared.isDisposed) }
        }
    }

    @Test(arguments: Core.allCases)
    func aStopEventIsDeliveredOnceAndTearsDownAfterwards(core: Core) {
        var log: [String] = []
        let segment = Segment(core: core)
        segment.own { log.append("owned") }
        segment.setOnDisposed { log.append("disposed") }
        #expect(segment.enter())
        segment.end { log.append("stop") }
        segment.end { log.append("stop again") }
        segment.leaveWithoutMail()
        #expect(log == ["stop", "disposed", "owned"])
    }

    @Test(arguments: Core.allCases)
    func childrenEndWithTheirParentBeforeWhatItOwns(core: Core) {
        var log: [String] = []
        let parent = Segment(core: core)
        parent.own { log.append("parent") }
        for number in 1...3 { ChildSegment(in: parent).own { log.append("child \(number)") } }
        parent.cancel()
        #expect(log.last == "parent")
        #expect(Set(log) == ["child 1", "child 2", "child 3", "parent"])
        #expect(ChildSegment(in: parent).isClosed)
    }

    @Test(arguments: Core.allCases)
    func aChildThatHasEndedIsUnlinkedWhereverItStood(core: Core) {
        for gone in [0, 1, 2] {
            let parent = Segment(core: core)
            let children = (0..<3).map { _ in ChildSegment(in: parent) }
            children[gone].cancel()
            let left = parent.occupiedChildren()
            #expect(left.map(ObjectIdentifier.init) == (0..<3).filter { $0 != gone }.map { ObjectIdentifier(children[$0]) })
            parent.cancel()
            #expect(parent.occupiedChildren().isEmpty)
        }
    }

    @Test(arguments: Core.allCases)
    func aChildStaysLinkedWhileAThreadIsInside(core: Core) {
        let parent = Segment(core: core)
        let child = ChildSegment(in: parent)
        #expect(child.enter())
        onThread { parent.cancel() }
        #expect(parent.occupiedChildren().count == 1)
        child.leaveWithoutMail()
        #expect(parent.occupiedChildren().isEmpty)
    }

    @Test(arguments: Core.allCases)
    func endedSegmentsAreFreed(core: Core) {
        weak var parent: Segment?, child: Segment?, ended: Segment?
        do {
            let one = Segment(core: core), two = ChildSegment(in: one), three = ChildSegment(in: one)
            (parent, child, ended) = (one, two, three)
            one.own(two)
            three.cancel()
            one.cancel()
        }
        #expect(parent == nil)
        #expect(child == nil)
        #expect(ended == nil)

        // A thread that waited for one forgets it afterwards.
        weak var awaited: Segment?
        do {
            let segment = Segment(core: core), isInside = AtomicFlag()
            awaited = segment
            let deliver = {
                try demand(segment.enter(), "it was closed")
                isInside.set()
                try demand(eventually { segment.word.load() & Gate.waiter != 0 }, "nobody waits")
                segment.leaveWithoutMail()
            }
            let dispose = {
                try demand(eventually { isInside.isSet }, "nobody came in")
                segment.dispose()
            }
            together([deliver, dispose])
        }
        #expect(eventually(within: 5) { awaited == nil })
    }

    /// Children come and go on two threads while the parent is cancelled: none stays open.
    @Test(arguments: Core.allCases)
    func noChildSurvivesItsParent(core: Core) {
        final class Round {
            let parent: Segment
            let children = LockedLog<Segment>()
            let tornDown = AtomicCount()
            init(_ core: Core) { parent = Segment(core: core) }
        }
        race(rounds: 3000, threads: 2) { _ in
            Round(core)
        } body: { round, index in
            if index == 0 { return round.parent.cancel() }
            for _ in 0..<4 {
                let child = ChildSegment(in: round.parent)
                child.own { round.tornDown.add() }
                round.children.append(child)
            }
        } check: { round in
            if !round.children.entries.allSatisfy(\.isClosed) { return "a child is open" }
            if round.tornDown.value != 4 { return "\(round.tornDown.value) of 4 children were torn down" }
            return round.parent.occupiedChildren().isEmpty ? nil : "a closed child is linked"
        }
    }
}

private final class NumberedItem: SegmentItem, @unchecked Sendable {  // Sendable: constant.
    private let number: Int
    private let log: LockedLog<Int>

    init(_ number: Int, _ log: LockedLog<Int>) {
        self.number = number
        self.log = log
    }

    override func segmentEnded() { log.append(number) }
}
