import RxPlatform

/// Tells its observers what comes after they subscribed. Who subscribes after the end gets the stop event.
///
/// Any thread may send, several at once and from inside a delivery: each observer sees one event after the other (G1).
///
/// Cost: an event is a gate and a walk over the observers; no allocation.
public final class PublishSubject<Element>: Observable<Element>, SubjectType, Cancelable, ObserverType, @unchecked Sendable {
    // Sendable: the state is guarded by the hub's lock.
    public typealias SubjectObserverType = PublishSubject<Element>

    @usableFromInline let hub: Hub<Element>
    @usableFromInline let state: SubjectState

    /// - Parameter core: how it serialises; the scope's or the default one.
    @inlinable
    public init(core: Core) {
        let hub = Hub<Element>(core: core), state = SubjectState()
        self.hub = hub
        self.state = state
        super.init({ hub.attach($0, $1, state) }, isTrampolined: false, origin: .publishSubject)
        state.remember(self)
    }

    @inlinable
    public convenience init() { self.init(core: .current) }

    deinit { hub.abandon() }

    public var hasObservers: Bool { hub.hasObservers }
    public var isDisposed: Bool { state.isDisposed }

    @inlinable @inline(__always)
    public func on(_ event: Event<Element>) {
        if case .next(let element) = event {
            if !state.isStopped { hub.send(element) }
        } else {
            stop(event)
        }
    }

    @usableFromInline
    func stop(_ event: Event<Element>) {
        if case .error(let error) = event {
            hub.stop(error) { state.stop(.error(error)) }
        } else {
            hub.stop(nil) { state.stop(.completed) }
        }
    }

    public func asObserver() -> PublishSubject<Element> { self }

    /// As `ObservableType.subscribe`, where the compiler sees that there is nothing in between.
    @inlinable @inline(__always)
    public func subscribe(
        onNext: consuming ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
        #if DEBUG
        if Inspection.isOn {
            return (self as Observable).subscribe(
                onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, file: file, line: line)
        }
        #endif
        let next: (Element) -> Void
        if let onNext = consume onNext { next = onNext } else { next = { _ in } }
        let segment = Subscriber<Element>.make()
        if let onDisposed { segment.setOnDisposed(onDisposed) }
        if Hooks.recordCallStackOnError { SubscriptionCallStack.record(for: segment) }
        #if !DEBUG
        if let subscriber = Subscriber<Element>.unlisted(segment), case nil = onError, case nil = onCompleted {
            subscriber.endsUnhandled = true
            hub.list(subscriber, Rx.Observer(next: consume next, stop: { _ in }), state)
            return segment
        }
        #endif
        hub.attach(
            Rx.Observer(next: consume next, stop: segment.stopHandler(onError, onCompleted, file, line)), segment, state)
        return segment
    }

    /// Forgets its observers and its stop event; who subscribes from now on gets `RxError.disposed`.
    public func dispose() {
        var dropped: SubjectState.Ending?  // Released outside the lock.
        hub.drop { dropped = state.dispose() }
        _ = dropped
    }
}

extension Hub {
    /// Subscribes an observer that gets no replay; after the end it gets the stop event.
    @inlinable
    func attach(_ observer: __owned Observer<Element>, _ segment: Segment, _ state: SubjectState) {
        if let subscriber = Subscriber<Element>.unlisted(segment) { return list(subscriber, observer, state) }
        // By hand: the segment gets one of its two references, the list the other one.
        let listener = Unmanaged.passRetained(Listener(self, observer, segment, replays: false))
        segment.own(.fromOpaque(listener.retain().toOpaque()))
        if add(Unmanaged<Registration>.fromOpaque(listener.toOpaque()), if: { !state.isStopped }) { return }
        listener._withUnsafeGuaranteedRef { listener in
            segment.deliver { listener.observer.stop(stopError(state)) }
        }
        listener.release()
    }
}

extension Hub {
    /// As `attach`, of a segment that is on no list yet.
    @inlinable
    func list(_ subscriber: Subscriber<Element>, _ observer: __owned Observer<Element>, _ state: SubjectState) {
        if subscriber.isClosed { return }
        subscriber.observer = HeldObserver(observer)
        if add(subscriber, if: { !state.isStopped }) { return }
        subscriber.deliver { subscriber.stop(stopError(state)) }
    }
}

extension ObserverList {
    /// What late subscribers of the subject with that state get: `nil` is completion.
    @usableFromInline
    final func stopError(_ state: SubjectState) -> (any Error)? { lock.with(self) { state.stopError } }
}

/// What every subject remembers about its end. Changed under the hub's lock.
@usableFromInline
final class SubjectState: @unchecked Sendable {  // Sendable: `word` is read anywhere, the rest is guarded by that lock.
    enum Ending {
        case error(any Error)
        case completed
    }

    @usableFromInline let word: Word
    private var ending: Ending?
    /// Whose state it is, to be named in `RxError.disposed`.
    private weak var subject: AnyObject?
    private static var stopped: UInt { 1 }
    private static var disposed: UInt { 2 }

    @usableFromInline
    init() { word = Word(0) }

    @usableFromInline
    func remember(_ subject: AnyObject) { self.subject = subject }

    /// Ended or disposed.
    @inlinable @inline(__always)
    var isStopped: Bool { word.loadAcquiring() != 0 }
    var isDisposed: Bool { word.loadAcquiring() & Self.disposed != 0 }

    /// `false` if it had ended before.
    func stop(_ ending: Ending) -> Bool {
        if isStopped { return false }
        self.ending = ending
        _ = word.fetchOr(Self.stopped)
        return true
    }

    /// Returns how it had ended before, which nobody is told any more.
    func dispose() -> Ending? {
        _ = word.fetchOr(Self.disposed)
        return ending.take()
    }

    /// Under the hub's lock: see `ObserverList.stopError`.
    fileprivate var stopError: (any Error)? {
        if isDisposed { return RxError.disposed(object: subject ?? self) }
        if case .error(let error) = ending { return error }
        return nil
    }
}
