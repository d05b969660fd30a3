import Rx
import Testing

@testable import LawSupport

/// Random chains of operators on both cores against a plain-list oracle. `RX_SEED` chooses others.
@Suite struct RandomPipelineLaws {
    private static let programs = 2000

    @Test(arguments: Core.underLaw)
    func aChainOfOperatorsDoesWhatItDoesToAList(core: Core) {
        core.run {
            for number in 0..<Self.programs {
                var random = Random.stream(number)
                let program = Program.random(&random)
                let fault = program.fault(disposingAfter: nil) ?? program.fault(disposingAfter: random.below(6))
                if let fault {
                    Issue.record("\(fault)\nseed \(Random.seed), program \(number): \(program.text)")
                    return
                }
            }
        }
    }
}

/// What a finite sequence tells: elements, then completion or an error.
private struct FiniteSequence: Equatable {
    var elements: [Int]
    var fails = false
}

/// A chain of operators, and what it should tell.
private struct Program {
    var text: String
    var observable: Observable<Int>
    var told: FiniteSequence

    static func random(_ random: inout Random) -> Program {
        var program = source(&random)
        for _ in 0..<random.below(9) where program.told.elements.count < 200 { program.append(&random) }
        return program
    }

    /// Runs it, and disposes it from inside the delivery of the element with that number, if there is one. What is wrong?
    func fault(disposingAfter limit: Int?) -> String? {
        let probe = Probe<Int>(), own = SingleAssignmentDisposable(), start = PublishSubject<Void>()
        var ends = 0, heard = 0
        own.setDisposable(
            start.take(1).flatMap { observable.do(onDispose: { ends += 1 }) }.subscribe { event in
                probe.on(event)
                heard += 1
                if heard == limit { own.dispose() }
            })
        start.onNext(())
        if let fault = probe.fault { return fault }
        if ends != 1 { return "onDispose ran \(ends) times" }
        if let limit, 1...max(1, told.elements.count) ~= limit, !told.elements.isEmpty {
            let expected = Array(told.elements.prefix(limit))
            return probe.elements == expected && probe.stops == 0 ? nil : "\(probe.elements) instead of \(expected), disposed"
        }
        let result = FiniteSequence(elements: probe.elements, fails: probe.error != nil)
        if probe.stops != 1 { return "\(probe.stops) stop events" }
        return result == told ? nil : "\(result) instead of \(told)"
    }

    // MARK: Sources

    private static func numbers(_ random: inout Random) -> [Int] {
        (0..<random.below(13)).map { _ in random.below(9) - 2 }
    }

    private static func source(_ random: inout Random) -> Program {
        let list = numbers(&random)
        switch random.below(8) {
        case 0: return Program(text: "from(\(list))", observable: .from(list), told: FiniteSequence(elements: list))
        case 1:
            return Program(
                text: "from(sequence: \(list))", observable: .from(AnySequence(list)), told: FiniteSequence(elements: list))
        case 2:
            let observable = Observable<Int>.create { observer in
                for element in list { observer.onNext(element) }
                observer.onCompleted()
                return Disposables.create()
            }
            return Program(text: "create(\(list))", observable: observable, told: FiniteSequence(elements: list))
        case 3:
            return Program(
                text: "range(\(list.count))", observable: .range(start: 0, count: list.count),
                told: FiniteSequence(elements: Array(0..<list.count)))
        case 4: return Program(text: "just(4)", observable: .just(4), told: FiniteSequence(elements: [4]))
        case 5: return Program(text: "empty", observable: .empty(), told: FiniteSequence(elements: []))
        case 6:
            let failing = Observable.from(list).concat(Observable.error(TestError()))
            return Program(text: "from(\(list)), error", observable: failing, told: FiniteSequence(elements: list, fails: true))
        default:
            return Program(text: "deferred(\(list))", observable: .deferred { .from(list) }, told: FiniteSequence(elements: list))
        }
    }

    // MARK: Stages

    private mutating func become(
        _ name: String, _ observable: Observable<Int>, fails: Bool? = nil, _ elements: [Int]? = nil
    ) {
        text += ".\(name)"
        self.observable = observable
        if let elements { told.elements = elements }
        if let fails { told.fails = fails }
    }

    private mutating func append(_ random: inout Random) {
        let k = random.below(6)
        switch random.below(4) {
        case 0: appendElementwise(random.below(9), k)
        case 1: appendCutting(random.below(9), k)
        case 2: appendJoining(random.below(11), k, Self.numbers(&random))
        default: appendNeutral(random.below(14), k)
        }
    }

    private mutating func appendElementwise(_ which: Int, _ k: Int) {
        let source = observable, list = told.elements
        switch which {
        case 0: become("map(+\(k))", source.map { $0 &+ k }, list.map { $0 &+ k })
        case 1: become("filter(%\(k + 1))", source.filter { $0 % (k + 1) == 0 }, list.filter { $0 % (k + 1) == 0 })
        case 2:
            become("compactMap(>\(k))", source.compactMap { $0 > k ? $0 &* 2 : nil }, list.compactMap { $0 > k ? $0 &* 2 : nil })
        case 3:
            var sum = k
            become(
                "scan(\(k))", source.scan(k) { $0 &+ $1 },
                list.map {
                    sum = sum &+ $0; return sum
                })
        case 4: become("enumerated", source.enumerated().map { $0.index &+ $0.element }, list.enumerated().map { $0.offset &+ $0.element })
        case 5:
            let bad = list.firstIndex { $0 % 7 == k }
            let throwing = source.map { if $0 % 7 == k { throw TestError() } else { $0 } }
            become("throw(%7=\(k))", throwing, fails: told.fails || bad != nil, Array(list[..<(bad ?? list.count)]))
        case 6:
            become("flatMap(just)", source.flatMap { $0 % 2 == 0 ? Observable.just($0) : .empty() }, list.filter { $0 % 2 == 0 })
        case 7:
            if told.fails { return }  // An error doesn't wait for the inner sequences.
            become("concatMap(of)", source.concatMap { Observable.of($0, k) }, list.flatMap { [$0, k] })
        default: become("withLatestFrom(\(k))", source.withLatestFrom(Observable.just(k)) { $0 &+ $1 }, list.map { $0 &+ k })
        }
    }

    private mutating func appendCutting(_ which: Int, _ k: Int) {
        let source = observable, list = told.elements
        switch which {
        case 0: become("take(\(k))", source.take(k), fails: told.fails && list.count < k, Array(list.prefix(k)))
        case 1: become("skip(\(k))", source.skip(k), Array(list.dropFirst(k)))
        case 2: become("takeLast(\(k))", source.takeLast(k), told.fails ? [] : Array(list.suffix(k)))
        case 3:
            let cut = list.prefix { $0 < k }
            become("take(while: <\(k))", source.take(while: { $0 < k }), fails: told.fails && cut.count == list.count, Array(cut))
        case 4: become("skip(while: <\(k))", source.skip(while: { $0 < k }), Array(list.drop { $0 < k }))
        case 5:
            var last: Int?
            let distinct = list.filter { element in
                defer { last = element }
                return element != last
            }
            become("distinctUntilChanged", source.distinctUntilChanged(), distinct)
        case 6: become("reduce", source.reduce(k) { $0 &+ $1 }, told.fails ? [] : [list.reduce(k, &+)])
        case 7:
            let there = k < list.count
            become("element(at: \(k))", source.element(at: k), fails: !there, there ? [list[k]] : [])
        default:
            let taken = list.firstIndex(of: k).map { Array(list[...$0]) }
            become("take(until: \(k))", source.take(until: { $0 == k }, behavior: .inclusive), fails: told.fails && taken == nil, taken ?? list)
        }
    }

    private mutating func appendJoining(_ which: Int, _ k: Int, _ other: [Int]) {
        let source = observable, list = told.elements, rest = told.fails ? [] : other
        switch which {
        case 0: become("concat(\(other))", source.concat(Observable.from(other)), list + rest)
        case 1: become("startWith(\(k))", source.startWith(k), [k] + list)
        case 2: become("catchAndReturn(\(k))", source.catchAndReturn(k), fails: false, told.fails ? list + [k] : list)
        case 3: become("catch(\(other))", source.catch { _ in .from(other) }, fails: false, told.fails ? list + other : list)
        case 4: become("retry(2)", source.retry(2), told.fails ? list + list : list)
        case 5: become("ifEmpty(\(k))", source.ifEmpty(default: k), list.isEmpty && !told.fails ? [k] : list)
        case 6: become("ifEmpty(\(other))", source.ifEmpty(switchTo: .from(other)), list.isEmpty ? rest : list)
        case 7: become("concat to \(other)", Observable.concat([.from(other), source]), other + list)
        case 8:
            let sequence = Observable.catch(sequence: [source, .from(other)])
            become("catch(sequence: \(other))", sequence, fails: false, told.fails ? list + other : list)
        case 9: become("combineLatest(just)", Observable.combineLatest(Observable.just(k), source) { $0 &+ $1 }, list.map { $0 &+ k })
        default:
            if told.fails { return }
            let pairs = Observable.zip(source, Observable.from(other)) { $0 &+ $1 }
            become("zip(\(other))", pairs, zip(list, other).map { $0 &+ $1 })
        }
    }

    private mutating func appendNeutral(_ which: Int, _ k: Int) {
        let source = observable
        switch which {
        case 0: become("merge(empty)", Observable.merge(source, .empty()))
        case 1: become("amb(never)", source.amb(Observable.never()))
        case 2: become("just.flatMap", Observable.just(k).flatMap { _ in source })
        case 3: become("of.flatMapLatest", Observable.of(k).flatMapLatest { _ in source })
        case 4: become("of.concatMap", Observable.of(k).concatMap { _ in source })
        case 5: become("materialized", source.materialize().dematerialize())
        case 6: become("share", source.share())
        case 7: become("share(replay: 1)", source.share(replay: 1))
        case 8: become("observe(on:)", source.observe(on: CurrentThreadScheduler.instance))
        case 9: become("subscribe(on:)", source.subscribe(on: CurrentThreadScheduler.instance))
        case 10: become("groupBy", source.groupBy { $0 % 3 }.flatMap { $0 })
        case 11: become("take(until: never)", source.take(until: Observable<Int>.never()))
        case 12: become("on(core:)", source.on(core: Core.current == .lock ? .queue : .lock))
        default: become("do", source.do(onNext: { _ in }))
        }
    }
}
