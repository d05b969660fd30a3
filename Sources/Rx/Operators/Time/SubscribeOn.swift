import RxPlatform

extension ObservableType {
    /// The source, subscribed to and disposed on `scheduler`. Its events are not moved.
    ///
    ///     subscribe  ^
    ///     scheduler  -^
    ///     result     --1--2--|
    ///
    /// Once the result has been disposed nothing is delivered any more; the source's own subscription ends when the scheduler
    /// gets round to it, or at once if the source still occupies the scheduler with being subscribed to.
    public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        let source = source
        return Observable { observer, segment in
            let output = Turns(observer, segment)
            // Not a child of the segment, with which it would end at once.
            let upstream = Segment(core: segment.core), state = ScheduledSubscription()
            let start = SingleAssignmentDisposable()
            segment.own {
                switch state.end() {
                case .notStarted: start.disposeWithoutWaiting()
                case .starting: upstream.cancel()
                case .started:
                    if upstream.isClosed { return }
                    _ = scheduler.schedule(()) { _ in
                        upstream.cancel()
                        return Disposables.create()
                    }
                }
            }
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
