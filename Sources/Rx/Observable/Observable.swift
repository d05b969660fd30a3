/// A sequence of events. A value: making one does nothing; subscribing runs it.
///
/// It may be subscribed to on any thread, any number of times.
public class Observable<Element>: ObservableType, @unchecked Sendable {
    // Sendable: every stored property is constant. What the closures capture is the caller's business, as in RxSwift.

    /// Attaches an observer, which it owns, within a segment. `nil` for scalars. It never captures this object: subclasses keep what
    /// is alive in an object of its own (a subject its hub), so that the optimiser may forget the observable.
    @usableFromInline let run: ((__owned Rx.Observer<Element>, Segment) -> Void)?
    /// What a `filter` left here for whoever attaches; see `Rx.Observer.predicate`.
    @usableFromInline let predicate: ((Element) throws -> Bool)?
    /// `just`, `empty` and `error` are recognised where they are flattened: no subscription is made for them.
    @usableFromInline let stored: StoredScalar
    /// Whether a subscription from outside runs on the current-thread trampoline. Subjects and scalars don't.
    @usableFromInline let isTrampolined: Bool

    @inlinable @inline(__always)
    init(_ run: @escaping (__owned Rx.Observer<Element>, Segment) -> Void) {
        self.run = run
        predicate = nil
        stored = StoredScalar()
        isTrampolined = true
    }

    @inlinable @inline(__always)
    init(
        _ run: @escaping (__owned Rx.Observer<Element>, Segment) -> Void, where predicate: ((Element) throws -> Bool)? = nil,
        isTrampolined: Bool = true
    ) {
        self.run = run
        self.predicate = predicate
        stored = StoredScalar()
        self.isTrampolined = isTrampolined
    }

    @inlinable @inline(__always)
    init(scalar: Scalar<Element>) {
        stored = StoredScalar(scalar)  // First: it branches, and behind that the optimiser forgets that `run` is nil.
        run = nil
        predicate = nil
        isTrampolined = false
    }

    @inlinable
    final var scalar: Scalar<Element> {
        @inline(__always) get { stored.scalar() }
    }

    /// Whether there is a scalar. The optimiser knows it where it sees `just`, `empty` or `error`; of which kind it is, it doesn't.
    @inlinable
    final var isScalar: Bool {
        @inline(__always) get {
            #if RX_WITHOUT_SCALARS
            false
            #else
            if case nil = run { true } else { false }
            #endif
        }
    }

    /// What a stage needs of its upstream. Read where the stage is built, before anything else happens: then the
    /// optimiser sees a chain in one expression as closures, and the objects between the stages disappear.
    @inlinable
    final var source: Source<Element> {
        @inline(__always) get {
            Source(run: runner, predicate: predicate, isTrampolined: isTrampolined)
        }
    }

    @inlinable
    final var runner: (__owned Rx.Observer<Element>, Segment) -> Void {
        @inline(__always) get {
            if let run { return run }
            @inline(__always)
            func send(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) { scalar.send(observer, segment) }
            return send
        }
    }

    /// Itself.
    @inlinable @inline(__always)
    public final func asObservable() -> Observable<Element> { self }

    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == Element {
        let source = source
        let segment = Segment(core: .current)
        return source.subscribe(segment, next: { observer.on(.next($0)) }, stop: { error in observer.on(.stop(error)) })
    }
}

/// For programs that also import Observation, whose macro has the same name.
public typealias RxObservable<Element> = Observable<Element>

/// A scalar as an observable keeps it; see `StoredValue`, which it doesn't contain: with a struct within it, chains in one
/// expression no longer fuse (12 stages took 478 instructions instead of 30).
@frozen
@usableFromInline
struct StoredScalar {
    @usableFromInline enum Kind: UInt8 { case none, plain, boxed, empty, error }

    @usableFromInline let kind: Kind
    @usableFromInline let words: (UInt, UInt)
    @usableFromInline let box: AnyObject?

    @inlinable @inline(__always)
    init() { (kind, words, box) = (.none, (0, 0), nil) }

    @inlinable @inline(__always)
    init<Element>(_ scalar: Scalar<Element>) {
        switch scalar {
        case .none: (kind, words, box) = (.none, (0, 0), nil)
        case .empty: (kind, words, box) = (.empty, (0, 0), nil)
        case .error(let error): (kind, words, box) = (.error, (0, 0), Cell<any Error>(error))
        case .just(let element):
            if StoredValue.isPlain(Element.self) {
                if MemoryLayout<Element>.size == MemoryLayout<UInt>.size {
                    (kind, words, box) = (.plain, (unsafeBitCast(element, to: UInt.self), 0), nil)
                } else {
                    var words: (UInt, UInt) = (0, 0)
                    _withUnprotectedUnsafeMutableBytes(of: &words) { $0.storeBytes(of: element, as: Element.self) }
                    (kind, self.words, box) = (.plain, words, nil)
                }
            } else {
                (kind, words, box) = (.boxed, (0, 0), Cell(element))
            }
        }
    }

    /// That of an observable, which is let go of.
    @inlinable @inline(__always)
    init<Element>(of observable: consuming Observable<Element>) { self = observable.stored }

    @inlinable @inline(__always)
    func element<Element>() -> Element {
        if case .boxed = kind { return unsafeDowncast(box.unsafelyUnwrapped, to: Cell<Element>.self).value }
        if MemoryLayout<Element>.size == MemoryLayout<UInt>.size { return unsafeBitCast(words.0, to: Element.self) }
        var words = words
        return _withUnprotectedUnsafeBytes(of: &words) { $0.load(as: Element.self) }
    }

    @inlinable
    var error: any Error {
        @inline(__always) get { unsafeDowncast(box.unsafelyUnwrapped, to: Cell<any Error>.self).value }
    }

    @inlinable @inline(__always)
    func scalar<Element>() -> Scalar<Element> {
        switch kind {
        case .none: .none
        case .plain, .boxed: .just(element())
        case .empty: .empty
        case .error: .error(error)
        }
    }
}

/// A sequence that is known before it is subscribed to.
@frozen
@usableFromInline
enum Scalar<Element> {
    case none
    case just(Element)
    case empty
    case error(any Error)

    @inlinable @inline(__always)
    func send(_ observer: Rx.Observer<Element>, _ segment: Segment) {
        segment.deliver {
            switch self {
            case .none: break
            case .just(let element):
                observer.send(element)
                if !segment.isClosed { observer.stop(nil) }
            case .empty: observer.stop(nil)
            case .error(let error): observer.stop(error)
            }
        }
    }
}
