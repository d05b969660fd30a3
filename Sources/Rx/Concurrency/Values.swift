extension ObservableConvertibleType {
    /// The elements as an asynchronous sequence: `for try await element in source.values`.
    ///
    /// The source is subscribed to now, not when the iteration begins, and what comes waits in a buffer without a bound. When
    /// the iterating task is cancelled, or the sequence is dropped, the subscription ends; when something else ends it, the
    /// iteration throws `CancellationError`.
    ///
    /// Cost: one subscription; for each element a place in the stream's buffer, and what resuming the iterating task takes.
    public var values: AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream { continuation in
            let subscription = asObservable().subscribe(
                onNext: { element in
                    // What the caller sends to another task is the caller's business, as with any scheduler.
                    nonisolated(unsafe) let element = element
                    continuation.yield(element)
                },
                onError: { continuation.finish(throwing: $0) },
                onCompleted: { continuation.finish() },
                onDisposed: { continuation.finish(throwing: CancellationError()) })
            let cancel = UncheckedSendable(subscription)
            continuation.onTermination = { termination in
                if case .cancelled = termination { cancel.value.disposeWithoutWaiting() }
            }
        }
    }
}

extension AsyncStream {
    /// The elements of a source that can't fail; see `ObservableConvertibleType.values`. When something else ends the
    /// subscription, the iteration ends.
    init(of source: Observable<Element>) {
        self.init { continuation in
            let subscription = source.subscribe(
                onNext: { element in
                    nonisolated(unsafe) let element = element
                    continuation.yield(element)
                },
                onError: { breach("values: a sequence that promised not to failed: \($0)") },
                onDisposed: { continuation.finish() })
            let cancel = UncheckedSendable(subscription)
            continuation.onTermination = { termination in
                if case .cancelled = termination { cancel.value.disposeWithoutWaiting() }
            }
        }
    }
}
