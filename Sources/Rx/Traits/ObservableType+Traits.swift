extension ObservableType {
    /// The only element, at completion. None is `RxError.noElements`, a second one `RxError.moreThanOneElement`.
    ///
    ///     source  --1--|
    ///     result  -----1
    ///
    /// Cost: one cell for each subscription.
    public func asSingle() -> Single<Element> {
        PrimitiveSequence(raw: onlyElement { RxError.noElements })
    }

    /// The only element, at completion, or none. A second one is `RxError.moreThanOneElement`.
    ///
    ///     source  --1--|
    ///     result  -----1
    ///
    /// Cost: one cell for each subscription.
    public func asMaybe() -> Maybe<Element> {
        PrimitiveSequence(raw: onlyElement { nil })
    }

    /// The first element, as soon as it comes; `nil` if there is none.
    ///
    ///     source  --1--2--|
    ///     result  --1
    ///
    /// Cost: one cell for each subscription.
    public func first() -> Single<Element?> {
        PrimitiveSequence(raw: map(Optional.some).take(1).ifEmpty(default: nil))
    }

    private func onlyElement(orStop none: @escaping () -> (any Error)?) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let only = Cell<Element?>(nil)
            source.attach(
                segment,
                next: { element in
                    if only.value != nil { return observer.stop(RxError.moreThanOneElement) }
                    only.value = element
                },
                stop: { error in
                    if error != nil { return observer.stop(error) }
                    guard let element = only.value else { return observer.stop(none()) }
                    observer.send(element)
                    if !segment.isClosed { observer.stop(nil) }
                })
        }
        return Observable(run)
    }
}

extension ObservableType where Element == Never {
    /// The same sequence, whose type says that it has no elements.
    ///
    /// Cost: none; it is the same observable.
    public func asCompletable() -> Completable { PrimitiveSequence(raw: asObservable()) }
}
