import RxPlatform

extension ObservableType {
    /// This sequence's elements, then those of `second`, which is subscribed to when this one has completed and is torn down.
    ///
    ///     source  --1--2|
    ///     second        --3--4|
    ///     result  --1--2--3--4|
    ///
    /// Cost: one child subscription for each; none for `just`, `empty` and `error`. Chains of `concat` run as one.
    public func concat<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Element>
    where Source.Element == Element {
        Concatenated(ConcatSources([asObservable(), second.asObservable()]))
    }

    /// The elements of all sources, one source after the other; each is subscribed to when the one before has completed and
    /// is torn down. The sequence of sources is asked for the next one only when the one before has completed.
    ///
    ///     a       --1--2|
    ///     b             --3--4|
    ///     result  --1--2--3--4|
    ///
    /// Cost: as `concat(_:)` of two.
    public static func concat<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Observable<Element>
    where Sequence.Element == Observable<Element> {
        Concatenated(ConcatSources { ConcatFrame(next: AnyIterator(sequence.makeIterator()), left: nil) })
    }

    /// The elements of all sources, one source after the other; see `concat(_:)` of a sequence.
    public static func concat<Collection: Swift.Collection>(_ collection: Collection) -> Observable<Element>
    where Collection.Element == Observable<Element> {
        Concatenated(
            ConcatSources { ConcatFrame(next: AnyIterator(collection.makeIterator()), left: collection.count) })
    }

    /// The elements of all sources, one source after the other; see `concat(_:)` of a sequence.
    public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
        Concatenated(ConcatSources(sources))
    }
}

extension Observable {
    /// As `concat(_:)`, but `second` is subscribed to before this one is torn down.
    func then(_ second: Observable<Element>) -> Observable<Element> {
        Concatenated(ConcatSources([self, second], overlaps: true))
    }
}

/// The sources that are still to come of one `concat`; `left` is how many, where that is known.
private struct ConcatFrame<Element> {
    let next: AnyIterator<Observable<Element>>
    var left: Int?
    /// Whether a source is subscribed to before the one before it is torn down.
    var overlaps = false
}

/// Known by its type, so that a `concat` within a `concat` is run by the outer one.
private final class Concatenated<Element>: Observable<Element>, @unchecked Sendable {
    // Sendable: constant, see `ConcatSources`.
    let sources: ConcatSources<Element>

    init(_ sources: ConcatSources<Element>) {
        self.sources = sources
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            Concatenation(Turns(observer, segment), sources.makeFrame()).moveOn()
        }
        super.init(run)
    }
}

/// What a `concat` runs. An object of its own, since it is alive for as long as the observable or a stage made of it is.
private final class ConcatSources<Element>: @unchecked Sendable {  // Sendable: `list` changes only in `deinit`.
    private var list: [Observable<Element>]
    private let overlaps: Bool
    private let frame: (() -> ConcatFrame<Element>)?

    init(_ list: [Observable<Element>], overlaps: Bool = false) {
        self.list = list
        self.overlaps = overlaps
        frame = nil
    }

    init(_ frame: @escaping () -> ConcatFrame<Element>) {
        list = []
        overlaps = false
        self.frame = frame
    }

    /// A chain of any length is freed in a loop.
    deinit {
        var rest = list
        list = []
        while !rest.isEmpty {
            if var nested = Self.of(rest.removeLast()), isKnownUniquelyReferenced(&nested) {
                rest += nested.list
                nested.list = []
            }
        }
    }

    func makeFrame() -> ConcatFrame<Element> {
        frame?() ?? ConcatFrame(next: AnyIterator(list.makeIterator()), left: list.count, overlaps: overlaps)
    }

    /// Those of `observable`, if it is a `concat`.
    static func of(_ observable: Observable<Element>) -> ConcatSources? {
        guard type(of: observable) == Concatenated<Element>.self else { return nil }
        return unsafeDowncast(observable, to: Concatenated<Element>.self).sources
    }
}

/// Runs one source after the other. Whoever finds a source completed asks for the next; if a thread is already at it,
/// also this one further down its stack, that thread does it in its loop.
///
/// What has completed is torn down before the next one is subscribed to; the last one is after completion has been sent.
private final class Concatenation<Element>: @unchecked Sendable {
    // Sendable: `frames` belongs to the thread that raised `requests` from 0.
    private let output: Turns<Element>
    private var frames: [ConcatFrame<Element>]
    private let requests = Word(0)

    init(_ output: Turns<Element>, _ frame: ConcatFrame<Element>) {
        self.output = output
        frames = [frame]
    }

    /// - Parameter previous: where the source ran that has completed; the caller is inside.
    func moveOn(from previous: Segment? = nil) {
        // Whoever is still subscribing to it goes on with the next one as soon as that is asked for.
        if requests.load() != 0 { previous?.disposeContents() }
        guard requests.add(1) == 1 else { return }
        repeat { startNext(after: previous) } while requests.subtract(1) != 0
    }

    private func startNext(after previous: Segment?) {
        while !output.segment.isClosed {
            guard let (source, overlaps) = nextSource() else { return output.stop(nil) }
            if !overlaps { previous?.disposeContents() }
            switch source.isScalar ? source.scalar : .none {
            case .none: return subscribe(source)
            case .just(let element): output.send(element)
            case .empty: break
            case .error(let error): return output.stop(error)
            }
        }
    }

    private func subscribe(_ source: Observable<Element>) {
        if output.segment.isClosed { return }
        let child = ChildSegment(in: output.segment)
        source.source.start(
            child, next: output.send,
            stop: { error in
                child.end { if error != nil { self.output.stop(error) } else { self.moveOn(from: child) } }
            })
    }

    /// The next source, and whether the one before it is still to be there when that is subscribed to.
    private func nextSource() -> (Observable<Element>, overlaps: Bool)? {
        var overlaps: Bool?
        while let top = frames.last {
            guard let source = top.next.next() else {
                frames.removeLast()
                continue
            }
            if let left = top.left {
                // A frame that has no more goes before a nested one comes: recursion in last place takes no space.
                if left == 1 { frames.removeLast() } else { frames[frames.count - 1].left = left - 1 }
            }
            // Between two sources is what the outermost `concat` says that goes on from one to the other.
            overlaps = overlaps ?? top.overlaps
            guard let nested = ConcatSources.of(source) else { return (source, overlaps ?? false) }
            frames.append(nested.makeFrame())
        }
        return nil
    }
}
