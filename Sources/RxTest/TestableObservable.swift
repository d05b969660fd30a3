import Rx

/// A sequence that sends given events at given virtual times and records who was subscribed when. `TestScheduler` makes
/// them, hot and cold. Used on the scheduler's thread only.
public class TestableObservable<Element>: ObservableType {
    /// When observers came and went, in order of coming.
    public fileprivate(set) var subscriptions: [Subscription] = []

    /// What it sends. Hot: at these times. Cold: so long after each subscription.
    public let recordedEvents: [Recorded<Event<Element>>]

    // Weak: the scheduler's waiting work holds the sequence.
    fileprivate weak let scheduler: TestScheduler?

    fileprivate init(_ scheduler: TestScheduler, _ recordedEvents: [Recorded<Event<Element>>]) {
        self.scheduler = scheduler
        self.recordedEvents = recordedEvents
    }

    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Element == Observer.Element {
        fatalError("TestableObservable.subscribe: abstract")
    }

    /// Records a subscription that begins now; the result records its end.
    fileprivate func beginSubscription() -> () -> Void {
        guard let scheduler else { fatalError("TestableObservable.subscribe: its scheduler is gone") }
        let index = subscriptions.count
        let begin = scheduler.clock
        subscriptions.append(Subscription(begin))
        return {
            self.subscriptions[index] = Subscription(begin, self.scheduler?.clock ?? Int.max)
        }
    }
}

/// Sends at absolute times, whether anybody is subscribed or not.
final class HotObservable<Element>: TestableObservable<Element> {
    private var observers: [(number: Int, send: (Event<Element>) -> Void)] = []
    private var lastNumber = 0

    override init(_ scheduler: TestScheduler, _ recordedEvents: [Recorded<Event<Element>>]) {
        super.init(scheduler, recordedEvents)
        for recorded in recordedEvents {
            scheduler.scheduleAt(recorded.time) {
                for observer in self.observers { observer.send(recorded.value) }
            }
        }
    }

    override func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Element == Observer.Element {
        let end = beginSubscription()
        lastNumber += 1
        let number = lastNumber
        observers.append((number, observer.on))
        return Disposables.create {
            self.observers.removeAll { $0.number == number }
            end()
        }
    }
}

/// Sends to each observer at times relative to its subscription.
final class ColdObservable<Element>: TestableObservable<Element> {
    override init(_ scheduler: TestScheduler, _ recordedEvents: [Recorded<Event<Element>>]) {
        super.init(scheduler, recordedEvents)
    }

    override func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Element == Observer.Element {
        let end = beginSubscription()
        // What is left when the subscription ends stays scheduled: virtual time goes on to its last event.
        var send: ((Event<Element>) -> Void)? = observer.on
        for recorded in recordedEvents {
            _ = scheduler!.scheduleRelativeVirtual((), dueTime: recorded.time) { _ in
                send?(recorded.value)
                return Disposables.create()
            }
        }
        return Disposables.create {
            send = nil
            end()
        }
    }
}
