extension ObservableType {
    /// The elements of the sequence that `selector` makes of this one's latest element. A new element cancels the sequence
    /// before; nothing of that one comes after anything of the new one.
    ///
    ///     source  --1-----2---|
    ///     flatMapLatest { n in interval.map { n } }
    ///     result  ---1-1-1-2-2-2…
    ///
    /// The first error ends all. Completes when the source and the latest inner sequence have.
    /// Cost: `just`, `empty` and `error` are flattened without a subscription: what `selector` makes of an element is the one
    /// allocation, and none where the source is a `create` in the same expression and it makes a `just` of at most two plain words.
    /// Any other inner sequence is a subscription of its own.
    @inlinable @inline(__always)
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Source.Element>, _ segment: Segment) {
            let state = SwitchingState(), mailbox = Mailbox(segment, handler: state.handler(observer))
            source.subscribe(
                segment.childForFirstSource(), tearDown: .beforeCompletion,
                next: { element in
                    do {
                        mailbox.switchTo(try selector(element).asObservable(), observer, segment, state)
                    } catch { mailbox.sourceStopped(error) }
                },
                stop: { mailbox.sourceStopped($0) })
        }
        return Observable<Source.Element>(run)
    }
}

extension ObservableType where Element: ObservableConvertibleType {
    /// The elements of the latest sequence that this one has sent; as `flatMapLatest`.
    ///
    ///     source  --a-----b---|
    ///     a         -1-2-3-4-5|
    ///     b               -6-7|
    ///     result  ---1-2-3-6-7|
    ///
    /// Cost: as `flatMapLatest`.
    @inlinable @inline(__always)
    public func switchLatest() -> Observable<Element.Element> { flatMapLatest { $0 } }
}

/// Flattens the latest of the inner sequences into one segment. Functions of the mailbox, as in `merge`.
///
/// That a new one has come is a message as well: what the sequence before had sent until then is delivered, what it
/// sends later is dropped, whichever threads they run on.
extension Mailbox {
    @inlinable @inline(__always)
    func switchTo<Element>(
        _ inner: consuming Observable<Element>, _ observer: Rx.Observer<Element>, _ segment: Segment, _ state: SwitchingState
    ) where Message == SwitchingMessage<Element> {
        guard inner.isScalar else { return subscribe(inner, segment, state) }
        let scalar = StoredScalar(of: inner)
        switch scalar.kind {
        case .plain, .boxed:
            if state.child != nil { state.cancelChild() }
            if segment.enter() {
                state.current = 0
                observer.send(scalar.element())
                finish()
            } else {
                post(.just(scalar.element()))
            }
        case .empty, .none: switchTo(.began(0), state)
        case .error: switchTo(.sourceStopped(scalar.error), state)
        }
    }

    /// To a sequence without elements: the one before ends first.
    @inlinable @inline(never)
    func switchTo(_ message: Message, _ state: SwitchingState) {
        state.cancelChild()
        send(message)
    }

    @inlinable @inline(never)
    func subscribe<Element>(_ inner: Observable<Element>, _ segment: Segment, _ state: SwitchingState)
    where Message == SwitchingMessage<Element> {
        state.cancelChild()
        state.last += 1
        let number = state.last
        send(.began(number))
        if segment.isClosed { return }
        let child = ChildSegment(in: segment)
        state.child = child
        inner.source.subscribe(
            child, tearDown: .beforeStop, next: { self.send(.inner(number, .next($0))) },
            stop: { self.send(.inner(number, .stop($0))) })
    }

    @inlinable @inline(never)
    func sourceStopped<Element>(_ error: (any Error)?) where Message == SwitchingMessage<Element> {
        send(.sourceStopped(error))
    }
}

@usableFromInline
enum SwitchingMessage<Element> {
    /// A new inner sequence that was over at once.
    case just(Element)
    /// A new inner sequence, numbered from 1; 0 is one without elements.
    case began(UInt)
    case inner(UInt, Event<Element>)
    /// The source's end, or an error of the selector.
    case sourceStopped((any Error)?)
}

@usableFromInline
final class SwitchingState {
    // Unchecked: the first two belong to the source's delivery, the others to the mailbox's handler; both are serial.
    @exclusivity(unchecked) @usableFromInline var child: Segment?
    @exclusivity(unchecked) @usableFromInline var last: UInt = 0
    /// The inner sequence that runs, or 0.
    @exclusivity(unchecked) @usableFromInline var current: UInt = 0
    @exclusivity(unchecked) @usableFromInline var sourceHasCompleted = false

    @usableFromInline
    init() {}

    @usableFromInline
    func cancelChild() {
        let old = child
        child = nil
        old?.cancel()
    }

    @inlinable @inline(__always)
    func handler<Element>(_ observer: Rx.Observer<Element>) -> (inout SwitchingMessage<Element>) -> Void {
        let send = observer.handler
        return { message in
            var event: Event<Element>
            switch message {
            case .just(let element):
                self.current = 0
                event = .next(element)
            case .began(let number):
                self.current = number
                return
            case .inner(let number, let inner):
                guard number == self.current, let passed = self.pass(inner) else { return }
                event = passed
            case .sourceStopped(let error):
                guard error != nil || self.current == 0 else {
                    self.sourceHasCompleted = true
                    return
                }
                event = .stop(error)
            }
            send(&event)
        }
    }

    /// What an event of the running inner sequence means for the result.
    @inlinable @inline(__always)
    func pass<Element>(_ event: Event<Element>) -> Event<Element>? {
        guard case .completed = event else { return event }
        current = 0
        return sourceHasCompleted ? event : nil
    }
}
