import BenchKit
import Foundation
import Rx

/// What writes to standard output, which is nowhere meanwhile: the formatting of lines is measured, and no terminal.
let debugging: [CoveringRows] = [
    printed("debug/event", "observable.debug(…): an element", "ObservableType") { n, tally in
        Observable.range(start: 0, count: n).debug("row").subscribe(onNext: { tally.add($0) }).dispose()
    },
    printed(
        "debug/subscribe", "observable.debug(…): to subscribe and dispose", "ObservableType", unit: "subscription", counted: 5
    ) { n, tally in
        let numbers = (silent() as Observable<Int>).debug("row")
        for _ in 0..<n { numbers.subscribe(onDisposed: { tally.add(1) }).dispose() }
    },
    printed("debug/error", "observable.debug(…): to subscribe to a source that fails", "ObservableType", unit: "failure", counted: 5) { n, tally in
        let numbers = (failing() as Observable<Int>).debug("row")
        for _ in 0..<n { numbers.subscribe(onError: { _ in tally.add(1) }).dispose() }
    },
    printed(
        "debug/dispose", "observable.debug(…): to dispose after an element, before another one", "ObservableType", unit: "subscription", counted: 5
    ) { n, tally in
        let subject = PublishSubject<Int>(), numbers = subject.debug("row")
        for i in 0..<n {
            let subscription = numbers.subscribe(onNext: { tally.add($0) })
            subject.onNext(i)
            subscription.dispose()
            subject.onNext(i)
        }
    },
    printed("infallible/debug/event", "infallible.debug(…): an element", "InfallibleType") { n, tally in
        Observable.range(start: 0, count: n).asInfallible(onErrorJustReturn: 0).debug("row").subscribe(onNext: { tally.add($0) }).dispose()
    },
    printed(
        "single/debug/subscribe", "single.debug(…): to subscribe, with an element", "PrimitiveSequence", unit: "subscription", counted: 5
    ) { n, tally in
        for i in 0..<n { Single.just(i).debug("row").subscribe(onSuccess: { tally.add($0) }).dispose() }
    },
    printed("signal/debug/event", "signal.debug(…): an element", "SharedSequenceConvertibleType") { n, tally in
        let relay = PublishRelay<Int>(), subscription = relay.asSignal().debug("row").emit(onNext: { tally.add($0) })
        for i in 0..<n { relay.accept(i) }
        subscription.dispose()
    },
]

private func printed(
    _ id: String, _ title: String, _ type: String, unit: String = "element", counted: Int = 20, _ body: @escaping @Sendable (Int, Tally) -> Void
) -> CoveringRows {
    // So few are counted that their lines fit in the buffer, or one of them would take a call of the kernel, not always the same.
    let printing = row(id, title, unit: unit, events: 200, counted: counted) { run in
        let tally = Tally(), n = run.n
        try withoutOutput { run.timed { body(n, tally) } }
        try run.expect(tally.count, n, "what is counted")
    }
    return CoveringRows(rows: [printing], covers: ["\(type).debug(_:trimOutput:file:line:function:)"])
}

/// Flushed before and after, so that what others print arrives and what `body` prints doesn't.
private func withoutOutput(_ body: () -> Void) throws {
    fflush(nil)
    let own = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY)
    defer { for descriptor in [own, nowhere] where descriptor >= 0 { close(descriptor) } }
    guard own >= 0, nowhere >= 0, dup2(nowhere, STDOUT_FILENO) >= 0 else { throw WrongResult("/dev/null can't be opened: error \(errno)") }
    body()
    fflush(nil)
    dup2(own, STDOUT_FILENO)
}
