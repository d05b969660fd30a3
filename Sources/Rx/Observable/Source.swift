/// An observable as its downstream stage sees it: a value of closures.
@frozen
@usableFromInline
@_eagerMove
struct Source<Element> {
    @usableFromInline let run: (__owned Rx.Observer<Element>, Segment) -> Void
    @usableFromInline let predicate: ((Element) throws -> Bool)?
    @usableFromInline let isTrampolined: Bool
    @usableFromInline let origin: Origin

    @inlinable @inline(__always)
    init(
        run: @escaping (__owned Rx.Observer<Element>, Segment) -> Void, predicate: ((Element) throws -> Bool)?,
        isTrampolined: Bool, origin: Origin
    ) {
        self.run = run
        self.predicate = predicate
        self.isTrampolined = isTrampolined
        self.origin = origin
    }

    /// For a subscription to it from outside, which is then started.
    @inlinable @inline(__always)
    func newSegment() -> Segment { origin == .other ? Segment(core: .current) : Source.newListedSegment() }

    /// Never inlined: in a chain that is seen as a whole it is nothing, elsewhere it would be in the way.
    @inlinable @inline(never)
    static func newListedSegment() -> Segment { Subscriber<Element>.make() }

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

/// What a subscription from outside comes to first, before anybody else knows of it: it may be one object with what waits there.
///
/// As an enumeration it kept the last observable of `flatMapLatest/just/5-in-a-row` from the stack: a malloc for each event.
@frozen
@usableFromInline
struct Origin {
    @usableFromInline let code: UInt8

    @inlinable @inline(__always)
    init(code: UInt8) { self.code = code }

    @inlinable
    static var other: Origin { @inline(__always) get { Origin(code: 0) } }
    /// The list of a publish subject, which may hold a `Subscriber`.
    @inlinable
    static var publishSubject: Origin { @inline(__always) get { Origin(code: 1) } }

    @inlinable @inline(__always)
    static func == (one: Origin, other: Origin) -> Bool { one.code == other.code }
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
