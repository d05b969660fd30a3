extension ObservableType {
    /// Arrays of `count` elements, or of what has come within `timeSpan`, whichever is earlier; empty ones too.
    ///
    ///     source  --1-2-3-----4--|
    ///     buffer(timeSpan: 6, count: 2)
    ///     result  ----[1,2]-----[3]--[4]|
    ///
    /// A `count` of 0 is no limit: arrays by time alone. Traps if it is negative.
    ///
    /// The timer starts anew with each array. At completion comes the rest, even if empty; an error drops it.
    /// Cost: one mailbox; one timer and one array for each array sent.
    public func buffer(timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType) -> Observable<[Element]> {
        require(count >= 0, "buffer(timeSpan:count:scheduler:): a count of \(count) is not allowed; for no limit, pass 0")
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<[Element]>, _ segment: Segment) {
            let buffer = Buffer(observer, segment, count: count, schedule: restartingTimer(timeSpan, scheduler))
            buffer.startFirstTimer()
            source.subscribe(
                ChildSegment(in: segment), next: { buffer.mailbox.send(.source(.next($0))) },
                stop: { buffer.mailbox.send(.source(.stop($0))) })
        }
        return Observable<[Element]>(run)
    }
}

private final class Buffer<Element>: @unchecked Sendable {  // Sendable: the state belongs to the mailbox's handler.
    private let observer: Rx.Observer<[Element]>
    private let segment: Segment
    private let count: Int
    private let schedule: StartTimer
    private let timer = SerialDisposable()
    private(set) lazy var mailbox = Mailbox<TimedMessage<Element>>(segment) { [unowned self] in handle($0) }
    private var elements: [Element] = []
    private var number = 0

    init(_ observer: Rx.Observer<[Element]>, _ segment: Segment, count: Int, schedule: @escaping StartTimer) {
        self.observer = observer
        self.segment = segment
        self.count = count
        self.schedule = schedule
        _ = mailbox
        segment.own(timer)
    }

    /// Inside the gate, as the others: its time may come on another thread before it is kept, and then another one is started.
    func startFirstTimer() {
        guard segment.enter() else { return }
        startTimer()
        mailbox.finish()
    }

    private func startTimer() {
        timer.disposable = schedule(number) { self.mailbox.visit(.timeUp($0)) }
    }

    private func handle(_ message: TimedMessage<Element>) {
        switch message {
        case .source(.next(let element)):
            elements.append(element)
            if elements.count == count { send() }
        case .source(.error(let error)): observer.stop(error)
        case .source(.completed):
            observer.send(elements)
            if !segment.isClosed { observer.stop(nil) }
        case .timeUp(let number): if number == self.number { send() }
        }
    }

    private func send() {
        let full = elements
        elements = []
        number += 1
        observer.send(full)
        if !segment.isClosed { startTimer() }
    }
}
