import RxPlatform

extension ObservableType {
    /// The source, subscribed to and disposed on `scheduler`. Its events are not moved.
    ///
    ///     subscribe  ^
    ///     scheduler  -^
    ///     result     --1--2--|
    ///
    /// Once the result has ended nothing is delivered any more, also to closures upstream of here; what the source
    /// holds is released when the scheduler gets round to it, or at once if it is still being subscribed to.
    ///
    /// Cost: one piece of work for subscribing and one for disposing; a gate around an event.
    public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        let source = source
        return Observable { observer, segment in
            let output = Turns(observer, segment)
            let upstream = Segment(in: segment), state = ScheduledSubscription()
            let start = SingleAssignmentDisposable()
            upstream.deferTearDown { tearDown in
                if state.end() != .started { return tearDown() }
                _ = scheduler.schedule(()) { _ in
                    tearDown()
                    return Disposables.create()
                }
            }
            segment.own { start.disposeWithoutWaiting() }
            start.setDisposable(
                scheduler.schedule(()) { _ in
                    guard state.start() else { return Disposables.create() }
                    source.subscribe(upstream, next: output.send, stop: output.stop)
                    state.finishStart()
                    return Disposables.create()
                })
        }
    }

    @available(*, deprecated, renamed: "subscribe(on:)")
    public func subscribeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        subscribe(on: scheduler)
    }
}

/// How far a subscription has come that is made on a scheduler.
private final class ScheduledSubscription: Sendable {
    enum Progress: UInt {
        case notStarted, starting, started
    }

    private let word = Word(Progress.notStarted.rawValue)
    private static var ended: UInt { 3 }

    /// `false`: it has ended before.
    func start() -> Bool {
        word.compareExchange(Progress.notStarted.rawValue, Progress.starting.rawValue).exchanged
    }

    func finishStart() {
        _ = word.compareExchange(Progress.starting.rawValue, Progress.started.rawValue)
    }

    /// Returns how far it had come.
    func end() -> Progress { Progress(rawValue: word.exchange(ScheduledSubscription.ended)) ?? .started }
}
