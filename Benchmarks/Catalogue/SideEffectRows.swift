import BenchKit
import Rx

let sideEffects = sideEffectsRows(Int.self, .all)
#if ELEMENTS
let sideEffectsOfElements =
    sideEffectsRows(String.self, .elements) + sideEffectsRows(Wide.self, .elements) + sideEffectsRows(Reference.self, .elements)
#endif

func sideEffectsRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(Do<Input>.self),
        rows.of(DoAll<Input>.self),
        rows.of(Using<Input>.self),
        rows.of(Deferred<Input>.self),
    ]
}

private enum Do<Input: RowElement>: Entry {
    static var name: String { "do" }
    static var title: String { "do(onNext: { element in blackHole(element.weight) })" }
    static var covers: [String] {
        ["ObservableType.do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)"]
    }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> {
        source.do(onNext: { element in blackHole(element.weight) })
    }
}

private enum DoAll<Input: RowElement>: Entry {
    static var name: String { "do/all" }
    static var title: String { "do with all its closures" }
    static var covers: [String] {
        ["ObservableType.do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)"]
    }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> {
        source.do(
            onNext: { element in blackHole(element.weight) }, afterNext: { element in blackHole(element.weight) }, onError: { _ in },
            afterError: { _ in },
            onCompleted: {}, afterCompleted: {}, onSubscribe: {}, onSubscribed: {}, onDispose: {})
    }
}

private enum Using<Input: RowElement>: Entry {
    static var name: String { "using" }
    static var title: String { "using" }
    static var covers: [String] { ["ObservableType.using(_:observableFactory:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> {
        Observable.using({ BooleanDisposable() }, observableFactory: { _ in source })
    }
}

private enum Deferred<Input: RowElement>: Entry {
    static var name: String { "deferred" }
    static var title: String { "Observable.deferred { source }" }
    static var covers: [String] { ["ObservableType.deferred(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { Observable.deferred { source } }
}
