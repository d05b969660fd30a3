extension ObservableType {
    /// The source; `RxError.timeout` if `dueTime` passes, from the subscription or an element on, without an event.
    ///
    ///     source       -1--2-----3--|
    ///     timeout(3)
    ///     result       -1--2---x
    ///
    /// Cost: a look at the clock for an event; no allocation, no timer of its own. In virtual time and on a scheduler
    /// of a user's, a timer for each.
    public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        timeout(dueTime, other: Observable.error(RxError.timeout), scheduler: scheduler)
    }

    /// The source; `other` instead if `dueTime` passes, from the subscription or an element on, without an event.
    ///
    ///     source       -1--2-----3--|
    ///     other                -a--b|
    ///     result       -1--2----a--b|
    ///
    /// `other` is subscribed to before the source is disposed.
    /// Cost: as `timeout(_:scheduler:)`, and a subscription for `other`.
    public func timeout<Source: ObservableConvertibleType>(
        _ dueTime: RxTimeInterval, other: Source, scheduler: any SchedulerType
    ) -> Observable<Element> where Source.Element == Element {
        let source = source, other = other.source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let junction = Junction(segment), child = ChildSegment(in: segment)
            let hasExpired = Cell(false), switches = Flag()
            // The other source is subscribed to outside the gate, by the thread that found out: whoever was inside looks.
            func switchOver() {
                guard switches.lower() else { return }
                junction.subscribe(other, next: observer.send, stop: observer.stop)
                child.cancel()
            }
            let timer = RestartingTimer(
                junction, dueTime, scheduler, afterwards: switchOver,
                expired: {
                    hasExpired.value = true
                    switches.raise()
                })
            junction.pass((), to: timer.restart)
            switchOver()
            func next(_ element: Element) {
                if hasExpired.value { return }
                observer.send(element)
                if !segment.isClosed { timer.restart() }
            }
            func stop(_ error: (any Error)?) {
                if !hasExpired.value { observer.stop(error) }
            }
            // Each of these may find a timer's message waiting, and so be the one that finds out.
            source.subscribe(
                child,
                next: {
                    junction.pass($0, to: next); switchOver()
                },
                stop: {
                    junction.pass($0, to: stop); switchOver()
                })
        }
        return Observable(run)
    }
}
