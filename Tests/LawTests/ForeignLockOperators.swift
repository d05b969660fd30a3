import Rx

@testable import LawSupport

extension ForeignCaller {
    /// Everything that is tested.
    static let all = combining + flattening + cutting + errors + time + threads + creating + sharing + subjects + disposables + schedulers

    private static let second: Set = ["subscribe to 1", "closure above 1", "dispose 1"]
    private static let both: Set = second.union(["subscribe to 0", "closure above 0", "dispose 0"])
    private static let three: Set = both.union(["subscribe to 2", "closure above 2", "dispose 2"])

    /// Several sources at once.
    private static let combining = [
        ForeignCaller("merge", warm: [0, 1], callOuts: both) { .merge($0.source(0), $0.source(1)) },
        ForeignCaller("combineLatest", warm: [0, 1], callOuts: both.union(["selector"]), prepare: sendAll) { stage in
            let call = stage.closure("selector")
            return .combineLatest(stage.source(0), stage.source(1)) { a, _ in
                call(); return a
            }
        },
        ForeignCaller("combineLatest of three", inputs: 3, warm: [0, 1, 2], callOuts: three.union(["selector"]), prepare: sendAll) { stage in
            let call = stage.closure("selector")
            return .combineLatest(stage.source(0), stage.source(1), stage.source(2)) { a, _, _ in
                call(); return a
            }
        },
        ForeignCaller(
            "combineLatest of a collection", inputs: 3, warm: [0, 1, 2], callOuts: three.union(["selector"]), prepare: sendAll
        ) { stage in
            let call = stage.closure("selector")
            return .combineLatest((0..<3).map(stage.source)) { row in
                call(); return row[0]
            }
        },
        ForeignCaller("zip", warm: [0, 1], callOuts: both.union(["selector"]), prepare: sendOnce(1)) { stage in
            let call = stage.closure("selector")
            return .zip(stage.source(0), stage.source(1)) { a, _ in
                call(); return a
            }
        },
        ForeignCaller(
            "zip of three", inputs: 3, warm: [0, 1, 2], callOuts: three.union(["selector"]), prepare: sendAllButTheFirst
        ) { stage in
            let call = stage.closure("selector")
            return .zip(stage.source(0), stage.source(1), stage.source(2)) { a, _, _ in
                call(); return a
            }
        },
        ForeignCaller(
            "zip of a collection", inputs: 3, warm: [0, 1, 2], callOuts: three.union(["selector"]), prepare: sendAllButTheFirst
        ) { stage in
            let call = stage.closure("selector")
            return .zip((0..<3).map(stage.source)) { row in
                call(); return row[0]
            }
        },
        ForeignCaller("withLatestFrom", warm: [0, 1], callOuts: both.union(["selector"]), prepare: sendOnce(1)) { stage in
            let call = stage.closure("selector")
            return stage.source(0).withLatestFrom(stage.source(1)) { a, _ in
                call(); return a
            }
        },
        ForeignCaller("amb", callOuts: both) { $0.source(0).amb($0.source(1)) },
        ForeignCaller("amb of a collection", inputs: 3, callOuts: both) { .amb([$0.source(0), $0.source(1), $0.source(2)]) },
        ForeignCaller("sample", warm: [0, 1], callOuts: both, prepare: sendOnce(0)) { $0.source(0).sample($0.source(1)) },
        ForeignCaller("startWith", inputs: 1, callOuts: ["subscribe to 0"]) { $0.source(0).startWith($0.element()) },
    ]

    /// Sequences of sequences. Input 0 brings them, input 1 is one of them.
    private static let flattening: [ForeignCaller] =
        flattening("flatMap") { $0.flatMap($1) }
        + flattening("flatMapFirst") { $0.flatMapFirst($1) }
        + flattening("flatMapLatest") { $0.flatMapLatest($1) }
        + flattening("concatMap") { $0.concatMap($1) }
        + flattening("merge()") { $0.map($1).merge() }
        + flattening("switchLatest") { $0.map($1).switchLatest() }
        + flattening("concat()") { $0.map($1).concat() }
        + flattening("merge(maxConcurrent: 2)") { $0.map($1).merge(maxConcurrent: 2) }
        + scalarInners + consecutive

    /// Before the first inner sequence, and during one.
    private static func flattening(
        _ name: String,
        _ flatten: @escaping (Observable<ForeignObject>, @escaping (ForeignObject) -> Observable<ForeignObject>) -> Observable<ForeignObject>
    ) -> [ForeignCaller] {
        func build(_ stage: ForeignStage) -> Observable<ForeignObject> {
            let call = stage.closure("selector"), inner = stage.source(1)
            return flatten(stage.source(0)) { _ in
                call(); return inner
            }
        }
        return [
            ForeignCaller(
                name + ", idle", warm: [], callOuts: ["selector", "subscribe to 1", "closure above 0", "dispose 0"],
                observes: endOfObserver.union(["stop"]), build: build),
            ForeignCaller(
                name, warm: [1], callOuts: both.subtracting(["subscribe to 1"]), prepare: sendOnce(0), build: build),
        ]
    }

    private static let scalarInners = [
        ForeignCaller("flatMap to just", inputs: 1, callOuts: ["selector"]) { stage in
            let call = stage.closure("selector")
            return stage.source(0).flatMap {
                call(); return Observable.just($0)
            }
        },
        ForeignCaller("flatMapLatest to just", inputs: 1, callOuts: ["selector"]) { stage in
            let call = stage.closure("selector")
            return stage.source(0).flatMapLatest {
                call(); return Observable.just($0)
            }
        },
    ]

    private static let consecutive = [
        ForeignCaller("concat, in its first source", callOuts: ["subscribe to 0", "subscribe to 1", "dispose 0"]) {
            .concat($0.source(0), $0.source(1))
        },
        ForeignCaller("concat, in its second source", warm: [1], callOuts: second, prepare: complete(0)) {
            .concat($0.source(0), $0.source(1))
        },
        ForeignCaller("ifEmpty(switchTo:)", warm: [], callOuts: ["dispose 0", "subscribe to 1"]) {
            $0.source(0).ifEmpty(switchTo: $0.source(1))
        },
        ForeignCaller("groupBy", inputs: 1, callOuts: ["key selector", "closure above 0", "dispose 0"]) { stage in
            let call = stage.closure("key selector")
            return stage.source(0).groupBy { _ in
                call(); return 0
            }.flatMap { $0 }
        },
    ]

    /// Where one source decides about another one.
    private static let cutting = [
        ForeignCaller("take(until:)", callOuts: both) { $0.source(0).take(until: $0.source(1)) },
        ForeignCaller("skip(until:), closed", callOuts: both, observes: endOfObserver.union(["stop"])) {
            $0.source(0).skip(until: $0.source(1))
        },
        ForeignCaller("skip(until:), open", callOuts: ["closure above 0"], prepare: sendOnce(1)) {
            $0.source(0).skip(until: $0.source(1))
        },
        ForeignCaller("take(while:)", inputs: 1, callOuts: ["predicate"]) { stage in
            let call = stage.closure("predicate")
            return stage.source(0).take(while: { _ in
                call(); return true
            })
        },
        ForeignCaller("distinctUntilChanged", inputs: 1, callOuts: ["comparer"], prepare: sendOnce(0)) { stage in
            let call = stage.closure("comparer")
            return stage.source(0).distinctUntilChanged { _, _ in
                call(); return false
            }
        },
        ForeignCaller("scan", inputs: 1, callOuts: ["accumulator"]) { stage in
            let call = stage.closure("accumulator")
            return stage.source(0).scan(stage.element()) {
                call(); return $1
            }
        },
        ForeignCaller("takeLast", inputs: 1, callOuts: ["deinit of an element"], prepare: sendOnce(0)) { $0.source(0).takeLast(1) },
    ]

    private static let errors = [
        ForeignCaller("catch", callOuts: ["handler", "subscribe to 1"]) { stage in
            let call = stage.closure("handler"), other = stage.source(1)
            return stage.source(0).catch { _ in
                call(); return other
            }
        },
        ForeignCaller("catch, in the other source", warm: [1], callOuts: second, prepare: fail(0)) { stage in
            let other = stage.source(1)
            return stage.source(0).catch { _ in other }
        },
        ForeignCaller("catch(sequence:)", callOuts: ["subscribe to 1", "dispose 0"]) {
            .catch(sequence: [$0.source(0), $0.source(1)])
        },
        ForeignCaller("retry", callOuts: ["subscribe to 1", "closure above 0", "dispose 0"]) { stage in
            let attempts = AtomicCount(), first = stage.source(0), second = stage.source(1)
            return Observable.deferred { attempts.add() == 1 ? first : second }.retry(2)
        },
        ForeignCaller(
            "retry(when:)", inputs: 3, warm: [0, 2],
            callOuts: ["closure above 0", "dispose 0", "handler", "subscribe to 2", "dispose 2"], build: retryWhen),
        ForeignCaller(
            "retry(when:), between attempts", inputs: 3, warm: [], callOuts: ["subscribe to 1", "closure above 2"],
            observes: endOfObserver.union(["stop"]), prepare: fail(0), build: retryWhen),
        ForeignCaller(
            "retry(when:), in the second attempt", inputs: 3, warm: [1], callOuts: second,
            prepare: { stage in
                stage.inputs[0].onError(TestError())
                stage.inputs[2].onNext(stage.element())
            }, build: retryWhen),
    ]

    /// The first attempt is input 0, later ones input 1; input 2 is the trigger, which passes through a closure.
    private static func retryWhen(_ stage: ForeignStage) -> Observable<ForeignObject> {
        let attempts = AtomicCount(), first = stage.source(0), later = stage.source(1), trigger = stage.source(2)
        let call = stage.closure("handler")
        return Observable.deferred { attempts.add() == 1 ? first : later }
            .retry(when: { (errors: Observable<any Error>) in
                Observable.merge(errors.do(onNext: { _ in call() }).flatMap { _ in Observable<ForeignObject>.empty() }, trigger)
            })
    }

    // MARK: What is done before

    static func sendOnce(_ index: Int) -> (ForeignStage) -> Void {
        { $0.inputs[index].onNext($0.element()) }
    }

    private static func sendAll(_ stage: ForeignStage) {
        for input in stage.inputs { input.onNext(stage.element()) }
    }

    private static func sendAllButTheFirst(_ stage: ForeignStage) {
        for input in stage.inputs.dropFirst() { input.onNext(stage.element()) }
    }

    private static func complete(_ index: Int) -> (ForeignStage) -> Void {
        { $0.inputs[index].onCompleted() }
    }

    private static func fail(_ index: Int) -> (ForeignStage) -> Void {
        { $0.inputs[index].onError(TestError()) }
    }
}
