extension ObservableType {
    /// The elements that are followed by `dueTime` of silence.
    ///
    ///     source       -1-2-3------4--5-|
    ///     debounce(3)
    ///     result       --------3--------5|
    ///
    /// Completion sends the element that is waiting at once; an error drops it. Elements that waited are sent on the
    /// scheduler. Cost: a look at the clock for an event; no allocation, no timer of its own. In virtual time and on a scheduler
    /// of a user's, a timer for each.
    @inlinable @inline(__always)
    public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let junction = Junction(segment), waiting = Cell<Element?>(nil)
            let timer = RestartingTimer(junction, dueTime, scheduler) {
                guard let element = waiting.value else { return }
                waiting.value = nil
                observer.send(element)
            }
            junction.subscribe(
                source,
                next: { element in
                    waiting.value = element
                    timer.restart()
                },
                stop: { error in
                    if error == nil, let element = waiting.value {
                        observer.send(element)
                        if segment.isClosed { return }
                    }
                    observer.stop(error)
                })
        }
        return Observable(run)
    }
}
