/// The elements of a sequence that share a key; what `groupBy` sends.
public struct GroupedObservable<Key, Element>: ObservableType {
    public let key: Key
    private let source: Observable<Element>

    public init(key: Key, source: Observable<Element>) {
        self.key = key
        self.source = source
    }

    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == Element {
        source.subscribe(observer)
    }

    /// The elements as a plain sequence.
    public func asObservable() -> Observable<Element> { source }
}

extension GroupedObservable: Sendable where Key: Sendable {}

extension ObservableType {
    /// One sequence for each key, sent before its first element. The groups stop before the result does.
    ///
    ///     source  --a1--b2--a3--|
    ///     groupBy { $0.letter }
    ///     result  --a---b-------|
    ///     group a   a1------a3--|
    ///     group b       b2------|
    ///
    /// A group tells only who is subscribed to it at the time. The source runs for as long as the result or one of the
    /// groups is subscribed to. A throw of `keySelector` is everybody's error.
    /// Cost: one subject for each key; one dictionary look-up and no allocation for an element of a known key.
    @inlinable
    public func groupBy<Key: Hashable>(
        keySelector: @escaping (Element) throws -> Key
    ) -> Observable<GroupedObservable<Key, Element>> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<GroupedObservable<Key, Element>>, _ segment: Segment) {
            let groups = Groups(observer, segment, keySelector)
            source.subscribe(groups.shared.segment, next: groups.next, stop: groups.stop)
        }
        return Observable<GroupedObservable<Key, Element>>(run)
    }
}

/// The groups of one subscription. Only the source's delivery touches it, and that is serial.
@usableFromInline
final class Groups<Key: Hashable, Element> {
    /// Gone once the result has ended, though groups go on.
    @exclusivity(unchecked) @usableFromInline var observer: Rx.Observer<GroupedObservable<Key, Element>>?
    @usableFromInline let segment: Segment
    @usableFromInline let keySelector: (Element) throws -> Key
    @usableFromInline let shared: SharedSource
    /// In order of appearance.
    @exclusivity(unchecked) private var all: [PublishSubject<Element>] = []
    /// Where they are: `all` keeps them, so that a look-up need not retain.
    @exclusivity(unchecked) @usableFromInline var byKey: [Key: Unmanaged<PublishSubject<Element>>] = [:]

    @usableFromInline
    init(
        _ observer: Rx.Observer<GroupedObservable<Key, Element>>, _ segment: Segment,
        _ keySelector: @escaping (Element) throws -> Key
    ) {
        self.observer = observer
        self.segment = segment
        self.keySelector = keySelector
        shared = SharedSource(core: segment.core)
        shared.join(segment) { [weak self] in self?.observer = nil }
    }

    @inlinable
    func next(_ element: Element) {
        // Inside the outer gate as long as it is open: who disposes the result waits for `keySelector` too.
        let isOpen = segment.enter()
        // Nobody is left to be told; the source is about to be cancelled.
        if !isOpen, !shared.isUsed { return }
        let group: Unmanaged<PublishSubject<Element>>?
        do {
            let key = try keySelector(element)
            group = byKey[key] ?? (isOpen ? open(key) : nil)
        } catch {
            group = nil
            shared.segment.cancel()
            stopGroups(error)
            if isOpen { observer?.stop(error) }
        }
        if isOpen { segment.leaveWithoutMail() }
        group?._withUnsafeGuaranteedRef { $0.on(.next(element)) }
    }

    /// Makes the group of a new key and sends it.
    @usableFromInline
    func open(_ key: Key) -> Unmanaged<PublishSubject<Element>>? {
        if segment.isClosed { return nil }
        let subject = PublishSubject<Element>(core: segment.core)
        let group = Unmanaged.passUnretained(subject)
        all.append(subject)
        byKey[key] = group
        observer?.send(GroupedObservable(key: key, source: shared.handOut(subject)))
        return group
    }

    @usableFromInline
    func stop(_ error: (any Error)?) {
        stopGroups(error)
        segment.deliver { observer?.stop(error) }
    }

    @usableFromInline
    func stopGroups(_ error: (any Error)?) {
        for group in all { group.on(.stop(error)) }
    }
}
