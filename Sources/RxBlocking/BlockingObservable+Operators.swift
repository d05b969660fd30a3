import Rx

extension BlockingObservable {
    /// All elements, once it has completed; throws its error.
    public func toArray() throws -> [Element] { try materialize().elements() }

    /// The first element, as soon as it comes, or `nil` if there is none; throws an error that comes earlier.
    public func first() throws -> Element? { try wait(for: source.take(1)).elements().first }

    /// The last element, once it has completed, or `nil` if there is none; throws its error.
    public func last() throws -> Element? { try materialize().elements().last }

    /// The only element. Throws `RxError.noElements` if there is none, `RxError.moreThanOneElement` as soon as a second one
    /// comes, and its error.
    public func single() throws -> Element { try single { _ in true } }

    /// The only element for which `predicate` is true; see `single()`. Throws what `predicate` throws, too.
    public func single(_ predicate: @escaping (Element) throws -> Bool) throws -> Element {
        let elements = try wait(for: source.filter(predicate).take(2)).elements()
        guard let element = elements.first else { throw RxError.noElements }
        if elements.count > 1 { throw RxError.moreThanOneElement }
        return element
    }

    /// All elements, and how it ended. Throws nothing: an error is part of the result.
    public func materialize() -> MaterializedSequenceResult<Element> { wait(for: source) }

    /// Waits for the end or the timeout.
    private func wait(for source: Observable<Element>) -> MaterializedSequenceResult<Element> {
        let collected = CollectedElements<Element>(), latch = RunLoopLatch()
        let subscription = source.subscribe { event in
            if collected.receive(event) { latch.open() }
        }
        latch.wait(for: timeout)
        // Without waiting: whoever delivers may itself wait for this thread.
        subscription.disposeWithoutWaiting()
        return collected.result(orFailingWith: RxError.timeout)
    }
}

extension MaterializedSequenceResult {
    fileprivate func elements() throws -> [T] {
        switch self {
        case .completed(let elements): return elements
        case .failed(_, let error): throw error
        }
    }
}
