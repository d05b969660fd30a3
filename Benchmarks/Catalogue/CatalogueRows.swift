import BenchKit
import CatalogueStorage
import Rx

/// How a use is written.
public enum Form: String, CaseIterable, Sendable {
    /// Source, operator and observer in one expression, which the compiler sees whole.
    case fused
    /// Source and result are read from properties that another module keeps, so each part is compiled by itself.
    case composed
    /// In a generic function that the compiler doesn't specialise, since it can't know for what: only the source is compiled by itself.
    case generic

    /// What it adds to an id.
    var suffix: String { self == .fused ? "" : "/" + rawValue }
    /// Those that ids end in. Made once: every process makes thousands of rows, and most are under callgrind.
    static let suffixes = allCases.map(\.suffix).filter { !$0.isEmpty }

    /// What it adds to a title.
    var remark: String {
        switch self {
        case .fused: ""
        case .composed: ", composed"
        case .generic: ", in a generic function"
        }
    }
}

/// What of an entry a row measures.
enum Aspect: String, CaseIterable {
    case event, subscribe, complete, error, dispose
    case otherError = "other-error"

    var set: Aspects { Aspects(rawValue: 1 << Aspect.allCases.firstIndex(of: self)!) }
}

/// What of an entry there are rows of. A set that the compiler knows: what no row needs isn't compiled.
struct Aspects: OptionSet {
    let rawValue: UInt8

    static var event: Aspects { Aspects(rawValue: 1) }
    static var subscribe: Aspects { Aspects(rawValue: 2) }
    static var complete: Aspects { Aspects(rawValue: 4) }
    static var error: Aspects { Aspects(rawValue: 8) }
    static var dispose: Aspects { Aspects(rawValue: 16) }
    /// Only of what has other sources.
    static var otherError: Aspects { Aspects(rawValue: 32) }
    static var all: Aspects { [.event, .subscribe, .complete, .error, .dispose, .otherError] }
    /// Of other elements than whole numbers. Completion, and other sources' errors, are the same code as with these.
    static var ofElements: Aspects { [.event, .subscribe, .error, .dispose] }

    /// In the order of their declaration.
    var elements: [Aspect] { Aspect.allCases.filter { contains($0.set) } }
}

/// The rows of one entry.
func rows<E: Entry>(_: E.Type) -> [Benchmark] {
    Use(E.self).rows(E.aspects.elements, fused(E.self, isSent: E.aspects.contains(.event)), composed(E.self))
}

/// For other elements than whole numbers.
func elementRows<E: Entry>(_: E.Type) -> [Benchmark] {
    Use(E.self).rows(E.aspects.intersection(.ofElements).elements, fused(E.self, isSent: E.aspects.contains(.event)), composed(E.self))
}

/// Only what it costs to send an element through, where the compiler doesn't know of what type it is.
func genericRows<E: Entry>(_: E.Type) -> [Benchmark] {
    E.aspects.contains(.event) ? [Use(E.self).genericRow { E.subscribe(E.apply($0, $1), $2) }] : []
}

/// How elements are sent through an entry.
private enum Sending<Input: RowElement> {
    case alone(@Sendable (Int, Tally, Context<Input>) -> Void)
    /// Beside others; what subscribes is given.
    case joined(@Sendable (Observable<Input>, Context<Input>, Tally) -> any Disposable)
}

/// What is compiled anew for each entry.
private struct EntryClosures<Input: RowElement>: Sendable {
    /// Nil where no row needs it.
    let sending: Sending<Input>?
    /// Makes what is subscribed to, as far as that is done once, and gives what subscribes, any number of times.
    let prepare: @Sendable (SourceControl<Input>, Context<Input>) -> (Tally) -> any Disposable
}

private func fused<E: Entry>(_: E.Type, isSent: Bool) -> EntryClosures<E.Input> {
    EntryClosures(sending: isSent ? sendingFused(E.self) : nil) { control, context in { subscribeFused(E.self, control, context, $0) } }
}

@inline(__always)
private func sendingFused<E: Entry>(_: E.Type) -> Sending<E.Input> {
    E.others > 0 ? .joined { E.subscribe(E.apply($0, $1), $2) } : .alone { sendFused(E.self, $0, $1, $2) }
}

@inline(never)
private func sendFused<E: Entry>(_: E.Type, _ n: Int, _ tally: Tally, _ context: Context<E.Input>) {
    let subscription = E.subscribe(E.apply(numbers(n), context), tally)
    context.scheduler.start()
    subscription.dispose()
}

@inline(never)
private func subscribeFused<E: Entry>(_: E.Type, _ control: SourceControl<E.Input>, _ context: Context<E.Input>, _ tally: Tally) -> any Disposable {
    E.subscribe(E.apply(source(control), context), tally)
}

/// An entry whose source and result are read from properties.
private func composed<E: Entry>(_: E.Type) -> EntryClosures<E.Input> {
    let make: @Sendable (Observable<E.Input>, Context<E.Input>) -> (Tally) -> any Disposable = { source, context in
        let sequence = Property(E.apply(Property(source.asObservable()).read(), context))
        return { E.subscribe(sequence.read(), $0) }
    }
    return composed(make, isJoined: E.others > 0)
}

@inline(never)
private func composed<Input: RowElement>(
    _ make: @escaping @Sendable (Observable<Input>, Context<Input>) -> (Tally) -> any Disposable, isJoined: Bool
) -> EntryClosures<Input> {
    let sending: Sending<Input> =
        isJoined
        ? .joined { make($0, $1)($2) }
        : .alone { n, tally, context in
            let subscription = make(numbers(n), context)(tally)
            context.scheduler.start()
            subscription.dispose()
        }
    return EntryClosures(sending: sending) { make(source($0), $1) }
}

/// What the rows of an entry have in common. Compiled once for all entries: with a copy in each, it would be most of what this module is.
private struct Use<Input: RowElement>: Sendable {
    let name, title: String
    let others, atOnce, ofCompleted, insteadOfError, ofOne, errors, insteadOfOther, errorsOfOther: Int
    let keepsForNext, usesTime: Bool
    let elements: @Sendable (Int) -> Int

    init<E: Entry>(_: E.Type) where E.Input == Input {
        (name, title, others, errors) = (E.name, E.title, E.others, E.errors)
        (atOnce, insteadOfError, ofOne) = (E.atOnce, E.insteadOfError, E.ofOne)
        ofCompleted = E.ofCompleted
        (insteadOfOther, errorsOfOther) = (E.insteadOfOther, E.errorsOfOther)
        (keepsForNext, usesTime) = (E.keepsForNext, E.usesTime)
        elements = { E.elements($0) }
    }

    /// Those written in one expression, then those composed.
    @inline(never)
    func rows(_ aspects: [Aspect], _ fused: EntryClosures<Input>, _ composed: EntryClosures<Input>) -> [Benchmark] {
        [(Form.fused, fused), (.composed, composed)].flatMap { form, written in
            aspects.compactMap { aspect -> Benchmark? in
                switch aspect {
                case .event: written.sending.map { eventRow(form, $0) }
                case .subscribe: subscribeRow(form, written)
                // In one form: what is done at an end is the same code in both.
                case .complete: form == .fused ? completeRow(composed) : nil
                case .error: errorRow(form, written)
                case .dispose: disposeRow(form, written)
                case .otherError: form == .fused && others > 0 ? otherErrorRow(composed) : nil
                }
            }
        }
    }

    /// What isn't the generic function's, the source and what others send, is compiled for whole numbers.
    @inline(never)
    func genericRow(_ subscribe: @escaping @Sendable (Observable<Input>, Context<Input>, Tally) -> any Disposable) -> Benchmark {
        row(.event, .generic, unit: "element", "an element") { run in
            let n = run.n, tally = Tally(), subjects = (0...others).map { _ in PublishSubject<Int>() }
            let context = Context<Input>(others: subjects.dropFirst().map { ofInput($0) })
            let source: Observable<Input> = others == 0 ? ofInput(numbers(n) as Observable<Int>) : ofInput(subjects[0])
            if others == 0 {
                run.timed {
                    let subscription = subscribe(source, context, tally)
                    context.scheduler.start()
                    subscription.dispose()
                }
            } else {
                let subscription = subscribe(source, context, tally)
                run.timed { send(n, to: subjects) }
                for subject in subjects { subject.onCompleted() }
                context.scheduler.start()
                subscription.dispose()
            }
            try run.expect(tally.count, elements(n), "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    private func ofInput(_ source: Observable<Int>) -> Observable<Input> {
        guard let source = source as? Observable<Input> else { preconditionFailure("generic rows are of whole numbers") }
        return source
    }

    private func eventRow(_ form: Form, _ sending: Sending<Input>) -> Benchmark {
        switch sending {
        case .alone(let send): sentRow(form, send)
        case .joined(let subscribe): joinedRow(form, subscribe)
        }
    }

    private func sentRow(_ form: Form, _ send: @escaping @Sendable (Int, Tally, Context<Input>) -> Void) -> Benchmark {
        row(.event, form, unit: "element", "an element") { run in
            let n = run.n, tally = Tally(), context = Context<Input>()
            run.timed { send(n, tally, context) }
            try run.expect(tally.count, elements(n), "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    /// An event is an element of each source, one after the other.
    private func joinedRow(
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

    private func subscribeRow(_ form: Form, _ written: EntryClosures<Input>) -> Benchmark {
        row(.subscribe, form, unit: "subscription", "to subscribe and dispose") { run in
            let n = run.n, tally = Tally(), context = silentContext
            run.timed {
                let subscribe = written.prepare(SourceControl(.silent), context)
                for _ in 0..<n {
                    let subscription = subscribe(tally)
                    if usesTime { context.passSecond() }
                    subscription.dispose()
                }
            }
            try run.expect(tally.count, n * atOnce + kept(n, form, of: atOnce), "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    /// Each source has one element.
    private func completeRow(_ written: EntryClosures<Input>) -> Benchmark {
        row(.complete, .fused, unit: "subscription", "to subscribe to a source that has an element and completes") { run in
            let n = run.n, tally = Tally(), context = Context<Input>(others: (0..<others).map { _ in one(Input(number: 0)) })
            run.timed { repeatedly(n, written.prepare(SourceControl(.completing), context), tally, context) }
            try run.expect(tally.count, n * ofCompleted, "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    private func errorRow(_ form: Form, _ written: EntryClosures<Input>) -> Benchmark {
        row(.error, form, unit: "failure", "to subscribe to a source that fails") { run in
            let n = run.n, tally = Tally(), context = silentContext
            run.timed { repeatedly(n, written.prepare(SourceControl(.failing), context), tally, context) }
            try run.expect(tally.count, n * insteadOfError, "elements")
            try run.expect(tally.errors, n * errors, "errors")
        }
    }

    /// The first source says nothing.
    private func otherErrorRow(_ written: EntryClosures<Input>) -> Benchmark {
        row(.otherError, .fused, unit: "failure", "to subscribe where another source fails") { run in
            let n = run.n, tally = Tally(), context = Context<Input>(others: [failing()] + (1..<others).map { _ in silent() })
            run.timed { repeatedly(n, written.prepare(SourceControl(.silent), context), tally, context) }
            try run.expect(tally.count, n * insteadOfOther, "elements")
            try run.expect(tally.errors, n * errorsOfOther, "errors")
        }
    }

    private func disposeRow(_ form: Form, _ written: EntryClosures<Input>) -> Benchmark {
        row(.dispose, form, unit: "subscription", "to dispose after an element, before another one") { run in
            let n = run.n, tally = Tally(), context = sendingContext, control = SourceControl<Input>(.handing)
            let late = run.timed {
                let subscribe = written.prepare(control, context)
                var late = 0
                for i in 0..<n { late += leave(subscribe(tally), control, i, tally, usesTime ? context : nil) }
                return late
            }
            control.observer = nil
            try run.expect(late, 0, "elements after dispose() had returned")
            try run.expect(tally.count, n * ofOne + kept(n, form, of: ofOne), "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    private func repeatedly(_ n: Int, _ subscribe: (Tally) -> any Disposable, _ tally: Tally, _ context: Context<Input>) {
        for _ in 0..<n {
            let subscription = subscribe(tally)
            context.scheduler.start()
            subscription.dispose()
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
        let id = "\(name)/\(aspect.rawValue)\(Input.suffix)\(form.suffix)"
        let title = "\(title): \(what)\(form.remark)"
        return Catalogue.row(
            id, title, unit: unit, events: aspect == .event ? 2_000 : 200, counted: aspect == .event ? counted(sources: others + 1) : nil,
            tags: [form.rawValue, Input.word], body: body)
    }
}

/// - Parameter context: whose time passes; nil where an entry doesn't use time.
@inline(__always)
private func leave<Input: RowElement>(
    _ subscription: any Disposable, _ control: SourceControl<Input>, _ i: Int, _ tally: Tally, _ context: Context<Input>?
) -> Int {
    context?.passSecond()
    control.observer?.onNext(Input(number: i))
    context?.passSecond()
    subscription.dispose()
    let before = tally.count
    control.observer?.onNext(Input(number: i))
    context?.passSecond()
    return tally.count - before
}

/// An element of each, one after the other.
@inline(never)
private func send(_ n: Int, to subjects: [PublishSubject<Int>]) {
    for i in 0..<n {
        for subject in subjects { subject.onNext(i) }
    }
}
