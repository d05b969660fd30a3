import RxPlatform

extension ObservableType {
    /// The source, with closures called on the way.
    ///
    ///     source  --1--2--|
    ///     do        ^  ^  ^
    ///     result  --1--2--|
    ///
    /// - Parameters:
    ///   - onNext, onError, onCompleted: run before the event is passed on. A throw takes its place, as an error.
    ///   - afterNext, afterError, afterCompleted: run after the event has been passed on.
    ///   - onSubscribe: runs before the source is subscribed to; `onSubscribed` after that. If it ends the subscription only `onDispose` follows.
    ///   - onDispose: runs once, after the source's subscription has ended, however that came about, and after `onSubscribed`.
    ///
    /// Cost: the closures' calls.
    @inlinable @inline(__always)
    public func `do`(
        onNext: ((Element) throws -> Void)? = nil, afterNext: ((Element) throws -> Void)? = nil,
        onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
        onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
    ) -> Observable<Element> {
        let source = source
        // Not optionals: binding one costs a retain for each event.
        let before = onNext ?? { _ in }, after = afterNext ?? { _ in }
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            if let onSubscribe {
                onSubscribe()
                if segment.isClosed {  // By that: the source is not to be subscribed to.
                    onDispose?()
                    return
                }
            }
            if onSubscribed != nil || afterError != nil || afterCompleted != nil { Trampoline.delayTurn() }
            let stopping = StopEffects(
                segment, onError: onError, afterError: afterError, onCompleted: onCompleted,
                afterCompleted: afterCompleted, onDispose: onDispose)
            segment.own(stopping.end)
            source.attach(
                segment,
                next: { element in
                    do { try before(element) } catch { return observer.stop(error) }
                    observer.send(element)
                    do { try after(element) } catch { if !segment.isClosed { observer.stop(error) } }
                },
                stop: { stopping.stop(observer.stop, $0) })
            if afterError != nil || afterCompleted != nil { segment.own(stopping.runAfter) }
            onSubscribed?()
            stopping.hasAttached()
        }
        return Observable(run)
    }
}

/// What `do` does about a stop event. The closures that come after it run before the tear-down that it brings about,
/// where there is one.
@usableFromInline
final class StopEffects {
    private let segment: Segment
    private let onError: ((any Error) throws -> Void)?
    private let afterError: ((any Error) throws -> Void)?
    private let onCompleted: (() throws -> Void)?
    private let afterCompleted: (() throws -> Void)?
    private let onDispose: (() -> Void)?
    private var after: (() throws -> Void)?
    /// The token of the thread that is still subscribing to the source; 0 afterwards.
    private let attaching: Word
    /// Whether that thread has met the end meanwhile; touched by it only.
    private var hasEnded = false

    /// To be made before the source is attached, on the thread that does it.
    @usableFromInline
    init(
        _ segment: Segment, onError: ((any Error) throws -> Void)?, afterError: ((any Error) throws -> Void)?,
        onCompleted: (() throws -> Void)?, afterCompleted: (() throws -> Void)?, onDispose: (() -> Void)?
    ) {
        self.onDispose = onDispose
        attaching = Word(threadToken())
        self.segment = segment
        self.onError = onError
        self.afterError = afterError
        self.onCompleted = onCompleted
        self.afterCompleted = afterCompleted
    }

    @usableFromInline
    func stop(_ pass: ((any Error)?) -> Void, _ error: (any Error)?) {
        do {
            if let error { try onError?(error) } else { try onCompleted?() }
        } catch {
            return pass(error)
        }
        if let error {
            if let afterError { after = { try afterError(error) } }
        } else {
            after = afterCompleted
        }
        pass(error)
        runAfter()
    }

    /// The tear-down. One that comes while the source is being subscribed to, from inside of that, leaves `onDispose` to
    /// `hasAttached`; another thread's runs it at once, since `dispose()` may be waiting for it.
    @usableFromInline
    func end() {
        runAfter()
        if attaching.load() == threadToken() { hasEnded = true } else { onDispose?() }
    }

    /// The source has been subscribed to.
    @usableFromInline
    func hasAttached() {
        attaching.store(0)
        if hasEnded { onDispose?() }
    }

    /// Once; what it throws comes too late for anybody.
    @usableFromInline
    func runAfter() {
        guard let after else { return }
        self.after = nil
        try? after()
    }
}
