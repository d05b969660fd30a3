import Foundation
import Rx

/// Records what happens to inspected subscriptions: who subscribed to what, where and on which core, every event with time and
/// thread, every end.
///
///     let recorder = Recorder()
///     search.inspect("search", recorder).flatMapLatest { load($0).inspect("load", recorder) }.subscribe(…)
///     print(recorder.trace)
///     try recorder.trace.html(title: "Search").write(toFile: "trace.html", …)
///
/// It keeps an entry for each event, up to a limit. May be used on any thread; it holds a lock for a moment, while it calls
/// nothing.
public final class Recorder: SubscriptionInspector, @unchecked Sendable {  // Sendable: `state` is guarded by `lock`.
    private struct State {
        var trace = Trace()
        var threads: [ObjectIdentifier: Int] = [:]
    }

    /// What a thread is doing for this recorder, the innermost last.
    private struct Frame {
        let subscription: Int
        let isEvent: Bool
    }

    private static let longestText = 80

    private let lock = NSLock()
    private var state = State()
    private let now: () -> Double
    private let limit: Int
    private let key: String

    /// - Parameters:
    ///   - limit: how many entries it keeps; what comes later is only counted.
    ///   - now: the time in seconds; the uptime unless given. In virtual time: `{ Double(scheduler.clock) }`.
    public init(limit: Int = 100_000, now: (() -> Double)? = nil) {
        let start = DispatchTime.now().uptimeNanoseconds
        self.now = now ?? { Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9 }
        self.limit = limit
        key = "RxInspector.frames.\(UUID().uuidString)"
    }

    /// What has been recorded so far.
    public var trace: Trace { withState { $0.trace } }

    // MARK: SubscriptionInspector

    public func begin(_ name: String, of element: Any.Type, on core: Core) -> Int {
        let parent = frames.last, time = now(), queue = currentQueue()
        let number = withState { state in
            let number = state.trace.subscriptions.count
            state.trace.subscriptions.append(
                Trace.Subscription(
                    number: number, name: name, element: "\(element)", core: "\(core)", parent: parent?.subscription,
                    isInner: parent?.isEvent ?? false, time: time, place: place(queue, &state)))
            return number
        }
        frames.append(Frame(subscription: number, isEvent: false))
        return number
    }

    public func subscribed(_ number: Int) { pop() }

    public func willSend<Element>(_ event: Event<Element>, _ number: Int) {
        switch event {
        case .next(let element): add(.next, "\(element)", number)
        case .error(let error): add(.error, "\(error)", number)
        case .completed: add(.completed, "", number)
        }
        frames.append(Frame(subscription: number, isEvent: true))
    }

    public func didSend(_ number: Int) { pop() }

    public func ended(_ number: Int) { add(.ended, "", number) }

    // MARK: Recording

    private func add(_ kind: Trace.Entry.Kind, _ text: String, _ number: Int) {
        let time = now(), queue = currentQueue()
        let isLong = text.count > Recorder.longestText
        let text = isLong ? text.prefix(Recorder.longestText - 1) + "…" : text[...]
        withState { state in
            guard state.trace.entries.count < limit else { return state.trace.dropped += 1 }
            state.trace.entries.append(
                Trace.Entry(
                    subscription: number, kind: kind, text: String(text), time: time, place: place(queue, &state)))
        }
    }

    private func place(_ queue: String, _ state: inout State) -> Trace.Place {
        let thread = ObjectIdentifier(Thread.current)
        let number = state.threads[thread] ?? state.threads.count + 1
        state.threads[thread] = number
        return Trace.Place(thread: number, queue: queue)
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

    // MARK: What this thread is doing

    private var frames: [Frame] {
        get { Thread.current.threadDictionary[key] as? [Frame] ?? [] }
        set { Thread.current.threadDictionary[key] = newValue.isEmpty ? nil : newValue }
    }

    private func pop() { _ = frames.popLast() }
}
