import Rx

// The sources of entries: the library can know none of them beforehand.

/// What a source hands out of itself.
final class Hand<Input> {
    @exclusivity(unchecked) var observer: AnyObserver<Input>?
}

@inline(__always)
func numbers<Input: Item>(_ n: Int) -> Observable<Input> {
    .create { observer in
        for i in 0..<n { observer.onNext(Input(number: i)) }
        observer.onCompleted()
        return Disposables.create()
    }
}

/// Says nothing, and doesn't end. Not `never()`, which an operator may know.
@inline(__always)
func silent<Input>() -> Observable<Input> { .create { _ in Disposables.create() } }

/// Sends one element and stays.
@inline(__always)
func lasting<Input>(_ element: Input) -> Observable<Input> {
    .create { observer in
        observer.onNext(element)
        return Disposables.create()
    }
}

@inline(__always)
func failing<Input>() -> Observable<Input> {
    .create { observer in
        observer.onError(PlannedFailure())
        return Disposables.create()
    }
}

@inline(__always)
func handed<Input>(_ hand: Hand<Input>) -> Observable<Input> {
    .create { observer in
        hand.observer = observer
        return Disposables.create()
    }
}
