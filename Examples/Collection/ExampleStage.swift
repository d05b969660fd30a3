import Dispatch
import Rx
import RxMarbles
import RxTest

/// Where an example runs: a scheduler in virtual time, and a diagram of what really happens on it.
///
/// A tick is a second of the scheduler. Work that is scheduled for now runs in the same tick.
public final class ExampleStage {
    public let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)

    /// Examples end at this tick, whatever is still running.
    private static let end = 60

    private var rows: [() -> [MarbleDiagram.Row]] = []
    private var subscriptions: [any Disposable] = []
    private(set) var printed: [String] = []

    /// A source that sends whether anybody is subscribed or not, drawn as a row. The string is a marble string of RxTest.
    public func hot<Element: LosslessStringConvertible>(
        _ name: String, _ marbles: String, of type: Element.Type = String.self
    ) -> Observable<Element> {
        let source = scheduler.hot(marbles, of: type)
        rows.append { [.init(name: name, source.recordedEvents)] }
        return source.asObservable()
    }

    /// A source that begins anew for each subscription; each is drawn as a row, from when to when it is subscribed.
    public func cold<Element: LosslessStringConvertible>(
        _ name: String, _ marbles: String, of type: Element.Type = String.self
    ) -> Observable<Element> {
        let source = scheduler.cold(marbles, of: type)
        rows.append {
            source.subscriptions.map { subscription in
                let events = source.recordedEvents.map {
                    Recorded(time: subscription.subscribe + $0.time, value: $0.value)
                }
                let seen = events.filter { $0.time <= subscription.unsubscribe }
                var row = MarbleDiagram.Row(name: name, begin: subscription.subscribe, seen)
                if subscription.unsubscribe < ExampleStage.end, seen.last?.value.isStopEvent != true {
                    row.marks.append(.disposal(at: subscription.unsubscribe))
                }
                return row
            }
        }
        return source.asObservable()
    }

    /// Subscribes, now or at the given tick, and draws what comes.
    ///
    /// - Parameters:
    ///   - end: when to dispose; at the example's end unless given.
    public func show<Sequence: ObservableConvertibleType>(
        _ name: String, _ sequence: Sequence, at begin: Int? = nil, until end: Int? = nil
    ) {
        let observer = scheduler.createObserver(Sequence.Element.self)
        let begin = begin ?? scheduler.clock
        rows.append {
            var row = MarbleDiagram.Row(name: name, begin: begin, observer.events) { "\($0)".compact }
            if let end, row.marks.last?.isLast != true { row.marks.append(.disposal(at: end)) }
            return [row]
        }
        at(begin) { [self] in
            let subscription = sequence.asObservable().subscribe(observer)
            subscriptions.append(subscription)
            if let end { at(end, subscription.dispose) }
        }
    }

    /// Runs `action` at a tick; at once, if that is now.
    public func at(_ tick: Int, _ action: @escaping () -> Void) {
        if tick <= scheduler.clock { action() } else { scheduler.scheduleAt(tick, action: action) }
    }

    /// Prints a line, with the tick.
    public func print(_ text: String) { printed.append("\(scheduler.clock): \(text)") }

    /// Runs asynchronous work to its end, at a tick, and draws its result.
    public func wait<Result: Sendable>(_ name: String, at tick: Int = 0, _ work: @escaping @Sendable () async throws -> Result) {
        wait(name, at: tick) { send in send(try await work()) }
    }

    /// Iterates a sequence to its end, at a tick, and draws what comes.
    public func iterate<Elements: AsyncSequence & Sendable>(_ name: String, _ elements: Elements, at tick: Int = 0)
    where Elements.Element: Sendable {
        wait(name, at: tick) { send in for try await element in elements { send(element) } }
    }

    private func wait<Element: Sendable>(
        _ name: String, at tick: Int, _ body: @escaping @Sendable (_ send: (Element) -> Void) async throws -> Void
    ) {
        let observer = scheduler.createObserver(Element.self)
        rows.append { [.init(name: name, begin: tick, observer.events) { "\($0)".compact }] }
        at(tick) {
            let done = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var events: [Event<Element>] = []  // Written before the signal, read after it.
            let work: @Sendable () async -> Void = {
                do {
                    try await body { events.append(.next($0)) }
                    events.append(.completed)
                } catch {
                    events.append(.error(error))
                }
                done.signal()
            }
            WaitedFor.start(work)
            done.wait()
            events.forEach(observer.on)
        }
    }

    /// Runs everything that is scheduled, ends the subscriptions, and draws.
    func run() -> MarbleDiagram {
        scheduler.advanceTo(ExampleStage.end)
        let drawn = rows.flatMap { $0() }
        for subscription in subscriptions { subscription.dispose() }
        scheduler.advanceTo(ExampleStage.end + 1)  // What `subscribe(on:)` ends there.
        let last = drawn.flatMap(\.marks).map(\.tick).max() ?? 0
        return MarbleDiagram(rows: drawn, lastTick: last)
    }
}

/// Runs tasks that a thread waits for, on a queue of their own: all threads of the pool may be waiting for what that thread keeps
/// from running.
private final class WaitedFor: TaskExecutor {
    private let queue = DispatchQueue(label: "asynchronous work of an example")

    static func start(_ work: @escaping @Sendable () async -> Void) {
        Task.detached(executorPreference: WaitedFor(), operation: work)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

extension MarbleDiagram.Row.Mark {
    static func disposal(at tick: Int) -> Self { .init(tick: tick, text: "!", isLast: true) }
}

extension String {
    /// Without blanks and quotation marks, to be narrow: `[a,b]`.
    fileprivate var compact: String { filter { $0 != " " && $0 != "\"" } }
}
