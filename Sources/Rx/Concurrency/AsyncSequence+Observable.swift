extension AsyncSequence {
    /// The sequence's elements. Each subscription iterates in a detached task of its own; `dispose` cancels it.
    ///
    ///     sequence  --1--2--|
    ///     result    --1--2--|
    ///
    /// An iteration that ends with `CancellationError` completes.
    ///
    /// Cost: a task for each subscription, and a gate around an event.
    ///
    /// - Parameter priority: the task's.
    public func asObservable(priority: TaskPriority? = nil) -> Observable<Element> {
        func run(_ observer: AnyObserver<Element>) async {
            do {
                for try await element in self { observer.onNext(element) }
                observer.onCompleted()
            } catch is CancellationError {
                observer.onCompleted()
            } catch {
                observer.onError(error)
            }
        }
        let iterate = UncheckedSendable(run)  // Whether the sequence may go to a task is the caller's business.
        return Observable.create { observer in
            let task = Task.detached(priority: priority) { await iterate.value(observer) }
            return Disposables.create { task.cancel() }
        }
    }
}
