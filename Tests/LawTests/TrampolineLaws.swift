import Foundation
import Rx
import Testing

@testable import LawSupport

/// Where something is subscribed to makes no difference: sources that loop run while they are attached if it is their turn, else
/// from the trampoline's queue, and what is heard is the same. `RX_SEED` chooses other pipelines, `RX_PIPELINES` how many.
@Suite struct TrampolineLaws {
    private static let pipelines = ProcessInfo.processInfo.environment["RX_PIPELINES"].flatMap { Int($0) } ?? 3000

    @Test(arguments: Core.underLaw)
    func whatIsHeardIsTheSameInsideARunningTrampoline(core: Core) {
        core.run {
            var fault: (pipeline: String, text: String)?, faults = 0
            for number in 0..<Self.pipelines {
                var random = Random.stream(number)
                var pipeline = Pipeline(&random)
                let observable = pipeline.sequence(depth: number % 4)
                let direct = pipeline.eventLog.heard(observable) { $0() }
                let inside = pipeline.eventLog.heard(observable) { subscribe in
                    _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                        subscribe()
                        return Disposables.create()
                    }
                }
                let behind = pipeline.eventLog.heard(observable) { subscribe in
                    _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                        _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                            subscribe()
                            return Disposables.create()
                        }
                        return Disposables.create()
                    }
                }
                if direct == inside, direct == behind { continue }
                faults += 1
                if let fault, fault.pipeline.count <= pipeline.text.count { continue }
                let heard = "\(direct) directly, \(inside) inside a trampoline, \(behind) at the end of one's queue"
                fault = (pipeline.text, "\(heard)\nseed \(Random.seed), pipeline \(number): \(pipeline.text)")
            }
            // The smallest says most.
            if let fault { Issue.record("\(faults) pipelines, such as\n\(fault.text)") }
        }
    }
}

/// All that the observers of one pipeline are told, in order.
private final class EventLog {
    private var log: [String] = []
    private var subscriptions: [any Disposable] = []

    /// What is heard when `run` runs the subscribing. What never ends is disposed of: a shared sequence would still run when it is
    /// subscribed to again.
    func heard(_ observable: Observable<Int>, _ run: (@escaping () -> Void) -> Void) -> [String] {
        run { self.listen(to: observable, as: "") }
        while let subscription = subscriptions.popLast() { subscription.dispose() }
        defer { log = [] }
        return log
    }

    func listen(to observable: Observable<Int>, as name: String) {
        subscriptions.append(
            observable.subscribe(
                onNext: { self.log.append(name + "\($0)") }, onError: { self.log.append(name + "\($0)") },
                onCompleted: { self.log.append(name + "completed") }, onDisposed: { self.log.append(name + "disposed") }))
    }
}

/// A random tree of sources and operators.
private struct Pipeline {
    private(set) var text = ""
    let eventLog = EventLog()
    private var random: Random

    init(_ random: inout Random) { self.random = Random(seed: random.next()) }

    /// - Parameter depth: how many more sequences may be inside each other.
    mutating func sequence(depth: Int) -> Observable<Int> {
        var result = random.below(3) == 0 || depth == 0 ? source() : joined(depth - 1)
        for _ in 0..<random.below(3) { result = staged(result, depth) }
        return result
    }

    private mutating func named(_ name: String, _ make: (inout Pipeline) -> Observable<Int>) -> Observable<Int> {
        text += name + "("
        defer { text += ")" }
        return make(&self)
    }

    private mutating func told(_ name: String, _ observable: Observable<Int>) -> Observable<Int> {
        text += name + " "
        return observable
    }

    private mutating func source() -> Observable<Int> {
        let k = random.below(4), start = 10 * random.below(9)
        switch random.below(14) {
        case 0: return told("of(\(start),\(start + 1))", .of(start, start + 1))
        case 1: return told("from(\(start)+\(k))", .from(Array(start..<start + k)))
        case 2: return told("from(sequence: \(start)+\(k))", .from(AnySequence(start..<start + k)))
        case 3, 4: return told("range(\(start)+\(k))", .range(start: start, count: k))
        case 5:
            let scheduler = CurrentThreadScheduler.instance
            return told("range(\(start)+\(k), scheduler)", .range(start: start, count: k, scheduler: scheduler))
        case 6: return told("repeatElement(\(start)).take(\(k))", Observable.repeatElement(start).take(k))
        case 7:
            return told(
                "generate(\(start)+\(k))",
                .generate(initialState: start, condition: { $0 < start + k }, iterate: { $0 + 1 }))
        case 8: return told("just(\(start))", .just(start))
        case 9: return told("just(\(start), scheduler)", .just(start, scheduler: CurrentThreadScheduler.instance))
        case 10: return told("empty", .empty())
        case 11: return told("of(\(start)).error", Observable.of(start).concat(Observable.error(TestError(number: start))))
        case 12: return told("of(\(start), scheduler)", .of(start, start + 1, scheduler: CurrentThreadScheduler.instance))
        default:
            return told(
                "create(\(start)+\(k))",
                .create { observer in
                    for element in start..<start + k { observer.onNext(element) }
                    observer.onCompleted()
                    return Disposables.create()
                })
        }
    }

    private mutating func joined(_ depth: Int) -> Observable<Int> {
        switch random.below(12) {
        case 0: return named("concat") { .concat([$0.sequence(depth: depth), $0.sequence(depth: depth)]) }
        case 1: return named("merge") { .merge($0.sequence(depth: depth), $0.sequence(depth: depth)) }
        case 2: return named("zip") { .zip($0.sequence(depth: depth), $0.sequence(depth: depth)) { $0 &+ 100 &* $1 } }
        case 3:
            return named("combineLatest") {
                .combineLatest($0.sequence(depth: depth), $0.sequence(depth: depth)) { $0 &+ 100 &* $1 }
            }
        case 4: return named("amb") { $0.sequence(depth: depth).amb($0.sequence(depth: depth)) }
        case 5: return named("withLatestFrom") { $0.sequence(depth: depth).withLatestFrom($0.sequence(depth: depth)) }
        case 6: return named("take(until)") { $0.sequence(depth: depth).take(until: $0.sequence(depth: depth)) }
        case 7: return named("skip(until)") { $0.sequence(depth: depth).skip(until: $0.sequence(depth: depth)) }
        case 8:
            return named("catch") { pipeline in
                let source = pipeline.sequence(depth: depth), rest = pipeline.sequence(depth: depth)
                return source.catch { _ in rest }
            }
        case 9:
            return named("merge(maxConcurrent)") {
                Observable.of($0.sequence(depth: depth), $0.sequence(depth: depth), $0.sequence(depth: depth)).merge(maxConcurrent: 2)
            }
        case 10: return named("retry") { $0.sequence(depth: depth).retry(2) }
        default: return named("ifEmpty") { $0.sequence(depth: depth).ifEmpty(switchTo: $0.sequence(depth: depth)) }
        }
    }

    /// At most 40 elements come out of what multiplies them.
    private mutating func staged(_ source: Observable<Int>, _ depth: Int) -> Observable<Int> {
        let k = random.below(5), inside = max(0, depth - 2)
        switch random.below(16) {
        case 0: return told(".map", source.map { $0 &+ k })
        case 1: return told(".filter", source.filter { $0 % 3 != k })
        case 2: return told(".startWith(\(k))", source.startWith(k, k + 1))
        case 3: return told(".take(\(k))", source.take(k))
        case 4: return told(".scan", source.scan(k) { $0 &+ $1 })
        case 5: return told(".takeLast(\(k))", source.takeLast(k))
        case 6: return told(".share", source.share())
        case 7: return told(".observe(on:)", source.observe(on: CurrentThreadScheduler.instance))
        case 8: return told(".subscribe(on:)", source.subscribe(on: CurrentThreadScheduler.instance))
        case 9:
            return named(".flatMap") { pipeline in
                let inner = pipeline.sequence(depth: inside)
                return source.flatMap { element in inner.map { $0 &+ element } }.take(40)
            }
        case 10:
            return named(".concatMap") { pipeline in
                let inner = pipeline.sequence(depth: inside)
                return source.concatMap { _ in inner }.take(40)
            }
        case 11:
            return named(".flatMapLatest") { pipeline in
                let inner = pipeline.sequence(depth: inside)
                return source.flatMapLatest { element in inner.map { $0 &+ element } }.take(40)
            }
        case 12:
            return named(".flatMapFirst") { pipeline in
                let inner = pipeline.sequence(depth: inside)
                return source.flatMapFirst { _ in inner }.take(40)
            }
        case 13:
            return named(".beside") { pipeline in
                let other = pipeline.sequence(depth: inside), eventLog = pipeline.eventLog
                return .deferred {
                    eventLog.listen(to: other, as: "beside ")
                    return source
                }
            }
        case 14:
            return named(".onSubscribe") { pipeline in
                let other = pipeline.sequence(depth: inside), eventLog = pipeline.eventLog
                return source.do(onSubscribe: { eventLog.listen(to: other, as: "onSubscribe ") })
            }
        default: return told(".groupBy", source.groupBy { $0 % 2 }.flatMap { $0 })
        }
    }
}
