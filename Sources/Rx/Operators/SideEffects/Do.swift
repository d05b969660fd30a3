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
    ///   - onSubscribe: runs before the source is subscribed to; `onSubscribed` after that.
    ///   - onDispose: runs once, after the source's subscription has ended, however that came about.
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
        func run(_ observer: Rx.Observer<Element>, _ segment: Segment) {
            onSubscribe?()
            if onSubscribed != nil || afterError != nil || afterCompleted != nil { Trampoline.delayTurn() }
            let stopping = StopEffects(
                segment, onError: onError, afterError: afterError, onCompleted: onCompleted,
                afterCompleted: afterCompleted)
            segment.own { stopping.runAfter(); onDispose?() }
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
    private var after: (() throws -> Void)?

    @usableFromInline
    init(
        _ segment: Segment, onError: ((any Error) throws -> Void)?, afterError: ((any Error) throws -> Void)?,
        onCompleted: (() throws -> Void)?, afterCompleted: (() throws -> Void)?
    ) {
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

    /// Once; what it throws comes too late for anybody.
    @usableFromInline
    func runAfter() {
        guard let after else { return }
        self.after = nil
        try? after()
    }
}
