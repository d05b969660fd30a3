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
            let switching = Switching(), mailbox = Mailbox(segment, handler: switching.handler(observer))
            source.subscribe(
                segment.childForFirstSource(), tearDown: .beforeCompletion,
                next: { element in
                    do {
                        switching.switchTo(try selector(element).asObservable(), mailbox, observer, segment)
                    } catch { Switching.sourceStopped(error, mailbox) }
                },
                stop: { Switching.sourceStopped($0, mailbox) })
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

/// Flattens the latest of the inner sequences into one segment. An operator makes the mailbox with the handler from here, and passes it, its
/// observer and its segment, as to `Flattening`.
///
/// That a new sequence has come is a message as well: what the sequence before had sent until then is delivered, what it
/// sends later is dropped, whichever threads they run on.
@usableFromInline
final class Switching {
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
    func switchTo<Element>(
        _ inner: consuming Observable<Element>, _ mailbox: Mailbox<SwitchingMessage<Element>>, _ observer: Rx.Observer<Element>,
        _ segment: Segment
    ) {
        guard inner.isScalar else { return subscribe(inner, mailbox, segment) }
        let scalar = StoredScalar(of: inner)
        switch scalar.kind {
        case .plain, .boxed:
            if child != nil { cancelChild() }
            if segment.enter() {
                current = 0
                observer.send(scalar.element())
                mailbox.finish()
            } else {
                mailbox.post(.just(scalar.element()))
            }
        case .empty, .none: switchTo(.began(0), mailbox)
        case .error: switchTo(.sourceStopped(scalar.error), mailbox)
        }
    }

    /// To a sequence without elements: the one before ends first.
    @inlinable @inline(never)
    func switchTo<Element>(_ message: SwitchingMessage<Element>, _ mailbox: Mailbox<SwitchingMessage<Element>>) {
        cancelChild()
        mailbox.send(message)
    }

    @inlinable @inline(never)
    func subscribe<Element>(_ inner: Observable<Element>, _ mailbox: Mailbox<SwitchingMessage<Element>>, _ segment: Segment) {
        cancelChild()
        last += 1
        let number = last
        mailbox.send(.began(number))
        if segment.isClosed { return }
        let child = ChildSegment(in: segment)
        self.child = child
        inner.source.subscribe(
            child, tearDown: .beforeStop, next: { mailbox.send(.inner(number, .next($0))) },
            stop: { mailbox.send(.inner(number, .stop($0))) })
    }

    @inlinable @inline(never)
    static func sourceStopped<Element>(_ error: (any Error)?, _ mailbox: Mailbox<SwitchingMessage<Element>>) {
        mailbox.send(.sourceStopped(error))
    }

    /// The mailbox's.
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
