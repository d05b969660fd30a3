import Foundation
import Rx
import Testing

@testable import LawSupport

/// No recursion that grows with the data: each of these runs on a stack of 512 KB.
@Suite struct DepthLaws {
    /// A call takes at least 16 bytes of stack, so a recursion so deep needs 800 KB, more than there is.
    private static let deep = 50_000

    /// Operators that subscribe to inner sequences, `deep` of them, all of which complete at once.
    enum Flattening: String, CaseIterable, CustomTestStringConvertible {
        case flatMap, mergeLimitedTo1, concat, concatOfCollection, concatMap, switchLatest, flatMapFirst
        case catchSequence, retry, retryWhen, nestedConcat

        var testDescription: String { rawValue }

        /// Sends `count` elements, one for each inner sequence.
        func build(_ count: Int, _ inner: @escaping () -> Observable<Int>) -> Observable<Int> {
            let numbers = Observable.range(start: 0, count: count)
            switch self {
            case .flatMap: return numbers.flatMap { _ in inner() }
            case .mergeLimitedTo1: return numbers.map { _ in inner() }.merge(maxConcurrent: 1)
            case .concat: return numbers.map { _ in inner() }.concat()
            case .concatOfCollection: return Observable.concat((0..<count).lazy.map { _ in inner() })
            case .concatMap: return numbers.concatMap { _ in inner() }
            case .switchLatest: return numbers.map { _ in inner() }.switchLatest()
            case .flatMapFirst: return numbers.flatMapFirst { _ in inner() }
            case .catchSequence:
                let failing = (0..<count).lazy.map { number in
                    number == count - 1 ? inner() : inner().concat(Observable.error(TestError(number: number)))
                }
                return Observable.catch(sequence: failing)
            case .retry:
                var left = count
                return Observable.deferred {
                    left -= 1
                    return left == 0 ? inner() : inner().concat(Observable.error(TestError(number: left)))
                }.retry()
            case .retryWhen:
                var left = count
                return Observable.deferred {
                    left -= 1
                    return left == 0 ? inner() : inner().concat(Observable.error(TestError(number: left)))
                }.retry(when: { $0 })
            case .nestedConcat: return (0..<count).reduce(Observable.empty()) { whole, _ in whole.concat(inner()) }
            }
        }
    }

    /// Sequences of one element that complete at once.
    enum Inner: CaseIterable {
        case scalar, onTrampoline, created

        func make() -> Observable<Int> {
            switch self {
            case .scalar: .just(1)
            case .onTrampoline: .of(1)
            case .created:
                .create { observer in
                    observer.onNext(1)
                    observer.onCompleted()
                    return Disposables.create()
                }
            }
        }
    }

    @Test(arguments: Core.underLaw, Flattening.allCases)
    func manySynchronousInnerSequencesNeedNoStack(core: Core, flattening: Flattening) {
        core.run {
            for inner in Inner.allCases {
                // The sequence is built and freed on the small stack as well.
                onThread(stackSize: .smallStack, within: 300) {
                    var elements = 0, isCompleted = false
                    let count = inner == .created ? Self.deep : 10_000  // Time, not depth, is the limit here.
                    _ = flattening.build(count, inner.make).subscribe(
                        onNext: { _ in elements += 1 }, onError: { _ in }, onCompleted: { isCompleted = true })
                    // An element that comes before the inner sequence's own work item for its completion finds that running.
                    let heard = flattening == .flatMapFirst && inner == .onTrampoline ? count / 2 : count
                    try demand(elements == heard, "\(elements) of \(count) elements of \(inner)")
                    try demand(isCompleted, "no completion after \(inner)")
                }
            }
        }
    }

    @Test(arguments: Core.underLaw, Entrance.allCases)
    func manyReentrantSendsNeedNoStack(core: Core, entrance: Entrance) {
        core.run {
            onThread(stackSize: .smallStack) {
                let opened = entrance.open(1)
                var heard = 0, send: ((Event<NumberedElement>) -> Void)?
                let subscription = opened.output.subscribe(onNext: { item in
                    heard += 1
                    if item.index < Self.deep { send?(.next(NumberedElement(sender: 0, index: item.index + 1))) }
                })
                send = opened.sender(0)
                send?(.next(NumberedElement(sender: 0, index: 1)))
                try demand(heard == Self.deep, "\(heard) of \(Self.deep)")
                subscription.dispose()
                send = nil  // It holds the observer that holds it.
            }
        }
    }

    /// All at once: the queue of what waits is freed without recursion too.
    @Test(arguments: Core.underLaw)
    func whatWaitsIsFreedWithoutRecursion(core: Core) {
        core.run {
            onThread(stackSize: .smallStack) {
                let subject = PublishSubject<Int>()
                var heard = 0
                let own = SingleAssignmentDisposable()
                own.setDisposable(
                    Observable.merge(subject, .never()).subscribe(onNext: { number in
                        heard += 1
                        guard number == 0 else { return }
                        for next in 1...Self.deep { subject.onNext(next) }
                        own.dispose()
                    }))
                subject.onNext(0)
                try demand(heard == 1, "\(heard) deliveries")
            }
        }
    }

    @Test(arguments: Core.underLaw)
    func manyTrampolineHopsNeedNoStack(core: Core) {
        core.run {
            onThread(stackSize: .smallStack) {
                var hops = 0
                func hop() {
                    hops += 1
                    if hops == Self.deep { return }
                    _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                        hop()
                        return Disposables.create()
                    }
                }
                hop()
                try demand(hops == Self.deep, "\(hops) hops")

                var runs = 0
                _ = CurrentThreadScheduler.instance.scheduleRecursive(0) { number, recurse in
                    runs += 1
                    if number < Self.deep { recurse(number + 1) }
                }
                try demand(runs == Self.deep + 1, "\(runs) runs")
            }
        }
    }

    /// Each item's disposable is the one of the item that it schedules: a chain of disposables, freed in the end.
    /// In a process of its own, for a stack that overflows ends it.
    @Test func aChainOfDisposablesOfTrampolineHopsNeedsNoStack() async {
        await #expect(processExitsWith: .success) {
            onThread(stackSize: .smallStack) {
                var hops = 0
                func hop() -> any Disposable {
                    hops += 1
                    if hops == DepthLaws.deep { return Disposables.create() }
                    return CurrentThreadScheduler.instance.schedule(()) { _ in hop() }
                }
                _ = CurrentThreadScheduler.instance.schedule(()) { _ in hop() }
                precondition(hops == DepthLaws.deep)
            }
        }
    }

    /// What a main thread has: 8 MB, unless the system's limit was set to something else.
    private static var ordinaryStack: Int {
        var limit = rlimit()
        #if canImport(Glibc)
        getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit)
        #else
        getrlimit(RLIMIT_STACK, &limit)
        #endif
        return limit.rlim_cur > 1 << 30 ? 8 << 20 : Int(limit.rlim_cur)
    }

    /// Each holds the next one, as what is subscribed to from inside a delivery may hold what it came from.
    @Test func aChainOfDisposablesIsEndedWithoutRecursion() async {
        await #expect(processExitsWith: .success) {
            onThread(stackSize: .smallStack) {
                let links = (0..<DepthLaws.deep).map { _ in SingleAssignmentDisposable() }, ends = AtomicCount()
                for (link, next) in zip(links, links.dropFirst()) { link.setDisposable(next) }
                links.last!.setDisposable(Disposables.create { ends.add() })
                links[0].dispose()
                precondition(ends.value == 1 && links.allSatisfy(\.isDisposed))
            }
        }
    }

    @Test func aChainOfDisposablesIsFreedWithoutRecursion() async {
        await #expect(processExitsWith: .success) {
            onThread(stackSize: .smallStack) {
                let before = Resources.count(.disposables), alive = AtomicCount()
                for keepsOne in [false, true] {
                    var first: SingleAssignmentDisposable? = SingleAssignmentDisposable()
                    var last = first!, kept: SingleAssignmentDisposable?
                    for number in 0..<DepthLaws.deep {
                        let next = SingleAssignmentDisposable()
                        last.setDisposable(next)
                        last = next
                        if keepsOne, number == DepthLaws.deep / 2 { kept = next }
                    }
                    do {
                        let captured = Captured(alive)
                        last.setDisposable(Disposables.create { withExtendedLifetime(captured) {} })
                    }
                    last = SingleAssignmentDisposable()
                    precondition(alive.value == 1)
                    first = nil
                    precondition(kept == nil || kept?.isDisposed == false && alive.value == 1)
                    kept = nil
                    precondition(alive.value == 0 && Resources.count(.disposables) == before + 1)
                    withExtendedLifetime(last) {}
                }
                precondition(Resources.count(.disposables) == before)
            }
        }
    }

    /// A chain of 10,000 stages: built, subscribed to, run, ended and freed on an ordinary main thread's stack.
    @Test(arguments: Core.underLaw)
    func aChainOf10000StagesFitsAnOrdinaryStack(core: Core) {
        core.run {
            onThread(stackSize: DepthLaws.ordinaryStack) {
                for disposes in [false, true] {
                    let subject = PublishSubject<Int>()
                    var chain = subject.asObservable(), result = 0, isCompleted = false
                    for _ in 0..<10_000 { chain = chain.map { $0 + 1 } }
                    let subscription = chain.subscribe(onNext: { result = $0 }, onCompleted: { isCompleted = true })
                    subject.onNext(0)
                    if disposes { subscription.dispose() } else { subject.onCompleted() }
                    try demand(result == 10_000 && isCompleted != disposes, "\(result), completed: \(isCompleted)")
                    chain = .empty()
                }
                // A source that runs while it is attached doesn't do so on top of ten thousand stages.
                var loop = Observable.range(start: 0, count: 2), sum = 0
                for _ in 0..<10_000 { loop = loop.map { $0 + 1 } }
                loop.subscribe(onNext: { sum += $0 }).dispose()
                try demand(sum == 20_001, "\(sum)")
            }
        }
    }

    private static let stages: [(name: String, add: @Sendable (Observable<Int>) -> Observable<Int>)] = [
        ("filter", { $0.filter { _ in true } }), ("map", { $0.map { $0 } }), ("scan", { $0.scan(0) { $0 + $1 } }),
        ("take", { $0.take(2) }), ("merge", { .merge($0) }), ("flatMap", { $0.flatMap { Observable.just($0) } }),
        ("catch", { $0.catch { _ in .empty() } }), ("retry", { $0.retry(2) }),
        ("combineLatest", { .combineLatest($0, Observable.just(1)) { a, _ in a } }),
        ("create", { inner in .create { inner.subscribe($0) } }),
        ("share", { $0.share() }), ("share(replay: 1)", { $0.share(replay: 1) }),
    ]

    /// It moves what a function keeps on the stack elsewhere.
    private static let hasAddressSanitizer = dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil

    /// What grows with the program: the stack that subscribing takes for each stage of a chain, in bytes.
    @Test(.disabled(if: DepthLaws.hasAddressSanitizer), arguments: Core.underLaw, DepthLaws.stages.indices)
    func subscribingTakesAtMost3000BytesOfStackForEachStage(core: Core, index: Int) {
        let stage = DepthLaws.stages[index]
        core.run {
            onThread(stackSize: DepthLaws.ordinaryStack) {
                /// Where the stack is when the source is subscribed to.
                func depth(_ count: Int) -> Int {
                    var address = 0
                    var chain = Observable<Int>.create { observer in
                        var here: UInt8 = 0
                        address = withUnsafePointer(to: &here) { Int(bitPattern: $0) }
                        observer.onCompleted()
                        return Disposables.create()
                    }
                    for _ in 0..<count { chain = stage.add(chain) }
                    chain.subscribe().dispose()
                    return address
                }
                let bytes = (depth(100) - depth(300)) / 200
                print("stack of a stage: \(stage.name)", core, bytes)
                try demand(bytes >= 0 && bytes <= 3000, "\(stage.name): \(bytes) bytes a stage")
            }
        }
    }
}
