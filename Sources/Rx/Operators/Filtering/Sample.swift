extension ObservableType {
    /// The latest element each time `sampler` sends something, if it is a new one; `defaultValue`, if given, when it isn't.
    ///
    ///     source   --1--2-----3--|
    ///     sampler  ----x---x---x---x
    ///     result   ----1---2---3---|     (with a default: that value where nothing is new)
    ///
    /// The completion of `sampler` samples too. The result completes with the first event of `sampler` after the source has
    /// completed. An error of either ends it. Cost: two child subscriptions and a mailbox.
    public func sample(_ sampler: some ObservableType, defaultValue: Element? = nil) -> Observable<Element> {
        let source = source
        let samples = sampler.source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let latest = Cell<Element?>(nil)
            let sourceHasCompleted = Cell(false)
            let mailbox = Mailbox<SampleMessage<Element>>(segment) { [observer = consume observer] message in
                switch message {
                case .source(.next(let element)): latest.value = element
                case .source(.completed): sourceHasCompleted.value = true
                case .source(.error(let error)), .failed(let error): observer.stop(error)
                case .sample:
                    if let element = latest.value ?? defaultValue {
                        latest.value = nil
                        observer.send(element)
                    }
                    if sourceHasCompleted.value, !segment.isClosed { observer.stop(nil) }
                }
            }
            source.subscribe(
                ChildSegment(in: segment), next: { mailbox.send(.source(.next($0))) },
                stop: { mailbox.send(.source(.stop($0))) })
            samples.subscribe(
                ChildSegment(in: segment), next: { _ in mailbox.send(.sample) },
                stop: { error in mailbox.send(error.map(SampleMessage.failed) ?? .sample) })
        }
        return Observable(run)
    }
}

private enum SampleMessage<Element> {
    case source(Event<Element>)
    case sample
    case failed(any Error)
}
