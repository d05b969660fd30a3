import Rx

/// A source that counts its subscriptions; it sends what `subject` sends.
final class CountedSource: Sendable {
    let begun = AtomicCount(), ended = AtomicCount()
    let subject = PublishSubject<Int>()

    var observable: Observable<Int> {
        Observable.create { [self] observer in
            begun.add()
            let subscription = subject.subscribe(observer)
            return Disposables.create { [self] in
                ended.add()
                subscription.dispose()
            }
        }
    }
}
