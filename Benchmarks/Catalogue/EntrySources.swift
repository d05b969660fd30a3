import Rx

// The sources of entries: the library can know none of them beforehand.

/// What a source does where it is subscribed to.
enum SourceBehavior {
    /// Says nothing, and doesn't end.
    case silent
    /// Sends one element and completes.
    case completing
    case failing
    /// Hands its observer out, and says nothing by itself.
    case handing
}

/// What tells a source what to do, and has what it hands out of itself.
final class SourceControl<Input: RowElement> {
    let behavior: SourceBehavior
    @exclusivity(unchecked) var observer: AnyObserver<Input>?

    init(_ behavior: SourceBehavior) { self.behavior = behavior }

    /// Compiled once for all entries: a source is rarely seen whole together with what observes it.
    @inline(never)
    func begin(_ observer: AnyObserver<Input>) -> any Disposable {
        switch behavior {
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
func numbers<Input: RowElement>(_ n: Int) -> Observable<Input> {
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
func source<Input>(_ control: SourceControl<Input>) -> Observable<Input> { .create { control.begin($0) } }
