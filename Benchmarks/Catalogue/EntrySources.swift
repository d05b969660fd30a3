import Rx

// The sources of entries: the library can know none of them beforehand.

/// What a source does where it is subscribed to.
enum Manner {
    /// Says nothing, and doesn't end.
    case silent
    /// Sends one element and completes.
    case completing
    case failing
    /// Hands its observer out, and says nothing by itself.
    case handing
}

/// What tells a source what to do, and has what it hands out of itself.
final class Hand<Input: Item> {
    let manner: Manner
    @exclusivity(unchecked) var observer: AnyObserver<Input>?

    init(_ manner: Manner) { self.manner = manner }

    /// Compiled once for all entries: a source is rarely seen whole together with what observes it.
    @inline(never)
    func begin(_ observer: AnyObserver<Input>) -> any Disposable {
        switch manner {
        case .silent: break
        case .completing:
            observer.onNext(Input(number: 0))
            observer.onCompleted()
        case .failing: observer.onError(PlannedFailure())
        case .handing: self.observer = observer
        }
        return Disposables.create()
    }
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

/// Fails at once.
@inline(__always)
func failing<Input>() -> Observable<Input> {
    .create { observer in
        observer.onError(PlannedFailure())
        return Disposables.create()
    }
}

/// Sends one element and stays.
@inline(__always)
func lasting<Input>(_ element: Input) -> Observable<Input> {
    .create { observer in
        observer.onNext(element)
        return Disposables.create()
    }
}

@inline(__always)
func source<Input>(_ hand: Hand<Input>) -> Observable<Input> { .create { hand.begin($0) } }
