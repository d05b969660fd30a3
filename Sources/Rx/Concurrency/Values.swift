extension ObservableConvertibleType {
    /// The elements as an asynchronous sequence: `for try await element in source.values`.
    ///
    /// The source is subscribed to now, not when the iteration begins, and what comes waits in a buffer without a bound. When
    /// the iterating task is cancelled, or the sequence is dropped, the subscription ends.
    ///
    /// An iteration whose subscription has ended without a stop event throws `CancellationError`. In a task that is cancelled already
    /// nothing is subscribed to, and the iteration throws that at once.
    ///
    /// Cost: one subscription; for each element a place in the stream's buffer, and what resuming the iterating task takes.
    public var values: AsyncThrowingStream<Element, any Error> { AsyncThrowingStream(of: asObservable(), .unbounded) }

    /// The elements as an asynchronous sequence that subscribes when it is iterated, each time anew, and whose buffer may have a
    /// bound: `for try await element in source.values(buffering: .bufferingNewest(1))`.
    ///
    ///     source     --1--2--3--4--|      the loop is slow; .bufferingNewest(1)
    ///     iterated   --1--------4--|
    ///
    /// Otherwise it is as `values`.
    ///
    /// Cost: as `values`, for each iteration.
    ///
    /// - Parameter policy: what to keep while the iterating task is busy: everything, or only the oldest or the newest elements.
    public func values(buffering policy: ObservableValues<Element>.BufferingPolicy) -> ObservableValues<Element> {
        ObservableValues(source: asObservable(), policy: policy, core: .current)
    }
}

/// The elements of a sequence, for tasks; see `ObservableConvertibleType.values(buffering:)`.
public struct ObservableValues<Element>: AsyncSequence, Sendable {
    public typealias BufferingPolicy = AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy

    fileprivate let source: Observable<Element>
    fileprivate let policy: BufferingPolicy
    fileprivate let core: Core

    /// Subscribes. The subscription ends when the iterator is dropped.
    public func makeAsyncIterator() -> AsyncThrowingStream<Element, any Error>.Iterator {
        core.run { AsyncThrowingStream(of: source, policy).makeAsyncIterator() }
    }
}

extension AsyncThrowingStream where Failure == any Error {
    fileprivate init(of source: Observable<Element>, _ policy: Continuation.BufferingPolicy) {
        self.init(bufferingPolicy: policy) { continuation in
            if Task.isCancelled { return continuation.finish(throwing: CancellationError()) }
            let subscription = source.subscribe(
                onNext: { element in
                    // What the caller sends to another task is the caller's business, as with any scheduler.
                    nonisolated(unsafe) let element = element
                    continuation.yield(element)
                },
                onError: { continuation.finish(throwing: $0) },
                onCompleted: { continuation.finish() },
                onDisposed: { continuation.finish(throwing: CancellationError()) })
            continuation.onTermination = { termination in
                if case .cancelled = termination { subscription.disposeWithoutWaiting() }
            }
        }
    }
}

extension AsyncStream {
    /// The elements of a source that can't fail; see `ObservableConvertibleType.values`. When something else ends the
    /// subscription, the iteration ends.
    init(of source: Observable<Element>) {
        self.init { continuation in
            if Task.isCancelled { return continuation.finish() }
            let subscription = source.subscribe(
                onNext: { element in
                    nonisolated(unsafe) let element = element
                    continuation.yield(element)
                },
                onError: { breach("values: a sequence that promised not to failed: \($0)") },
                onDisposed: { continuation.finish() })
            continuation.onTermination = { termination in
                if case .cancelled = termination { subscription.disposeWithoutWaiting() }
            }
        }
    }
}
