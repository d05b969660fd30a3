import RxPlatform

// What `subscribe(on:)` needs: a subscription that delivers nothing more at once, and is torn down later, elsewhere.

/// Tear-downs that are part of a larger piece of work, which calls `run`. One that comes after that is a piece of its own.
final class TearDowns: Disposable, @unchecked Sendable {  // Sendable: guarded by `lock`.
    private let lock = Lock()
    private let late: Segment.Deferral
    private var waiting: [() -> Void]? = []

    init(otherwise late: @escaping Segment.Deferral) { self.late = late }

    func add(_ tearDown: @escaping () -> Void) {
        let isLate = lock.with(self) {
            waiting?.append(tearDown)
            return waiting == nil
        }
        if isLate { late(tearDown) }
    }

    func run() {
        let all = lock.with(self) {
            defer { waiting = nil }
            return waiting
        }
        for tearDown in all ?? [] { tearDown() }
    }

    func dispose() { run() }
}

/// A subscription that can be ended in two steps.
protocol DeferrableSubscription {
    /// Ends it without waiting; `run`, if there is one, gets the tear-down.
    ///
    /// - Returns: the segment that it runs in.
    func cancelled(tearDownBy run: Segment.Deferral?) -> Segment
}

extension Segment: DeferrableSubscription {
    func cancelled(tearDownBy run: Deferral?) -> Segment {
        cancel(tearDownBy: run)
        return self
    }
}

extension Segment {
    /// Disposes of `disposable` without waiting. A thread that waits for this segment waits for the subscriptions that it is or holds.
    /// `run`, if there is one, gets all but their closing.
    func end(_ disposable: any Disposable, tearDownBy run: Deferral?) {
        guard let run else { return disposable.endWithoutWaiting(awaitAlso) }
        let rest = endSubscriptions(in: disposable, tearDownBy: run)
        run { for disposable in rest { disposable.disposeWithoutWaiting() } }
    }

    /// Ends the subscriptions that `disposable` is or holds. A thread that waits for this segment waits for them too.
    ///
    /// - Returns: what is still to be disposed of, in order: what else it held, and the tear-downs of those subscriptions;
    ///   `run` gets the tear-down of one that a thread is still inside of then.
    func endSubscriptions(in disposable: any Disposable, tearDownBy run: @escaping Deferral) -> [any Disposable] {
        defer { _fixLifetime(disposable) }
        guard let own = disposable._kind.object else { return [disposable] }
        if let subscription = own as? any DeferrableSubscription {
            let tearDowns = TearDowns(otherwise: run)
            awaitAlso(subscription.cancelled(tearDownBy: tearDowns.add))
            return [tearDowns]
        }
        guard let container = own as? any DisposableContainer else { return [disposable] }
        var rest: [any Disposable] = []
        container.end { rest += endSubscriptions(in: $0, tearDownBy: run) }
        return rest
    }
}
