import RxPlatform

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// The element. Subscribes; throws the single's error, and `CancellationError` when the subscription ends without a
    /// result, which cancelling the task brings about. In a task that is cancelled already it throws without subscribing.
    ///
    /// Cost: one subscription, one object that resumes the task, and suspending the task unless the result is there at once.
    public var value: Element {
        get async throws {
            try await Outcome.of { outcome in
                subscribe(
                    onSuccess: { outcome.resume(.success($0)) }, onFailure: { outcome.resume(.failure($0)) },
                    onDisposed: outcome.cancelled)
            }
        }
    }

    /// A single whose element is what `work` returns, or throws. Each subscription runs it in a task of its own, which
    /// `dispose` cancels.
    ///
    /// Cost: a task for each subscription.
    ///
    /// - Parameters:
    ///   - detached: whether the task inherits nothing of the task that subscribes.
    ///   - priority: the task's.
    public static func create(
        detached: Bool = false, priority: TaskPriority? = nil, work: @escaping @Sendable () async throws -> Element
    ) -> PrimitiveSequence<Trait, Element> {
        .create { observer in
            let operation: @Sendable () async -> Void = {
                do { observer(.success(try await work())) } catch { observer(.failure(error)) }
            }
            let task =
                detached
                ? Task.detached(priority: priority, operation: operation)
                : Task(priority: priority, operation: operation)
            return Disposables.create { task.cancel() }
        }
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// The element, or `nil` if there is none; otherwise as `Single.value`.
    public var value: Element? {
        get async throws {
            try await Outcome.of { outcome in
                subscribe(
                    onSuccess: { outcome.resume(.success($0)) }, onError: { outcome.resume(.failure($0)) },
                    onCompleted: { outcome.resume(.success(nil)) }, onDisposed: outcome.cancelled)
            }
        }
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Returns when it has completed; otherwise as `Single.value`.
    public var value: Void {
        get async throws {
            try await Outcome<Void>.of { outcome in
                subscribe(
                    onCompleted: { outcome.resume(.success(())) }, onError: { outcome.resume(.failure($0)) },
                    onDisposed: outcome.cancelled)
            }
        }
    }
}

/// What a task waits for: the first result of a subscription resumes it, once.
private final class Outcome<Value>: @unchecked Sendable {  // Sendable: `claimed` decides who uses the continuation.
    private let continuation: CheckedContinuation<UncheckedSendable<Value>, any Error>
    private let claimed = Word(0)

    private init(_ continuation: CheckedContinuation<UncheckedSendable<Value>, any Error>) {
        self.continuation = continuation
    }

    func resume(_ result: Result<Value, any Error>) {
        guard claimed.exchange(1) == 0 else { return }
        continuation.resume(with: result.map(UncheckedSendable.init))
    }

    /// The subscription ended.
    func cancelled() { resume(.failure(CancellationError())) }

    /// Subscribes and waits. Cancelling the task ends the subscription, without waiting for a delivery that is running.
    static func of(_ subscribe: (Outcome) -> any Disposable) async throws -> Value {
        try Task.checkCancellation()
        let subscription = SingleAssignmentDisposable()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                subscription.setDisposable(subscribe(Outcome(continuation)))
            }.value
        } onCancel: {
            subscription.disposeWithoutWaiting()
        }
    }
}
