/// A source's event, or the time is up for one buffer or window.
enum TimedMessage<Element> {
    case source(Event<Element>)
    case timeUp(Int)
}

/// Starts the timer of a numbered buffer or window, which calls the closure with that number.
typealias StartTimer = (Int, @escaping (Int) -> Void) -> any Disposable

/// In virtual time a span that is shorter than its unit would be none: from the second timer on some time passes, or it would stand still.
func restartingTimer(_ timeSpan: RxTimeInterval, _ scheduler: any SchedulerType) -> StartTimer {
    let clock = scheduler as? any VirtualClock
    return { number, tick in
        if number > 0, let clock { return clock.scheduleTick(after: timeSpan) { tick(number) } }
        return scheduler.scheduleReleasing(after: timeSpan) { tick(number) }
    }
}
