import RxPlatform

extension ObservableType {
    /// The source, subscribed to again when the sequence that `notificationHandler` makes of its errors says so.
    ///
    ///     source   --1--x        --1--|
    ///     errors        x
    ///     trigger       -----a
    ///     result   --1-------------1--|
    ///
    /// An element of the trigger after a failure subscribes again, its completion completes, its error is passed on. The
    /// handler is called once for each subscription and its sequence subscribed to before the source; the failed
    /// subscription is disposed before its error is published.
    ///
    /// Cost: as `retry()`, and a subject for the errors, with one subscription.
    public func retry(
        when notificationHandler: @escaping (Observable<any Error>) -> some ObservableType
    ) -> Observable<Element> {
        retrying({ $0 }, notificationHandler)
    }

    /// As `retry(when:)`, for errors of one type; any other error is passed on.
    public func retry<Error: Swift.Error>(
        when notificationHandler: @escaping (Observable<Error>) -> some ObservableType
    ) -> Observable<Element> {
        retrying({ $0 as? Error }, notificationHandler)
    }

    @available(*, deprecated, renamed: "retry(when:)")
    public func retryWhen(
        _ notificationHandler: @escaping (Observable<any Error>) -> some ObservableType
    ) -> Observable<Element> {
        retry(when: notificationHandler)
    }

    @available(*, deprecated, renamed: "retry(when:)")
    public func retryWhen<Error: Swift.Error>(
        _ notificationHandler: @escaping (Observable<Error>) -> some ObservableType
    ) -> Observable<Element> {
        retry(when: notificationHandler)
    }

    private func retrying<Failure>(
        _ convert: @escaping (any Error) -> Failure?,
        _ notificationHandler: @escaping (Observable<Failure>) -> some ObservableType
    ) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let output = Turns(observer, segment), pause = Pause()
            let errors = PublishSubject<Failure>(core: segment.core)
            let attempts = Attempts(
                output,
                next: {
                    pause.attemptBegins()
                    return source
                },
                failed: { _, segment, error in
                    guard let failure = convert(error) else { return output.stop(error) }
                    segment.disposeContents()
                    if let end = pause.begin() { output.stop(end.error) } else { errors.onNext(failure) }
                })
            notificationHandler(errors).source.subscribe(
                ChildSegment(in: segment), next: { _ in if pause.end() { attempts.advance() } },
                stop: { error in if pause.triggerEnds(Pause.End(error: error)) { output.stop(error) } })
            attempts.advance()
        }
        return Observable(run)
    }
}

/// What the trigger's events mean. Only whoever ends the pause acts, outside the lock.
private final class Pause: @unchecked Sendable {  // Sendable: the fields are guarded by `lock`.
    /// The end of the trigger.
    struct End {
        let error: (any Error)?
    }

    private enum State {
        case running
        /// The source has failed and the trigger is waited for.
        case paused
        /// The trigger has asked for an attempt that waits until the failed one has been subscribed to.
        case due
    }

    private let lock = Lock()
    private var state = State.running
    private var triggerEnd: End?

    /// Returns the end of the trigger if that has come.
    func begin() -> End? {
        lock.with(self) {
            if triggerEnd == nil { state = .paused }
            return triggerEnd
        }
    }

    /// Whether there was a pause that this ended.
    func end() -> Bool {
        lock.with(self) {
            guard state == .paused else { return false }
            state = .due
            return true
        }
    }

    func attemptBegins() { lock.with(self) { state = .running } }

    /// Whether it ends the sequence at once: no attempt is running, nor has one begun that was asked for.
    func triggerEnds(_ end: End) -> Bool {
        lock.with(self) {
            triggerEnd = end
            return state != .running
        }
    }
}
