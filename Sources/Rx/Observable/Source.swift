/// An observable as its downstream stage sees it: a value of closures.
@frozen
@usableFromInline
@_eagerMove
struct Source<Element> {
    @usableFromInline let run: (__owned Rx.Observer<Element>, Segment) -> Void
    @usableFromInline let predicate: ((Element) throws -> Bool)?
    @usableFromInline let isTrampolined: Bool

    @inlinable @inline(__always)
    init(
        run: @escaping (__owned Rx.Observer<Element>, Segment) -> Void, predicate: ((Element) throws -> Bool)?,
        isTrampolined: Bool
    ) {
        self.run = run
        self.predicate = predicate
        self.isTrampolined = isTrampolined
    }

    /// Attaches a stage that belongs to the same segment as its downstream.
    @inlinable @inline(__always)
    func attach(
        _ segment: Segment, next: consuming @escaping (Element) -> Void, stop: consuming @escaping ((any Error)?) -> Void
    ) {
        run(Rx.Observer(next: consume next, stop: consume stop, where: predicate), segment)
    }

    /// Runs the sequence in a segment of its own, which is closed before `stop` is called.
    @inlinable @inline(__always)
    @discardableResult
    func subscribe(
        _ segment: Segment, tearDown: TearDown = .afterStop, next: @escaping (Element) -> Void,
        stop: @escaping ((any Error)?) -> Void, file: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
        start(
            segment, next: next,
            stop: { error in segment.end(tearDownFirst: tearDown.comesFirst(error)) { stop(error) } },
            file: file, line: line)
    }

    /// As the other one, for an operator that has several upstreams or subscribes later. Once the result has ended nothing is subscribed to:
    /// it may have ended while the source before this one was being subscribed to, or in a closure of the user's.
    @inlinable @inline(__always)
    func subscribe(
        _ child: ChildSegment, tearDown: TearDown = .afterStop, next: @escaping (Element) -> Void,
        stop: @escaping ((any Error)?) -> Void, file: StaticString = #fileID, line: UInt = #line
    ) {
        if child.isOver { return }
        let segment: Segment = child
        subscribe(segment, tearDown: tearDown, next: next, stop: stop, file: file, line: line)
    }

    /// As `subscribe`; `stop` ends the segment itself, so that it can be one closure with what it does then.
    ///
    /// - Parameters:
    ///   - file: who subscribes, for `Hooks.inspector`.
    ///   - line: see `file`.
    @inlinable @inline(__always)
    @discardableResult
    func start(
        _ segment: Segment, next: consuming @escaping (Element) -> Void, stop: consuming @escaping ((any Error)?) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
        #if DEBUG  // A second use of the closures keeps chains from fusing: 478 instructions an event of `map-filter/6-in-a-row` instead of 30.
        if Inspection.isOn { return startInspected(segment, next, stop, file, line) }
        #endif
        // One call of `run`: two would keep it from being inlined.
        let trampoline = isTrampolined ? Trampoline.begin(for: segment) : nil
        run(Rx.Observer(next: consume next, stop: consume stop, where: predicate), segment)
        trampoline?.end()
        return segment
    }
}

/// When the source of an operator is torn down that has stopped. As in RxSwift: programs see the order in what they open and
/// close, and in whether a shared source stays connected.
@frozen
@usableFromInline
enum TearDown {
    /// After what follows from the stop event.
    case afterStop
    /// Before that, unless it has failed.
    case beforeCompletion
    /// Before that.
    case beforeStop

    @inlinable @inline(__always)
    func comesFirst(_ error: (any Error)?) -> Bool {
        switch self {
        case .afterStop: false
        case .beforeCompletion: error == nil
        case .beforeStop: true
        }
    }
}

extension ObservableConvertibleType {
    @inlinable
    var source: Source<Element> {
        @inline(__always) get { asObservable().source }
    }
}
