import RxPlatform

extension ObservableType {
    /// The source, subscribed to and disposed on `scheduler`. Its events are not moved.
    ///
    ///     subscribe  ^
    ///     scheduler  -^
    ///     result     --1--2--|
    ///
    /// Once the result has ended nothing is delivered any more, also to closures upstream of here, of shared sources that
    /// nobody else uses, and of subscriptions that `create` returned.
    ///
    /// What the source holds is disposed of when the scheduler gets round to it, or at once if it is still being subscribed to; what is
    /// downstream of here is let go of at once.
    ///
    /// Cost: one piece of work for subscribing and one for disposing; a gate around an event.
    public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let downstream = Downstream(observer, of: segment)
            let upstream = ChildSegment(in: segment), state = ScheduledSubscription()
            let start = SingleAssignmentDisposable()
            upstream.deferTearDown { tearDown in
                guard state.endsLater() else { return tearDown() }
                _ = scheduler.schedule(()) { _ in
                    tearDown()
                    return Disposables.create()
                }
            }
            segment.own { start.disposeWithoutWaiting() }
            start.setDisposable(
                scheduler.scheduleReleasing {
                    guard state.start() else { return }
                    source.subscribe(
                        upstream, next: { element in segment.deliver { downstream.send(element) } },
                        stop: { error in segment.deliver { downstream.stop(error) } })
                    state.finishStart()
                })
        }
        return Observable(run)
    }

    @available(*, deprecated, renamed: "subscribe(on:)")
    public func subscribeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        subscribe(on: scheduler)
    }
}

/// How far a subscription has come that is made on a scheduler.
private final class ScheduledSubscription: Sendable {
    private let word = Word(0)
    private static var starting: UInt { 1 }
    private static var started: UInt { 2 }
    private static var endedBefore: UInt { 3 }

    /// `false`: it has ended before.
    func start() -> Bool { word.compareExchange(0, Self.starting).exchanged }

    func finishStart() { _ = word.compareExchange(Self.starting, Self.started) }

    /// Whether it had been made completely when it first ended, and so is to be torn down on the scheduler too.
    func endsLater() -> Bool {
        while true {
            let now = word.loadAcquiring()
            if now == Self.started { return true }
            if now == Self.endedBefore || word.compareExchange(now, Self.endedBefore).exchanged { return false }
        }
    }
}
