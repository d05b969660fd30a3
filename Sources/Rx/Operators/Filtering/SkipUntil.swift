extension ObservableType {
    /// The elements that come after `other` has sent one. `other`'s error is this one's; its completion alone does nothing.
    ///
    ///     source  --1--2--3--4--|
    ///     other   -------x------
    ///     result  --------3--4--|
    ///
    /// If the source completes before `other` has sent anything, nothing is sent, completion neither.
    /// The source is subscribed to first. Cost: two child subscriptions and a mailbox.
    public func skip(until other: some ObservableType) -> Observable<Element> {
        let source = source
        let trigger = other.source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            // In the order in which they are torn down.
            let main = ChildSegment(in: segment), triggerSegment = ChildSegment(in: segment)
            let isOpen = Cell(false)
            let mailbox = Mailbox<SkipUntilMessage<Element>>(segment) { [observer = consume observer] message in
                switch message {
                case .open:
                    isOpen.value = true
                    triggerSegment.cancel()
                case .source(.next(let element)): if isOpen.value { observer.send(element) }
                case .source(.completed) where !isOpen.value: triggerSegment.cancel()
                case .source(let event): observer.on(event)
                case .failed(let error): observer.stop(error)
                }
            }
            source.subscribe(
                main, next: { mailbox.send(.source(.next($0))) },
                stop: { mailbox.send(.source(.stop($0))) })
            trigger.subscribe(
                triggerSegment, next: { _ in mailbox.send(.open) },
                stop: { error in if let error { mailbox.send(.failed(error)) } })
        }
        return Observable(run)
    }

    @available(*, deprecated, renamed: "skip(until:)")
    public func skipUntil(_ other: some ObservableType) -> Observable<Element> { skip(until: other) }
}

private enum SkipUntilMessage<Element> {
    case source(Event<Element>)
    case open
    case failed(any Error)
}
