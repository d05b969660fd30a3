import Rx

/// A virtual-time scheduler that makes sequences and observers which know about its time.
///
/// Used on the thread that made it.
public class TestScheduler: VirtualTimeScheduler<TestSchedulerVirtualTimeConverter>, @unchecked Sendable {
    // Sendable: used on one thread only, which is checked; what it adds is constant.

    /// The times that `start` uses unless it is told others.
    public enum Defaults {
        public static let created = 100
        public static let subscribed = 200
        public static let disposed = 1000
    }

    private let simulateProcessingDelay: Bool

    /// - Parameters:
    ///   - resolution: seconds in a tick of virtual time: a whole number of nanoseconds, at least one and at most 146 years; anything else
    ///     traps. Due times are rounded to the nearest tick, halves up.
    ///   - simulateProcessingDelay: whether work that is scheduled for now, or for earlier, runs one tick later.
    public init(initialClock: TestTime, resolution: Double = 1.0, simulateProcessingDelay: Bool = true) {
        self.simulateProcessingDelay = simulateProcessingDelay
        super.init(
            initialClock: initialClock, converter: TestSchedulerVirtualTimeConverter(resolution: resolution))
    }

    /// A sequence that sends `events` at their times, whether anybody is subscribed or not.
    public func createHotObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
        HotObservable(self, events)
    }

    /// A sequence that sends `events` to each observer, at times relative to its subscription.
    public func createColdObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
        ColdObservable(self, events)
    }

    /// An observer that records.
    public func createObserver<Element>(_: Element.Type) -> TestableObserver<Element> {
        TestableObserver(scheduler: self)
    }

    /// Runs `action` at `time`.
    public func scheduleAt(_ time: TestTime, action: @escaping () -> Void) {
        _ = scheduleAbsoluteVirtual((), time: time) { _ in
            action()
            return Disposables.create()
        }
    }

    public override func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime {
        guard time <= clock else { return time }
        return simulateProcessingDelay && clock < .max ? clock + 1 : clock
    }

    /// Makes a sequence, subscribes an observer, disposes the subscription, each at its time, and runs until nothing is left.
    ///
    /// Traps unless `created`, `subscribed` and `disposed` come in this order; they may be the same.
    ///
    /// - Returns: the observer, with what it recorded.
    public func start<Element, OutputSequence: ObservableConvertibleType>(
        created: TestTime, subscribed: TestTime, disposed: TestTime, create: @escaping () -> OutputSequence
    ) -> TestableObserver<Element> where Element == OutputSequence.Element {
        if created > subscribed || subscribed > disposed {
            fatalError("TestScheduler.start: created \(created), subscribed \(subscribed), disposed \(disposed) are not in order")
        }
        var source: Observable<Element>?
        var subscription: (any Disposable)?
        let observer = createObserver(Element.self)
        scheduleAt(created) { source = create().asObservable() }
        scheduleAt(subscribed) { subscription = source!.subscribe(observer) }
        scheduleAt(disposed) { subscription!.dispose() }
        start()
        return observer
    }

    /// Creates at 100, subscribes at 200 and disposes at `disposed`.
    public func start<Element, OutputSequence: ObservableConvertibleType>(
        disposed: TestTime, create: @escaping () -> OutputSequence
    ) -> TestableObserver<Element> where Element == OutputSequence.Element {
        start(created: Defaults.created, subscribed: Defaults.subscribed, disposed: disposed, create: create)
    }

    /// Creates at 100, subscribes at 200 and disposes at 1000.
    public func start<Element, OutputSequence: ObservableConvertibleType>(
        _ create: @escaping () -> OutputSequence
    ) -> TestableObserver<Element> where Element == OutputSequence.Element {
        start(disposed: Defaults.disposed, create: create)
    }
}
