import Rx

let errors = errorsRows(Int.self, .all)
#if ELEMENTS
let errorsOfElements = errorsRows(String.self, .elements) + errorsRows(Wide.self, .elements) + errorsRows(Reference.self, .elements)
#endif

func errorsRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(Catch<Input>.self),
        rows.of(CatchAndReturn<Input>.self),
        rows.of(CatchSequence<Input>.self),
        rows.of(Retry<Input>.self),
        rows.of(RetryCount<Input>.self),
        rows.of(RetryWhen<Input>.self),
    ]
}

private enum Catch<Input: RowElement>: Entry {
    static var name: String { "catch" }
    static var title: String { "catch { _ in .empty() }" }
    static var covers: [String] { ["ObservableType.catch(_:)"] }
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.catch { _ in .empty() } }
}

private enum CatchAndReturn<Input: RowElement>: Entry {
    static var name: String { "catchAndReturn" }
    static var title: String { "catchAndReturn(zero)" }
    static var covers: [String] { ["ObservableType.catchAndReturn(_:)"] }
    static var errors: Int { 0 }
    static var insteadOfError: Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.catchAndReturn(Input(number: 0)) }
}

private enum CatchSequence<Input: RowElement>: Entry {
    static var name: String { "catch/sequence" }
    static var title: String { "Observable.catch(sequence: [source, .empty()])" }
    static var covers: [String] { ["ObservableType.catch(sequence:)"] }
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { Observable.catch(sequence: [source, .empty()]) }
}

private enum Retry<Input: RowElement>: Entry {
    static var name: String { "retry" }
    static var title: String { "retry()" }
    static var covers: [String] { ["ObservableType.retry()"] }
    static var aspects: Aspects { [.event, .subscribe, .complete, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.retry() }
}

private enum RetryCount<Input: RowElement>: Entry {
    static var name: String { "retry/count" }
    static var title: String { "retry(2)" }
    static var covers: [String] { ["ObservableType.retry(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.retry(2) }
}

private enum RetryWhen<Input: RowElement>: Entry {
    static var name: String { "retry/when" }
    static var title: String { "retry { errors in errors.take(1) }" }
    static var covers: [String] { ["ObservableType.retry(when:) [any Error>) ->]"] }
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.retry { errors in errors.take(1) } }
}
