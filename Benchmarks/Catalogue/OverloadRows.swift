import BenchKit
import Rx

/// Overloads of operators whose names have rows elsewhere, and what this library adds to the vocabulary.
let overloads: [CoveringRows] = [
    RowSet.all.of(ConcatVariadic.self), RowSet.all.of(ConcatSequence.self), RowSet.all.of(MergeCollection.self),
    RowSet.all.of(RetryWhenTyped.self), RowSet.all.of(FlatMapLatestInfallible.self), RowSet.all.of(OnOtherCore.self),
    RowSet.all.of(Inspected.self),
    member("disposeWithoutWaiting", "to subscribe, and disposeWithoutWaiting()", [], unit: "subscription", count: { _ in 0 }) { n, tally in
        let subject = PublishSubject<Int>()
        for i in 0..<n {
            subject.subscribe(onNext: { tally.add($0) }).disposeWithoutWaiting()
            subject.onNext(i)
        }
    },
    member("DisposeBag/disposeWithoutWaiting", "DisposeBag with two: insert, and disposeWithoutWaiting()", []) { n, tally in
        let bag = DisposeBag()
        for _ in 0..<n {
            let last = BooleanDisposable()
            bag.insert(BooleanDisposable())
            bag.insert(last)
            bag.disposeWithoutWaiting()
            if last.isDisposed { tally.add(1) }
        }
    },
    member("CompositeDisposable/removeWithoutWaiting", "CompositeDisposable: insert, and removeWithoutWaiting(for:)", []) { n, tally in
        let composite = CompositeDisposable()
        for _ in 0..<n {
            let disposable = BooleanDisposable()
            if let key = composite.insert(disposable) { composite.removeWithoutWaiting(for: key) }
            if disposable.isDisposed { tally.add(1) }
        }
    },
    member("SerialDisposable/replaceWithoutWaiting", "SerialDisposable.replaceWithoutWaiting(with:)", []) { n, tally in
        let serial = SerialDisposable()
        for _ in 0..<n {
            let disposable = BooleanDisposable()
            serial.disposable = disposable
            serial.replaceWithoutWaiting(with: BooleanDisposable())
            if disposable.isDisposed { tally.add(1) }
        }
    },
]

private enum ConcatVariadic: Entry {
    static let name = "concat/variadic", title = "Observable.concat(source, .empty())"
    static let covers = ["ObservableType.concat(_:) [>...]"]
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { Observable.concat(source, .empty()) }
}

private enum ConcatSequence: Entry {
    static let name = "concat/sequence", title = "Observable.concat(AnySequence([source, .empty()]))"
    static let covers = ["ObservableType.concat(_:) [<Sequence>]"]
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { Observable.concat(AnySequence([source, .empty()])) }
}

private enum MergeCollection: Entry {
    static let name = "merge/collection", title = "Observable.merge(CollectionOfOne(source))"
    static let covers = ["ObservableType.merge(_:) [<Collection>]"]
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { Observable.merge(CollectionOfOne(source)) }
}

private enum RetryWhenTyped: Entry {
    static let name = "retry/when-typed", title = "retry { (errors: Observable<PlannedFailure>) in errors.take(1) }"
    static let covers = ["ObservableType.retry(when:) [retry<Error>]"]
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.retry { (errors: Observable<PlannedFailure>) in errors.take(1) }
    }
}

private enum FlatMapLatestInfallible: Entry {
    static let name = "flatMapLatest/infallible", title = "flatMapLatest { Infallible.just($0) } as Infallible<Int>"
    static let covers = ["ObservableType.flatMapLatest(_:) [-> Infallible]"]
    static var aspects: Aspects { [.event, .subscribe, .complete, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Infallible<Int> { source.flatMapLatest { Infallible.just($0) } }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable { output.subscribe(onNext: { tally.add($0) }) }
}

private enum OnOtherCore: Entry {
    static let name = "on/core", title = "on(core: the other one)", covers: [String] = []
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.on(core: Core.current == .lock ? .queue : .lock)
    }
}

private enum Inspected: Entry {
    static let name = "inspect", title = "inspect(name, an inspector that only counts)", covers: [String] = []
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.inspect("source", Inspector()) }
}

private final class Inspector: SubscriptionInspector, @unchecked Sendable {  // Sendable: used by one thread.
    private var sent = 0

    func begin(_ name: String, of element: Any.Type, on core: Core) -> Int { 0 }
    func subscribed(_ number: Int) {}
    func willSend<Element>(_ event: Event<Element>, _ number: Int) { sent += 1 }
    func didSend(_ number: Int) {}
    func ended(_ number: Int) {}
}
