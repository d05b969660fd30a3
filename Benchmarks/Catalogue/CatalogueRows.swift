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
    case event, subscribe, complete, error, dispose
}

/// The rows of one entry.
func rows<E: Entry>(_: E.Type) -> [Benchmark] {
    let use = Use(E.self), composed = Composed(E.self)
    return Form.allCases.flatMap { form in
        E.aspects.compactMap { aspect -> Benchmark? in
            switch (aspect, form) {
            case (.event, _): eventRow(E.self, use, composed, form)
            case (.subscribe, .fused): use.subscribeRow(form) { subscribeFused(E.self, $0, $1, $2) }
            case (.subscribe, .composed): use.subscribeRow(form, composed.subscribe)
            // In one form: what is done at an end is the same code in both, and a loop of its own would be compiled for each entry.
            case (.complete, .fused): use.completeRow(composed.complete)
            case (.complete, .composed): nil
            case (.error, .fused): use.errorRow(form) { failFused(E.self, $0, $1, $2) }
            case (.error, .composed): use.errorRow(form, composed.fail)
            case (.dispose, .fused): use.disposeRow(form) { leaveFused(E.self, $0, $1, $2, $3) }
            case (.dispose, .composed): use.disposeRow(form, composed.leave)
            }
        }
    }
}

/// Only what it costs to send an element through: for other elements than whole numbers.
func eventRows<E: Entry>(_: E.Type) -> [Benchmark] { Form.allCases.map { eventRow(E.self, Use(E.self), Composed(E.self), $0) } }

private func eventRow<E: Entry>(_: E.Type, _ use: Use<E.Input>, _ composed: Composed<E.Input>, _ form: Form) -> Benchmark {
    switch (E.others > 0, form) {
    case (true, .fused): use.joinedRow(form) { E.subscribe(E.apply($0, $1), $2) }
    case (true, .composed): use.joinedRow(form) { composed.make($0, $1)($2) }
    case (false, .fused): use.eventRow(form) { sendFused(E.self, $0, $1, $2) }
    case (false, .composed): use.eventRow(form, composed.send)
    }
}

@inline(never)
private func sendFused<E: Entry>(_: E.Type, _ n: Int, _ tally: Tally, _ context: Context<E.Input>) {
    let subscription = E.subscribe(E.apply(numbers(n), context), tally)
    context.scheduler.start()
    subscription.dispose()
}

@inline(never)
private func subscribeFused<E: Entry>(_: E.Type, _ n: Int, _ tally: Tally, _ context: Context<E.Input>) {
    for _ in 0..<n {
        let subscription = E.subscribe(E.apply(silent(), context), tally)
        if E.usesTime { context.passSecond() }
        subscription.dispose()
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

/// Elements that came too late.
@inline(never)
private func leaveFused<E: Entry>(_: E.Type, _ n: Int, _ tally: Tally, _ context: Context<E.Input>, _ hand: Hand<E.Input>) -> Int {
    var late = 0
    for i in 0..<n {
        late += leave(E.subscribe(E.apply(handed(hand), context), tally), hand, i, tally, E.usesTime ? context : nil)
    }
    return late
}

/// An entry whose source and result are read from properties. The loops are compiled once for all entries, which changes nothing of
/// what they measure: an entry's own code is behind a closure that is called once a subscription.
private struct Composed<Input: Item>: @unchecked Sendable {
    /// The sequence, and how it is subscribed to.
    let make: @Sendable (Observable<Input>, Context<Input>) -> (Tally) -> any Disposable
    let usesTime: Bool

    init<E: Entry>(_: E.Type) where E.Input == Input {
        make = { source, context in
            let sequence = Property(E.apply(Property(source.asObservable()).read(), context))
            return { E.subscribe(sequence.read(), $0) }
        }
        usesTime = E.usesTime
    }

    @Sendable func send(_ n: Int, _ tally: Tally, _ context: Context<Input>) {
        let subscription = make(numbers(n), context)(tally)
        context.scheduler.start()
        subscription.dispose()
    }

    @Sendable func subscribe(_ n: Int, _ tally: Tally, _ context: Context<Input>) {
        let subscribe = make(silent(), context)
        for _ in 0..<n {
            let subscription = subscribe(tally)
            if usesTime { context.passSecond() }
            subscription.dispose()
        }
    }

    @Sendable func complete(_ n: Int, _ tally: Tally, _ context: Context<Input>) {
        let subscribe = make(one(Input(number: 0)), context)
        for _ in 0..<n {
            let subscription = subscribe(tally)
            context.scheduler.start()
            subscription.dispose()
        }
    }

    @Sendable func fail(_ n: Int, _ tally: Tally, _ context: Context<Input>) {
        let subscribe = make(failing(), context)
        for _ in 0..<n {
            let subscription = subscribe(tally)
            context.scheduler.start()
            subscription.dispose()
        }
    }

    @Sendable func leave(_ n: Int, _ tally: Tally, _ context: Context<Input>, _ hand: Hand<Input>) -> Int {
        let subscribe = make(handed(hand), context)
        var late = 0
        for i in 0..<n { late += Catalogue.leave(subscribe(tally), hand, i, tally, usesTime ? context : nil) }
        return late
    }
}

/// What the rows of an entry have in common, compiled once for all entries.
private struct Use<Input: Item>: Sendable {
    typealias Body = @Sendable (Int, Tally, Context<Input>) -> Void

    let name, title: String
    let others, atOnce, ofCompleted, insteadOfError, ofOne, errors: Int
    let keepsForNext: Bool
    let elements: @Sendable (Int) -> Int

    init<E: Entry>(_: E.Type) where E.Input == Input {
        (name, title, others, errors) = (E.name, E.title, E.others, E.errors)
        (atOnce, insteadOfError, ofOne) = (E.atOnce, E.insteadOfError, E.ofOne)
        ofCompleted = E.ofCompleted
        keepsForNext = E.keepsForNext
        elements = { E.elements($0) }
    }

    func eventRow(_ form: Form, _ send: @escaping Body) -> Benchmark {
        row(.event, form, unit: "element", "an element") { run in
            let n = run.n, tally = Tally(), context = Context<Input>()
            run.timed { send(n, tally, context) }
            try run.expect(tally.count, elements(n), "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    /// An event is an element of each source, one after the other.
    func joinedRow(
        _ form: Form, _ subscribe: @escaping @Sendable (Observable<Input>, Context<Input>, Tally) -> any Disposable
    ) -> Benchmark {
        row(.event, form, unit: "element", "an element") { run in
            let n = run.n, tally = Tally(), subjects = (0...others).map { _ in PublishSubject<Input>() }
            let context = Context(others: subjects.dropFirst().map { $0.asObservable() })
            let subscription = subscribe(subjects[0].asObservable(), context, tally)
            run.timed {
                for i in 0..<n {
                    for subject in subjects { subject.onNext(Input(number: i)) }
                }
            }
            for subject in subjects { subject.onCompleted() }
            context.scheduler.start()
            subscription.dispose()
            try run.expect(tally.count, elements(n), "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    func subscribeRow(_ form: Form, _ subscribe: @escaping Body) -> Benchmark {
        row(.subscribe, form, unit: "subscription", "to subscribe and dispose") { run in
            let n = run.n, tally = Tally(), context = silentContext
            run.timed { subscribe(n, tally, context) }
            try run.expect(tally.count, n * atOnce + kept(n, form, of: atOnce), "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    /// Each source has one element.
    func completeRow(_ complete: @escaping Body) -> Benchmark {
        row(.complete, .fused, unit: "subscription", "to subscribe to a source that has an element and completes") { run in
            let n = run.n, tally = Tally(), context = Context<Input>(others: (0..<others).map { _ in one(Input(number: 0)) })
            run.timed { complete(n, tally, context) }
            try run.expect(tally.count, n * ofCompleted, "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    func errorRow(_ form: Form, _ fail: @escaping Body) -> Benchmark {
        row(.error, form, unit: "failure", "to subscribe to a source that fails") { run in
            let n = run.n, tally = Tally(), context = silentContext
            run.timed { fail(n, tally, context) }
            try run.expect(tally.count, n * insteadOfError, "elements")
            try run.expect(tally.errors, n * errors, "errors")
        }
    }

    func disposeRow(_ form: Form, _ leave: @escaping @Sendable (Int, Tally, Context<Input>, Hand<Input>) -> Int) -> Benchmark {
        row(.dispose, form, unit: "subscription", "to dispose after an element, before another one") { run in
            let n = run.n, tally = Tally(), context = sendingContext, hand = Hand<Input>()
            let late = run.timed { leave(n, tally, context, hand) }
            hand.observer = nil
            try run.expect(late, 0, "elements after dispose() had returned")
            try run.expect(tally.count, n * ofOne + kept(n, form, of: ofOne), "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    /// What `n` subscriptions of a composed row got of those before, each of which had so many elements.
    private func kept(_ n: Int, _ form: Form, of elements: Int) -> Int {
        keepsForNext && elements > 0 && form == .composed ? max(n - 1, 0) : 0
    }

    private var silentContext: Context<Input> { Context(others: (0..<others).map { _ in silent() }) }
    /// Where each other source has an element for every subscriber.
    private var sendingContext: Context<Input> { Context(others: (0..<others).map { _ in lasting(Input(number: 0)) }) }

    private func row(
        _ aspect: Aspect, _ form: Form, unit: String, _ what: String, body: @escaping @Sendable (Run) throws -> Void
    ) -> Benchmark {
        let element = Input.word == "int" ? "" : "/\(Input.word)"
        let id = "\(name)/\(aspect.rawValue)\(element)\(form == .fused ? "" : "/composed")"
        let title = "\(title): \(what)\(form == .fused ? "" : ", composed")"
        return Catalogue.row(id, title, unit: unit, events: aspect == .event ? 2_000 : 200, tags: [form.rawValue, Input.word], body: body)
    }
}

/// - Parameter context: whose time passes; nil where an entry doesn't use time.
@inline(__always)
private func leave<Input: Item>(
    _ subscription: any Disposable, _ hand: Hand<Input>, _ i: Int, _ tally: Tally, _ context: Context<Input>?
) -> Int {
    context?.passSecond()
    hand.observer?.onNext(Input(number: i))
    context?.passSecond()
    subscription.dispose()
    let before = tally.count
    hand.observer?.onNext(Input(number: i))
    context?.passSecond()
    return tally.count - before
}
