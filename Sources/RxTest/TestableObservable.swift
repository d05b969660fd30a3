import Rx

/// A sequence that sends given events at given virtual times and records who was subscribed when. `TestScheduler` makes
/// them, hot and cold. Used on the scheduler's thread only.
///
/// An observer hears one event after the other, nothing after its stop event and nothing once its subscription has been disposed of, also
/// within the delivery of an event to several observers. What is recorded of a subscription ends when it is disposed of.
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
    private var recipients: [Recipient<Element>] = []

    override init(_ scheduler: TestScheduler, _ recordedEvents: [Recorded<Event<Element>>]) {
        super.init(scheduler, recordedEvents)
        for recorded in recordedEvents {
            scheduler.scheduleAt(recorded.time) {
                for recipient in self.recipients { recipient.receive(recorded.value) }
            }
        }
    }

    override func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Element == Observer.Element {
        let end = beginSubscription(), recipient = Recipient(observer.on)
        recipients.append(recipient)
        return Disposables.create {
            recipient.end()
            self.recipients.removeAll { $0 === recipient }
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
        let end = beginSubscription(), recipient = Recipient(observer.on)
        // What is left when the subscription ends stays scheduled: virtual time goes on to its last event.
        for recorded in recordedEvents {
            _ = scheduler!.scheduleRelativeVirtual((), dueTime: recorded.time) { _ in
                recipient.receive(recorded.value)
                return Disposables.create()
            }
        }
        return Disposables.create {
            recipient.end()
            end()
        }
    }
}

/// The observer of one subscription: told one event after the other until a stop event or the end of the subscription.
private final class Recipient<Element> {
    /// `nil` once it is to hear nothing more.
    private var send: ((Event<Element>) -> Void)?
    private var isInside = false
    /// What comes while it is being told something: it may have stopped the scheduler and started it again.
    private var waiting: [Event<Element>] = []

    init(_ send: @escaping (Event<Element>) -> Void) { self.send = send }

    func receive(_ event: Event<Element>) {
        waiting.append(event)
        if isInside { return }
        isInside = true
        while let send, !waiting.isEmpty {
            let event = waiting.removeFirst()
            if event.isStopEvent { end() }
            send(event)
        }
        waiting = []
        isInside = false
    }

    func end() { send = nil }
}
