extension ObservableConvertibleType {
    /// The sequence on the strategy's scheduler, shared; if it fails, `onErrorJustReturn` and completion.
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy _: S.Type = S.self, onErrorJustReturn: Element
    ) -> SharedSequence<S, Element> {
        SharedSequence(asObservable().observe(on: S.scheduler).catchAndReturn(onErrorJustReturn))
    }

    /// The sequence on the strategy's scheduler, shared; if it fails, `onErrorDriveWith`.
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy _: S.Type = S.self, onErrorDriveWith: SharedSequence<S, Element>
    ) -> SharedSequence<S, Element> {
        asSharedSequence { _ in onErrorDriveWith }
    }

    /// The sequence on the strategy's scheduler, shared; if it fails, the one that `onErrorRecover` makes of the error.
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy _: S.Type = S.self, onErrorRecover: @escaping (any Error) -> SharedSequence<S, Element>
    ) -> SharedSequence<S, Element> {
        SharedSequence(asObservable().observe(on: S.scheduler).catch { onErrorRecover($0).asObservable() })
    }
}
