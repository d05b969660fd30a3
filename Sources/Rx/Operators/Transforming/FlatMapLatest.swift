extension ObservableType {
    /// The elements of the sequence that `selector` makes of this one's latest element. A new element cancels the sequence
    /// before; nothing of that one comes after anything of the new one.
    ///
    ///     source  --1-----2---|
    ///     flatMapLatest { n in interval.map { n } }
    ///     result  ---1-1-1-2-2-2…
    ///
    /// The first error ends all. Completes when the source and the latest inner sequence have.
    /// Cost: `just`, `empty` and `error` are flattened without a subscription: the observable that `selector` makes is the one
    /// allocation. Any other inner sequence is a subscription of its own.
    @inlinable @inline(__always)
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let source = source
        return Observable<Source.Element> { observer, segment in
            let switching = Switching(observer, segment)
            source.subscribe(
                Segment(in: segment), tearDown: .beforeCompletion,
                next: { element in
                    do { switching.flatten(try selector(element).asObservable()) } catch { switching.sourceStopped(error) }
                },
                stop: switching.sourceStopped)
        }
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

/// Flattens the latest of the inner sequences into one segment.
///
/// That a new one has come is a message as well: what the sequence before had sent until then is delivered, what it
/// sends later is dropped, whichever threads they run on.
@frozen
@usableFromInline
struct Switching<Element> {
    @usableFromInline let observer: Rx.Observer<Element>
    @usableFromInline let segment: Segment
    @usableFromInline let state: SwitchingState
    @usableFromInline let mailbox: Mailbox<SwitchingMessage<Element>>

    @inlinable @inline(__always)
    init(_ observer: Rx.Observer<Element>, _ segment: Segment) {
        let state = SwitchingState()
        self.observer = observer
        self.segment = segment
        self.state = state
        mailbox = Mailbox(segment) { message in
            switch message {
            case .just(let element):
                state.current = 0
                observer.send(element)
            case .began(let number): state.current = number
            case .inner(let number, let event):
                if number == state.current, let event = state.pass(event) { observer.on(event) }
            case .sourceStopped(let error):
                if error != nil || state.current == 0 { observer.stop(error) } else { state.sourceHasCompleted = true }
            }
        }
    }

    @inlinable @inline(__always)
    func flatten(_ inner: Observable<Element>) {
        if case .just(let element) = inner.scalar {
            if state.child != nil { state.cancelChild() }
            if segment.enter() {
                state.current = 0
                observer.send(element)
                mailbox.finish()
            } else {
                mailbox.post(.just(element))
            }
        } else {
            subscribe(inner)
        }
    }

    @usableFromInline @inline(never)
    func subscribe(_ inner: Observable<Element>) {
        state.cancelChild()
        switch inner.scalar {
        case .just, .empty: return mailbox.send(.began(0))
        case .error(let error): return mailbox.send(.sourceStopped(error))
        case .none: break
        }
        state.last += 1
        let number = state.last, mailbox = mailbox
        mailbox.send(.began(number))
        if segment.isClosed { return }
        let child = Segment(in: segment)
        state.child = child
        inner.source.subscribe(
            child, tearDown: .beforeStop, next: { mailbox.send(.inner(number, .next($0))) },
            stop: { mailbox.send(.inner(number, .stop($0))) })
    }

    @usableFromInline
    func sourceStopped(_ error: (any Error)?) { mailbox.send(.sourceStopped(error)) }
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

    /// What an event of the running inner sequence means for the result.
    @inlinable @inline(__always)
    func pass<Element>(_ event: Event<Element>) -> Event<Element>? {
        guard case .completed = event else { return event }
        current = 0
        return sourceHasCompleted ? event : nil
    }
}
