import BenchKit
import Rx

/// What sequences come from: to have elements sent, to subscribe and dispose, to fail, and to dispose in the middle.
let creating: [CoveringRows] = [
    origin(Just.self), origin(Of.self), origin(FromArray.self), origin(FromSequence.self), origin(FromOptional.self), origin(Range.self),
    origin(RangeInVirtualTime.self), origin(Generate.self), origin(GenerateThrowing.self), origin(Repeat.self), origin(Create.self),
    origin(Empty.self), origin(Never.self), origin(Failing.self), origin(JustOnCurrentThread.self), origin(OptionalOnCurrentThread.self),
    origin(Timer.self), origin(Interval.self), origin(PeriodicTimer.self), origin(OfOnScheduler.self), origin(FromArrayOnScheduler.self),
    origin(FromSequenceOnScheduler.self), origin(GenerateOnScheduler.self), origin(GenerateThrowingOnScheduler.self),
    origin(RepeatOnScheduler.self), origin(FromNoValue.self), origin(FromNoValueOnScheduler.self),
]

private enum Just: SequenceOrigin {
    static let name = "just", title = "just(1)", covers = ["ObservableType.just(_:)"]
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .just(1) }
    static func elements(_ n: Int) -> Int? { nil }
}

private enum Of: SequenceOrigin {
    static let name = "of", title = "of(1, 2, 3, 4)", covers = ["ObservableType.of(_:scheduler:)"]
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .of(1, 2, 3, 4) }
    static let ofOne = 4
    static func elements(_ n: Int) -> Int? { nil }
}

private enum FromArray: SequenceOrigin {
    static let name = "from/array", title = "from(array)", covers = ["ObservableType.from(_:scheduler:) [_ array]"]
    static var middle: Middle? { .inElement }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .from(Array(0..<n)) }
}

private enum FromSequence: SequenceOrigin {
    static let name = "from/sequence", title = "from(0..<n)", covers = ["ObservableType.from(_:scheduler:) [<Sequence>]"]
    static var middle: Middle? { .inElement }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .from(0..<n) }
}

private enum FromOptional: SequenceOrigin {
    static let name = "from/optional", title = "from(optional: 1)", covers = ["ObservableType.from(optional:)"]
    static var isAnother: Bool { true }  // `just(1)`.
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .from(optional: 1) }
    static func elements(_ n: Int) -> Int? { nil }
}

private enum Range: SequenceOrigin {
    static let name = "range", title = "range(start: 0, count: n)", covers = ["ObservableType.range(start:count:scheduler:)"]
    static var middle: Middle? { .inElement }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .range(start: 0, count: n) }
}

private enum RangeInVirtualTime: SequenceOrigin {
    static let usesTime = true
    static let name = "range/virtual", title = "range on HistoricalScheduler", covers = ["ObservableType.range(start:count:scheduler:)"]
    static var middle: Middle? { .inElement }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .range(start: 0, count: n, scheduler: scheduler) }
}

private enum Generate: SequenceOrigin {
    static let name = "generate", title = "generate up to n", covers = ["ObservableType.generate(initialState:condition:scheduler:iterate:)"]
    static var middle: Middle? { .inElement }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> {
        .generate(initialState: 0, condition: { $0 < n }, iterate: { $0 + 1 })
    }
}

private enum GenerateThrowing: SequenceOrigin {
    static let name = "generate/throwing", title = "generate with a function that throws after an element"
    static let covers = ["ObservableType.generate(initialState:condition:scheduler:iterate:)"]
    static let isFailing = true
    static var aspect: Aspect { .error }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> {
        .generate(initialState: 0, condition: { $0 == 0 }, iterate: { _ in throw plannedFailure })
    }
    static func elements(_ n: Int) -> Int? { nil }
}

private enum Repeat: SequenceOrigin {
    static let name = "repeatElement", title = "repeatElement(1).take(n)", covers = ["ObservableType.repeatElement(_:scheduler:)"]
    static var middle: Middle? { .inElement }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .repeatElement(1).take(n) }
}

private enum Create: SequenceOrigin {
    static let name = "create", title = "create and n elements", covers = ["ObservableType.create(_:)"]
    static var isAnother: Bool { true }  // The source of all operators: see `subscribe/closures`, to dispose, too.
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> {
        .create { observer in
            for i in 0..<n { observer.onNext(i) }
            observer.onCompleted()
            return Disposables.create()
        }
    }
}

private enum Empty: SequenceOrigin {
    static let name = "empty", title = "empty()", covers = ["ObservableType.empty()"]
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .empty() }
    static let ofOne = 0
    static func elements(_ n: Int) -> Int? { nil }
}

private enum Never: SequenceOrigin {
    static let name = "never", title = "never()", covers = ["ObservableType.never()"]
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .never() }
    static let ofOne = 0
    static func elements(_ n: Int) -> Int? { nil }
}

private enum Timer: SequenceOrigin {
    static let usesTime = true
    static let name = "timer", title = "timer on a HistoricalScheduler", covers = ["ObservableType.timer(_:period:scheduler:)"]
    static var middle: Middle? { .beforeTick }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .timer(.seconds(1), scheduler: scheduler) }
    static func elements(_ n: Int) -> Int? { nil }
}

private enum Interval: SequenceOrigin {
    static let usesTime = true
    static let name = "interval", title = "interval on a HistoricalScheduler, n ticks", covers = ["ObservableType.interval(_:scheduler:)"]
    static var middle: Middle? { .afterTick }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> {
        Observable<Int>.interval(.seconds(1), scheduler: scheduler).take(n)
    }
}

private enum Failing: SequenceOrigin {
    static let name = "error", title = "error(…)", covers = ["ObservableType.error(_:)"]
    static let isFailing = true
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .error(PlannedFailure()) }
    static let ofOne = 0
    static func elements(_ n: Int) -> Int? { nil }
}

private enum JustOnCurrentThread: SequenceOrigin {
    static let name = "just/current-thread", title = "just(1) on CurrentThreadScheduler", covers = ["ObservableType.just(_:scheduler:)"]
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .just(1, scheduler: CurrentThreadScheduler.instance) }
    static func elements(_ n: Int) -> Int? { nil }
}

private enum OptionalOnCurrentThread: SequenceOrigin {
    static let name = "from/optional-current-thread", title = "from(optional: 1) on CurrentThreadScheduler"
    static let covers = ["ObservableType.from(optional:scheduler:)"]
    static var isAnother: Bool { true }  // `just(1, scheduler:)`.
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .from(optional: 1, scheduler: CurrentThreadScheduler.instance) }
    static func elements(_ n: Int) -> Int? { nil }
}

// MARK: On a scheduler: one element a work item

private enum PeriodicTimer: SequenceOrigin {
    static let name = "timer/period", title = "timer with a period on a HistoricalScheduler, n ticks"
    static let covers = ["ObservableType.timer(_:period:scheduler:)"]
    static let usesTime = true
    static var middle: Middle? { .afterTick }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> {
        Observable<Int>.timer(.seconds(1), period: .seconds(1), scheduler: scheduler).take(n)
    }
}

private enum OfOnScheduler: SequenceOrigin {
    static let name = "of/virtual", title = "of(1, 2, 3, 4) on a HistoricalScheduler", covers = ["ObservableType.of(_:scheduler:)"]
    static let usesTime = true
    static let ofOne = 4
    static var isAnother: Bool { true }  // `from(array, scheduler:)`.
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .of(1, 2, 3, 4, scheduler: scheduler) }
    static func elements(_ n: Int) -> Int? { nil }
}

private enum FromArrayOnScheduler: SequenceOrigin {
    static let name = "from/array-virtual", title = "from(array) on a HistoricalScheduler"
    static let covers = ["ObservableType.from(_:scheduler:) [_ array]"]
    static let usesTime = true
    static var middle: Middle? { .inElement }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .from(Array(0..<n), scheduler: scheduler) }
}

private enum FromSequenceOnScheduler: SequenceOrigin {
    static let name = "from/sequence-virtual", title = "from(0..<n) on a HistoricalScheduler"
    static let covers = ["ObservableType.from(_:scheduler:) [<Sequence>]"]
    static let usesTime = true
    static var middle: Middle? { .inElement }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .from(0..<n, scheduler: scheduler) }
}

private enum GenerateOnScheduler: SequenceOrigin {
    static let name = "generate/virtual", title = "generate up to n on a HistoricalScheduler"
    static let covers = ["ObservableType.generate(initialState:condition:scheduler:iterate:)"]
    static let usesTime = true
    static var middle: Middle? { .inElement }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> {
        .generate(initialState: 0, condition: { $0 < n }, scheduler: scheduler, iterate: { $0 + 1 })
    }
}

private enum GenerateThrowingOnScheduler: SequenceOrigin {
    static let name = "generate/virtual/throwing", title = "generate on a HistoricalScheduler with a function that throws after an element"
    static let covers = ["ObservableType.generate(initialState:condition:scheduler:iterate:)"]
    static let usesTime = true
    static let isFailing = true
    static var aspect: Aspect { .error }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> {
        .generate(initialState: 0, condition: { $0 == 0 }, scheduler: scheduler, iterate: { _ in throw plannedFailure })
    }
    static func elements(_ n: Int) -> Int? { nil }
}

private enum RepeatOnScheduler: SequenceOrigin {
    static let name = "repeatElement/virtual", title = "repeatElement(1).take(n) on a HistoricalScheduler"
    static let covers = ["ObservableType.repeatElement(_:scheduler:)"]
    static let usesTime = true
    static var middle: Middle? { .inElement }
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> {
        Observable.repeatElement(1, scheduler: scheduler).take(n)
    }
}

private enum FromNoValue: SequenceOrigin {
    static let name = "from/nil", title = "from(optional: nil)", covers = ["ObservableType.from(optional:)"]
    static let ofOne = 0
    static var isAnother: Bool { true }  // `empty()`.
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> { .from(optional: opaque(Int?.none)) }
    static func elements(_ n: Int) -> Int? { nil }
}

private enum FromNoValueOnScheduler: SequenceOrigin {
    static let name = "from/nil-current-thread", title = "from(optional: nil) on CurrentThreadScheduler"
    static let covers = ["ObservableType.from(optional:scheduler:)"]
    static let ofOne = 0
    @inline(__always)
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int> {
        .from(optional: opaque(Int?.none), scheduler: CurrentThreadScheduler.instance)
    }
    static func elements(_ n: Int) -> Int? { nil }
}
