// What they do is said at `ObservableType`'s of the same name.

extension InfallibleType {
    /// The elements after which `dueTime` passes without another one.
    public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Infallible<Element> {
        Infallible(raw: asObservable().debounce(dueTime, scheduler: scheduler))
    }

    /// At most one element in each `dueTime`: the first, and with `latest` the last one as well.
    public func throttle(
        _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
    ) -> Infallible<Element> {
        Infallible(raw: asObservable().throttle(dueTime, latest: latest, scheduler: scheduler))
    }

    /// The sequence, subscribed to once for all who observe it at the same time.
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Infallible<Element> {
        Infallible(raw: asObservable().share(replay: replay, scope: scope))
    }

    /// The sequence, with everything that happens printed to standard output.
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> Infallible<Element> {
        Infallible(
            raw: asObservable().debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
    }

    /// The elements as an asynchronous sequence; see `ObservableConvertibleType.values`. When something else ends the
    /// subscription, the iteration ends.
    public var values: AsyncStream<Element> { AsyncStream(of: asObservable()) }
}

extension Infallible {
    /// The sequence, with closures called on the way. A throw breaks the promise.
    @inlinable @inline(__always)
    public func `do`(
        onNext: ((Element) throws -> Void)? = nil, afterNext: ((Element) throws -> Void)? = nil,
        onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
    ) -> Infallible<Element> {
        Infallible(
            raw: observable.do(
                onNext: onNext, afterNext: afterNext, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }
}
