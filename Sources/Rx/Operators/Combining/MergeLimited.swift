import RxPlatform

extension ObservableType where Element: ObservableConvertibleType {
    /// As `merge()`, but at most `maxConcurrent` inner sequences run at a time; the others wait in the order in which they came.
    ///
    ///     source  --a--b--|              maxConcurrent: 1
    ///     a         --1--2--|
    ///     b                 --3--4|      subscribed to when a has completed
    ///     result  ----1--2----3--4|
    ///
    /// The queue has no bound. Traps unless at least one may run. Cost: as `merge()`, and a place in the queue for an inner sequence that waits.
    public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
        require(maxConcurrent > 0, "merge(maxConcurrent:): a limit of \(maxConcurrent) is not allowed, as no sequence would ever run")
        return flattened(maxConcurrent: maxConcurrent) { $0 }
    }

    /// The elements of the sequences that this one sends, one sequence after the other.
    ///
    ///     source  --a--b--|
    ///     a         --1--2--|
    ///     b                 --3--4|
    ///     result  ----1--2----3--4|
    ///
    /// Cost: as `merge(maxConcurrent:)`.
    public func concat() -> Observable<Element.Element> { merge(maxConcurrent: 1) }
}

extension ObservableType {
    /// The elements of the sequences that `selector` makes of this one's elements, one sequence after the other.
    ///
    ///     source  --1---2--|
    ///     concatMap { timer($0) }
    ///     result  ---1----2|
    ///
    /// `selector` is called when the element comes, not when its sequence's turn comes. A throw ends the sequence.
    /// Cost: as `merge(maxConcurrent:)`.
    public func concatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        flattened(maxConcurrent: 1, selector)
    }

    fileprivate func flattened<Source: ObservableConvertibleType>(
        maxConcurrent: Int, _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Source.Element>, _ segment: Segment) {
            let merging = LimitedMerging(SerializedObserver(observer, segment), limit: maxConcurrent)
            source.subscribe(
                ChildSegment(in: segment),
                next: { element in
                    do { merging.flatten(try selector(element).asObservable()) } catch { merging.output.stop(error) }
                },
                stop: merging.sourceStopped)
        }
        return Observable<Source.Element>(run)
    }
}

/// Flattens inner sequences of which only so many may run at a time. Decides under its lock, acts outside.
///
/// An inner sequence that had to wait is started by the trampoline of the thread on which another one completed, so
/// any number of them that complete at once need no stack.
private final class LimitedMerging<Element>: @unchecked Sendable {  // Sendable: the state is guarded by `lock`.
    let output: SerializedObserver<Element>
    private let limit: Int
    private let lock = Lock()
    private let waiting = RingBuffer<Observable<Element>>()
    private var running = 0
    private var sourceHasCompleted = false

    init(_ output: SerializedObserver<Element>, limit: Int) {
        self.output = output
        self.limit = limit
    }

    func flatten(_ inner: Observable<Element>) {
        let starts = lock.with(self) {
            if running < limit {
                running += 1
                return true
            }
            waiting.append(inner)
            return false
        }
        if starts { start(inner) }
    }

    /// Runs an inner sequence that has been counted.
    private func start(_ first: Observable<Element>) {
        var inner = first
        while !output.segment.isClosed {
            switch inner.isScalar ? inner.scalar : .none {
            case .none: return subscribe(inner)
            case .just(let element): output.send(element)
            case .empty: break
            case .error(let error): return output.stop(error)
            }
            guard let next = takeNext() else { return }
            if !Trampoline.Waiting().isEmpty { return wait(for: next) }
            inner = next
        }
    }

    /// Starts it when its turn on the trampoline comes.
    private func wait(for next: Observable<Element>) {
        TrampolinedStart.schedule(for: output.segment) { self.start(next) }
    }

    private func subscribe(_ inner: Observable<Element>) {
        inner.source.subscribe(
            ChildSegment(in: output.segment), tearDown: .beforeCompletion, next: output.send,
            stop: { error in
                if error != nil { return self.output.stop(error) }
                if let next = self.takeNext() { self.wait(for: next) }
            })
    }

    /// An inner sequence has completed: the next one takes its place, if one waits.
    private func takeNext() -> Observable<Element>? {
        let (next, isOver) = lock.with(self) { () -> (Observable<Element>?, Bool) in
            if !waiting.isEmpty { return (waiting.removeFirst(), false) }
            running -= 1
            return (nil, running == 0 && sourceHasCompleted)
        }
        if isOver { output.stop(nil) }
        return next
    }

    func sourceStopped(_ error: (any Error)?) {
        if error != nil { return output.stop(error) }
        let isOver = lock.with(self) {
            sourceHasCompleted = true
            return running == 0 && waiting.isEmpty
        }
        if isOver { output.stop(nil) }
    }
}
