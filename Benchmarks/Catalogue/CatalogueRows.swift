import BenchKit
import CatalogueStorage
import Rx

/// How a use is written.
public enum Form: String, CaseIterable, Sendable {
    /// Source, operator and observer in one expression, which the compiler sees whole.
    case fused
    /// Source and result are read from properties that another module keeps, so each part is compiled by itself.
    case composed
}

/// What of an entry a row measures.
enum Aspect: String, CaseIterable {
    case event, subscribe, error, dispose
}

/// The rows of one entry.
func rows<E: Entry>(_: E.Type) -> [Benchmark] {
    Form.allCases.flatMap { form in
        E.aspects.map { aspect in
            switch aspect {
            case .event: eventRow(E.self, form)
            case .subscribe: subscribeRow(E.self, form)
            case .error: errorRow(E.self, form)
            case .dispose: disposeRow(E.self, form)
            }
        }
    }
}

/// Only what it costs to send an element through: for other elements than whole numbers.
func eventRows<E: Entry>(_: E.Type) -> [Benchmark] { Form.allCases.map { eventRow(E.self, $0) } }

private func eventRow<E: Entry>(_: E.Type, _ form: Form) -> Benchmark {
    row(E.self, .event, form, unit: "element", "an element") { run in
        let n = run.n, tally = Tally()
        if E.others > 0 { joined(E.self, form, run, tally) } else {
            let context = Context<E.Input>()
            run.timed {
                if form == .fused { sendFused(E.self, n, tally, context) } else { sendComposed(E.self, n, tally, context) }
            }
        }
        try run.expect(tally.count, E.elements(n), "elements")
        try run.expect(tally.errors, 0, "errors")
    }
}

@inline(never)
private func sendFused<E: Entry>(_: E.Type, _ n: Int, _ tally: Tally, _ context: Context<E.Input>) {
    let subscription = E.subscribe(E.apply(numbers(n), context), tally)
    context.scheduler.start()
    subscription.dispose()
}

@inline(never)
private func sendComposed<E: Entry>(_: E.Type, _ n: Int, _ tally: Tally, _ context: Context<E.Input>) {
    let source: Observable<E.Input> = numbers(n)
    let subscription = E.subscribe(Property(E.apply(Property(source.asObservable()).read(), context)).read(), tally)
    context.scheduler.start()
    subscription.dispose()
}

/// An event is an element of each source, one after the other.
@inline(never)
private func joined<E: Entry>(_: E.Type, _ form: Form, _ run: Run, _ tally: Tally) {
    let subjects = (0...E.others).map { _ in PublishSubject<E.Input>() }
    let context = Context(others: subjects.dropFirst().map { $0.asObservable() }), n = run.n
    let subscription = form == .fused
        ? E.subscribe(E.apply(subjects[0].asObservable(), context), tally)
        : E.subscribe(Property(E.apply(Property(subjects[0].asObservable()).read(), context)).read(), tally)
    run.timed {
        for i in 0..<n {
            for subject in subjects { subject.onNext(E.Input(number: i)) }
        }
    }
    for subject in subjects { subject.onCompleted() }
    context.scheduler.start()
    subscription.dispose()
}

private func subscribeRow<E: Entry>(_: E.Type, _ form: Form) -> Benchmark {
    row(E.self, .subscribe, form, unit: "subscription", "to subscribe and dispose") { run in
        let tally = Tally(), context = Context<E.Input>(others: (0..<E.others).map { _ in silent() }), n = run.n
        run.timed {
            if form == .fused { subscribeFused(E.self, n, tally, context) } else { subscribeComposed(E.self, n, tally, context) }
        }
        try run.expect(tally.errors, 0, "errors")
    }
}

@inline(never)
private func subscribeFused<E: Entry>(_: E.Type, _ n: Int, _ tally: Tally, _ context: Context<E.Input>) {
    for _ in 0..<n { E.subscribe(E.apply(silent(), context), tally).dispose() }
}

@inline(never)
private func subscribeComposed<E: Entry>(_: E.Type, _ n: Int, _ tally: Tally, _ context: Context<E.Input>) {
    let source: Observable<E.Input> = silent()
    let sequence = Property(E.apply(Property(source.asObservable()).read(), context))
    for _ in 0..<n { E.subscribe(sequence.read(), tally).dispose() }
}

private func errorRow<E: Entry>(_: E.Type, _ form: Form) -> Benchmark {
    row(E.self, .error, form, unit: "failure", "to subscribe to a source that fails") { run in
        let tally = Tally(), context = Context<E.Input>(others: (0..<E.others).map { _ in silent() }), n = run.n
        run.timed {
            if form == .fused { failFused(E.self, n, tally, context) } else { failComposed(E.self, n, tally, context) }
        }
        try run.expect(tally.errors, n * E.errors, "errors")
    }
}

@inline(never)
private func failFused<E: Entry>(_: E.Type, _ n: Int, _ tally: Tally, _ context: Context<E.Input>) {
    for _ in 0..<n {
        let subscription = E.subscribe(E.apply(failing(), context), tally)
        context.scheduler.start()
        subscription.dispose()
    }
}

@inline(never)
private func failComposed<E: Entry>(_: E.Type, _ n: Int, _ tally: Tally, _ context: Context<E.Input>) {
    let source: Observable<E.Input> = failing()
    let sequence = Property(E.apply(Property(source.asObservable()).read(), context))
    for _ in 0..<n {
        let subscription = E.subscribe(sequence.read(), tally)
        context.scheduler.start()
        subscription.dispose()
    }
}

private func disposeRow<E: Entry>(_: E.Type, _ form: Form) -> Benchmark {
    row(E.self, .dispose, form, unit: "subscription", "to dispose after an element, before another one") { run in
        let tally = Tally(), context = Context<E.Input>(others: (0..<E.others).map { _ in silent() }), hand = Hand<E.Input>(), n = run.n
        let late = run.timed {
            form == .fused ? leaveFused(E.self, n, tally, context, hand) : leaveComposed(E.self, n, tally, context, hand)
        }
        hand.observer = nil
        try run.expect(late, 0, "elements after dispose() had returned")
        try run.expect(tally.errors, 0, "errors")
    }
}

/// Elements that came too late.
@inline(never)
private func leaveFused<E: Entry>(_: E.Type, _ n: Int, _ tally: Tally, _ context: Context<E.Input>, _ hand: Hand<E.Input>) -> Int {
    var late = 0
    for i in 0..<n { late += leave(E.subscribe(E.apply(handed(hand), context), tally), hand, i, tally) }
    return late
}

@inline(never)
private func leaveComposed<E: Entry>(_: E.Type, _ n: Int, _ tally: Tally, _ context: Context<E.Input>, _ hand: Hand<E.Input>) -> Int {
    let source = handed(hand), sequence = Property(E.apply(Property(source.asObservable()).read(), context))
    var late = 0
    for i in 0..<n { late += leave(E.subscribe(sequence.read(), tally), hand, i, tally) }
    return late
}

@inline(__always)
private func leave<Input: Item>(_ subscription: any Disposable, _ hand: Hand<Input>, _ i: Int, _ tally: Tally) -> Int {
    hand.observer?.onNext(Input(number: i))
    subscription.dispose()
    let before = tally.count
    hand.observer?.onNext(Input(number: i))
    return tally.count - before
}

/// What a source hands out of itself.
private final class Hand<Input> {
    @exclusivity(unchecked) var observer: AnyObserver<Input>?
}

@inline(__always)
private func numbers<Input: Item>(_ n: Int) -> Observable<Input> {
    .create { observer in
        for i in 0..<n { observer.onNext(Input(number: i)) }
        observer.onCompleted()
        return Disposables.create()
    }
}

/// Says nothing, and doesn't end. Not `never()`, which an operator may know.
@inline(__always)
private func silent<Input>() -> Observable<Input> { .create { _ in Disposables.create() } }

@inline(__always)
private func failing<Input>() -> Observable<Input> {
    .create { observer in
        observer.onError(PlannedFailure())
        return Disposables.create()
    }
}

@inline(__always)
private func handed<Input>(_ hand: Hand<Input>) -> Observable<Input> {
    .create { observer in
        hand.observer = observer
        return Disposables.create()
    }
}

private func row<E: Entry>(
    _: E.Type, _ aspect: Aspect, _ form: Form, unit: String, _ what: String, body: @escaping @Sendable (Run) throws -> Void
) -> Benchmark {
    let element = E.Input.word == "int" ? "" : "/\(E.Input.word)"
    let id = "\(E.name)/\(aspect.rawValue)\(element)\(form == .fused ? "" : "/composed")"
    let title = "\(E.title): \(what)\(form == .fused ? "" : ", composed")"
    return Catalogue.row(id, title, unit: unit, events: aspect == .event ? 10_000 : 1_000, body: body)
}
