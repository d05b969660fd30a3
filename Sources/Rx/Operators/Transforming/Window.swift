extension ObservableType {
    /// As `buffer`, with a sequence instead of each array. The first window opens at once, the next one right after a
    /// window has completed.
    ///
    ///     source  --1-2-3-----4--|
    ///     window(timeSpan: 6, count: 2)
    ///     result  a---b-----c----|
    ///     a       --1-2|
    ///     b           --3---|
    ///     c                 --4--|
    ///
    /// A window tells only who is subscribed to it at the time. The source runs for as long as the result or one of the
    /// windows is subscribed to. A `count` of 0 is no limit: windows by time alone. Traps if it is
    /// negative.
    ///
    /// Cost: one mailbox; one timer and one subject for each window.
    public func window(
        timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
    ) -> Observable<Observable<Element>> {
        require(count >= 0, "window(timeSpan:count:scheduler:): a count of \(count) is not allowed; for no limit, pass 0")
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Observable<Element>>, _ segment: Segment) {
            let windows = Windows(observer, segment, count: count, schedule: restartingTimer(timeSpan, scheduler))
            windows.open()
            windows.startFirstTimer()
            source.subscribe(
                ChildSegment(in: windows.shared.segment), next: { windows.mailbox.send(.source(.next($0))) },
                stop: { windows.mailbox.send(.source(.stop($0))) })
        }
        return Observable<Observable<Element>>(run)
    }
}

private final class Windows<Element>: @unchecked Sendable {  // Sendable: the state belongs to the mailbox's handler.
    /// Gone once the result has ended, though windows go on.
    private var observer: Rx.Observer<Observable<Element>>?
    private let outer: Segment
    private let limit: Int
    private let schedule: StartTimer
    let shared: SharedSource
    private let timer = SerialDisposable()
    private(set) lazy var mailbox = Mailbox<TimedMessage<Element>>(shared.segment) { [unowned self] in handle($0) }
    private var window: PublishSubject<Element>
    private var count = 0
    private var number = 0

    init(
        _ observer: Rx.Observer<Observable<Element>>, _ outer: Segment, count: Int, schedule: @escaping StartTimer
    ) {
        self.observer = observer
        self.outer = outer
        limit = count
        self.schedule = schedule
        shared = SharedSource(core: outer.core)
        window = PublishSubject(core: outer.core)
        _ = mailbox
        shared.join(outer) { [weak self] in self?.observer = nil }
        shared.segment.own(timer)
    }

    func open() {
        outer.deliver { observer?.send(shared.handOut(window)) }
    }

    /// As that of a buffer.
    func startFirstTimer() {
        guard shared.segment.enter() else { return }
        startTimer()
        mailbox.finish()
    }

    private func startTimer() {
        if shared.segment.isClosed { return }
        timer.disposable = schedule(number) { self.mailbox.visit(.timeUp($0)) }
    }

    private func handle(_ message: TimedMessage<Element>) {
        switch message {
        case .source(.next(let element)):
            window.on(.next(element))
            count += 1
            if count == limit { openNext() }
        case .source(.error(let error)): stop(error)
        case .source(.completed): stop(nil)
        case .timeUp(let number): if number == self.number { openNext() }
        }
    }

    private func openNext() {
        if shared.segment.isClosed { return }
        count = 0
        number += 1
        window.on(.completed)
        window = PublishSubject(core: outer.core)
        open()
        startTimer()
    }

    private func stop(_ error: (any Error)?) {
        window.on(.stop(error))
        outer.deliver { observer?.stop(error) }
        shared.segment.cancel()
    }
}
