import RxPlatform

/// One lifetime: from a source to the next stateful boundary. Subscribing makes one; operators with several upstreams
/// make a child (`ChildSegment`) for each of them. It carries the core, the gate that its source delivers through, what has to be
/// released at the end, and the children that live inside it.
///
/// It ends once, by `end` (a stop event, inside the gate) or by `cancel`; the owner of that moment tears down its items,
/// so a tear-down never overlaps a delivery. A child stays linked to its parent until no
/// thread is inside it: that is how a waiting `dispose` finds everything it has to wait for.
@usableFromInline
class Segment: Gate, @unchecked Sendable {
    /// Children that may still have a thread inside; guarded by `lock`.
    @exclusivity(unchecked) private final var children = Plain(ChildList())
    /// What it owns, newest first: the address of an item, which is retained, and through it those before. With it the flags: what has
    /// ever been there, so that a short life takes no lock to find nothing, and `tornDown` once it is too late for more. Written under `lock`.
    private final let contents = Word(0)
    private static var withKin: UInt { 1 }
    private static var deferring: UInt { 2 }
    private static var tornDown: UInt { 4 }
    private static var tags: UInt { 7 }
    private final func hasHad(_ flag: UInt) -> Bool { contents.loadAcquiring() & flag != 0 }
    /// Under the lock. Returns what was there.
    @discardableResult
    private final func mark(_ flag: UInt) -> UInt {
        let old = contents.load()
        contents.storeReleasing(old | flag)
        return old
    }
    /// Runs a tear-down, once, on any thread, now or later.
    typealias Deferral = (@escaping () -> Void) -> Void

    /// A subscription of its own.
    @usableFromInline @inline(__always)
    override init(core: Core) {
        super.init(core: core)
        Resources.add(.subscriptions, 1)
    }

    deinit {
        // It has no children: they hold it. What it still owns has lost its end.
        SegmentItem.each(from: contents.loadAcquiring() & ~Segment.tags) { $0.release() }
        if let cold = cold.value { cold.release() }
        Resources.add(.subscriptions, -1)
    }

    /// - Parameter action: runs once: before the tear-down after a stop event, after it on dispose. Set once, before the segment is
    ///   attached to anything.
    @usableFromInline
    final func setOnDisposed(_ action: @escaping () -> Void) {
        makeColdFields()._withUnsafeGuaranteedRef { $0.onDisposed = action }
        hasOnDisposed.value = true
    }

    // MARK: What it owns

    /// Tells `item` of the end, before what was owned earlier; at once if the end has come. An item is owned once at most.
    @usableFromInline
    final func own(_ item: SegmentItem) { own(.passRetained(item)) }

    /// As `own` of an item.
    ///
    /// - Parameter retained: retained, for the segment.
    @usableFromInline
    final func own(_ retained: Unmanaged<SegmentItem>) {
        let address = UInt(bitPattern: retained.toOpaque())
        assert(address & Segment.tags == 0, "an item that isn't aligned")
        let isOwned = lock.with(self) {
            let old = contents.load()
            if old & Segment.tornDown != 0 { return false }
            retained._withUnsafeGuaranteedRef { $0.ownedBefore.store(old & ~Segment.tags) }
            contents.storeReleasing(address | old & Segment.tags)
            return true
        }
        if isOwned { return }
        retained._withUnsafeGuaranteedRef { $0.segmentEnded() }
        retained.release()
    }

    /// Runs `action` at the end, before what was owned earlier; at once if the end has come.
    @usableFromInline
    final func own(_ action: @escaping () -> Void) { own(OwnedAction(action)) }

    /// Disposes `disposable` at the end, before what was owned earlier; at once if the end has come. See `ownSubscriptions`.
    @usableFromInline
    final func own(_ disposable: any Disposable) {
        defer { _fixLifetime(disposable) }
        switch disposable._kind.kind {
        case .nothing: return
        case .object(let object): if let item = object.item, item.getsOwner() { return own(item as SegmentItem) }
        case .item(let item): if item._withUnsafeGuaranteedRef({ $0.getsOwner() }) { return own(item.takeUnretainedValue() as SegmentItem) }
        case .hop, .foreign: break
        }
        own(OwnedSubscription(disposable, self))
    }

    /// As `own`, for what comes from a user and may be a subscription or hold some. They are ended without waiting, so that
    /// the end of this segment never waits; a thread that waits for this segment waits for them too.
    @usableFromInline
    final func ownSubscriptions(_ disposable: any Disposable) {
        if case .nothing = disposable._kind.kind { return }
        own(OwnedSubscription(disposable, self))
    }

    /// Runs `leave` at the end, before what was owned earlier; at once if the end has come. For a place among the segments
    /// that share a source: it is given up when this segment closes, also if it is torn down later, which `leave` is told of.
    final func ownPlace(_ leave: @escaping (Deferral?) -> Void) { own(OwnedPlace(leave)) }

    /// Lets go of an item without telling it of an end: what the item stood for is gone.
    @usableFromInline
    final func disown(_ item: SegmentItem) {
        let isOut = lock.with(self) { takeOut(item) }
        if isOut { Unmanaged.passUnretained(item).release() }
    }

    private final func takeOut(_ item: SegmentItem) -> Bool {
        let address = UInt(bitPattern: Unmanaged.passUnretained(item).toOpaque()), now = contents.load(), before = item.ownedBefore.load()
        if now & ~Segment.tags == address {
            contents.storeReleasing(before | now & Segment.tags)
            return true
        }
        var isOut = false
        SegmentItem.each(from: now & ~Segment.tags) { later in
            later._withUnsafeGuaranteedRef {
                guard $0.ownedBefore.load() == address else { return }
                $0.ownedBefore.store(before)
                isOut = true
            }
        }
        return isOut
    }

    /// The latest of the items for which `find` returns something. For the owner, before the tear-down.
    final func firstOwned<Result>(_ find: (SegmentItem) -> Result?) -> Result? {
        lock.with(self) {
            var found: Result?
            SegmentItem.each(from: contents.loadAcquiring() & ~Segment.tags) { item in
                if found == nil { found = item._withUnsafeGuaranteedRef(find) }
            }
            return found
        }
    }

    // MARK: Ending

    /// Ends with a stop event; for the owner. Runs `deliver` if the end has not come before, then tears down;
    /// with `tearDownFirst` the other way round.
    @usableFromInline
    final func end(tearDownFirst: Bool = false, _ deliver: () -> Void) {
        let how = close()
        if how == .already { return }
        assert(how != .busy, "a stop event outside the gate of its segment")
        if tearDownFirst {
            disposeContents()
            deliver()
        } else {
            deliver()
            runOnDisposed()
            disposeContents()
        }
        if how == .claimed { leaveClosed() }
    }

    /// Ends the subscription. Does not wait for a delivery that is running on another thread; that thread tears down.
    @usableFromInline
    final func cancel() {
        let how = close()  // Not a `switch`: that would be a jump by a table.
        if how == .claimed {
            disposeContents()
            leaveClosed()
        } else if how == .inside {
            disposeContents()
        }
    }

    /// Releases what the segment owns: children first, then the rest, last in first out. The caller is inside the gate.
    private final func tearDown() {
        if !hasHad(Segment.tornDown) { endContents() }
    }

    private final func endContents() {
        // Takes the items; nothing is owned from now on. Children stay linked.
        let old = lock.with(self) {
            let old = contents.load()
            contents.storeReleasing(old & Segment.tags | Segment.tornDown)
            return old
        }
        if old & Segment.withKin != 0 { for child in lock.with(self, { children.value.all }) { child.endWithParent() } }
        SegmentItem.each(from: old & ~Segment.tags) { item in
            item._withUnsafeGuaranteedRef { $0.segmentEnded() }
            item.release()
        }
    }

    /// As `cancel`. But a child that this thread is just ending, further up its stack, is torn down now: its downstream
    /// comes after it.
    private final func endWithParent() {
        if isClosed, owner == threadToken() { disposeContents() } else { cancel() }
    }

    private final func runOnDisposed() {
        if hasOnDisposed.value { cold.value?._withUnsafeGuaranteedRef { $0.onDisposed.take() }?() }
    }

    /// From now on the end closes this segment at once, and with it all that delivers to it: its children, the subscriptions
    /// that it owns and sources that no other segment uses. The tear-down, and theirs, is handed to `run`, unless it is deferred
    /// already: the first `run` stays, as it is further upstream. After the tear-down `run` isn't kept, since an ended segment may
    /// live on and would hold what `run` captures.
    final func deferTearDown(by run: @escaping Deferral) {
        lock.with(self) {
            guard mark(Segment.deferring) & (Segment.deferring | Segment.tornDown) == 0 else { return }
            makeColdFields()._withUnsafeGuaranteedRef { $0.deferral = run }
        }
    }

    /// As `cancel`; `run`, if there is one, gets the tear-down.
    final func cancel(tearDownBy run: Deferral?) {
        if let run { deferTearDown(by: run) }
        cancel()
    }

    /// Tears down, once; for the owner of the closed gate. A tear-down that is deferred is handed over when the owner leaves, as it
    /// must not overlap what the owner still does.
    final func disposeContents() {
        if hasHad(Segment.deferring) { return }
        tearDown()
        runOnDisposed()
    }

    override func willEmpty() {
        switch contents.loadAcquiring() & (Segment.deferring | Segment.tornDown) {
        case 0: tearDownWhileLeaving()
        case Segment.tornDown: break
        default: passOnTearDown()
        }
    }

    @inline(never)
    private final func tearDownWhileLeaving() {
        tearDown()
        runOnDisposed()
        if hasHad(Segment.deferring) { passOnTearDown() }  // Deferred since the look before: a child may still have a thread inside.
    }

    private final func passOnTearDown() {
        guard let (run, children, items, isTornDown) = takeDeferral() else { return }
        let ofChildren = TearDowns(otherwise: run)
        for child in children { child.cancel(tearDownBy: ofChildren.add) }
        for item in items { item.segmentClosed(tearDownBy: run) }
        run {
            ofChildren.run()
            if !isTornDown { self.endContents() }
            self.runOnDisposed()
        }
    }

    /// For the owner, which hands over the tear-down; `nil` if that has been done. What is owned from now on ends at once.
    private final func takeDeferral() -> (Deferral, [Segment], [SegmentItem], isTornDown: Bool)? {
        lock.with(self) {
            guard let run = cold.value?._withUnsafeGuaranteedRef({ $0.deferral.take() }) else { return nil }
            let old = mark(Segment.tornDown)
            var items: [SegmentItem] = []
            SegmentItem.each(from: old & ~Segment.tags) { items.append($0.takeUnretainedValue()) }
            return (run, children.value.all, items, isTornDown: old & Segment.tornDown != 0)
        }
    }

    /// Called once, by the thread that was the last inside.
    override func didEmpty() { if hasHadKin { leaveWithKin() } }

    /// Unlinks from the parent, unless a child is still linked; then the last child does it. So a thread that waits for the
    /// parent finds every segment below it that has a thread inside.
    final func leaveWithKin() { leave(lock.with(self) { children.value.isEmpty ? parent : nil }) }

    /// Goes up as long as a parent is over. Each segment holds its parent, and the caller holds the first of them.
    @inline(__always)
    final func leave(_ parent: Unmanaged<Segment>?) {
        var child = Unmanaged.passUnretained(self), next = parent
        while let parent = next {
            next = parent._withUnsafeGuaranteedRef { $0.unlink(child) }
            child = parent
        }
    }

    // MARK: Children

    final func adopt(_ child: ChildSegment) -> Bool {
        lock.with(self) {
            if isClosed || mark(Segment.withKin) & Segment.tornDown != 0 { return false }
            children.value.append(child)
            return true
        }
    }

    /// A waiter of this segment, which is ending, waits for `other` too: a subscription without a parent that ends with it, the source
    /// of a sharing or one that a user's closure made. `other` has ended; does nothing if no thread is inside,
    /// or if `other` is what this segment is part of and waits for anyway.
    final func awaitAlso(_ other: Segment) {
        if other.owner == 0, !other.hasHad(Segment.withKin) { return }  // Closed and left: no thread will be inside again.
        let isLinked = LateLinks.lock.with(LateLinks.name) { hasRoot(other) ? false : other.becomeChild(of: self) }
        guard isLinked else { return }
        lock.with(self) {
            mark(Segment.withKin)
            children.value.append(other)
        }
        // It may have been left before it was linked.
        if other.lock.with(other, { other.owner == 0 && other.children.value.isEmpty }) { other.leave(.passUnretained(self)) }
    }

    /// Under the lock of late links, which keeps the way up as it is.
    private final func hasRoot(_ other: Segment) -> Bool {
        var root = self
        while let parent = root.lock.with(root, { root.parent }) { root = parent.takeUnretainedValue() }
        return root === other
    }

    /// Returns whether a thread is inside it or below it, and it had no parent.
    private final func becomeChild(of new: Segment) -> Bool {
        lock.with(self) {
            // The flag makes the owner take this lock when it leaves, and so find its parent.
            let isInside = word.fetchOr(Gate.waiter) & ~Gate.flags != 0
            guard isInside || !children.value.isEmpty, parent == nil else { return false }
            mark(Segment.withKin)
            makeColdFields()._withUnsafeGuaranteedRef { $0.parent.value = .passRetained(new) }
            return true
        }
    }

    /// Returns the parent if this segment is closed, empty and childless now, and so to be unlinked as well. An owner that leaves at
    /// the same time looks at the children after it has left: one of the two sees the other.
    private final func unlink(_ child: Unmanaged<Segment>) -> Unmanaged<Segment>? {
        var wasThere = false
        let next: Unmanaged<Segment>? = lock.with(self) {
            wasThere = children.value.remove(child)
            return wasThere && children.value.isEmpty && isClosed && owner == 0 ? parent : nil
        }
        if wasThere { child.release() }  // Not its end: the caller holds it.
        return next
    }

    // MARK: Waiting

    /// The children that may still have a thread inside. For most segments, which never have any, the look before it spares the waiter an
    /// empty list.
    final func occupiedChildren() -> [Segment] { hasHadKin ? lock.with(self) { children.value.all } : [] }

    /// Whether it has ever had a child, or got a parent late.
    final var hasHadKin: Bool { hasHad(Segment.withKin) }
}

/// Segments get a parent late one at a time, so that none becomes its own ancestor.
private enum LateLinks {
    static let lock = Lock()
    static let name = Gate(core: .lock)
}

extension Segment {
    /// Runs `body` inside the gate: for the one producer of a segment, a timer or a loop, whose events can't overlap.
    /// Does nothing if the segment has ended.
    @inlinable @inline(__always)
    func deliver(_ body: () -> Void) {
        guard _fastPath(enter()) else { return }
        body()
        leaveWithoutMail()
    }
}
