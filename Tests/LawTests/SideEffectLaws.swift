import Rx
import Testing

@testable import LawSupport

/// Once a result has ended, nothing is subscribed to for it, and nothing is connected: a request that nobody waits for isn't sent.
@Suite struct SideEffectLaws {
    /// What the one source does while it is being subscribed to, or the user's closure.
    enum Event: CaseIterable {
        case element, failure, completion, elementAndCompletion
        case disposal, disposalAndFailure, disposalAndCompletion, disposalAndElement

        var disposes: Bool { [.disposal, .disposalAndFailure, .disposalAndCompletion, .disposalAndElement].contains(self) }
        var fails: Bool { self == .failure || self == .disposalAndFailure }
        var completes: Bool { [.completion, .elementAndCompletion, .disposalAndCompletion].contains(self) }
        var sends: Bool { [.element, .elementAndCompletion, .disposalAndElement].contains(self) }
    }

    /// What ends with its first element: nothing, what the combination makes and the whole, or the whole alone, in which that is an inner
    /// sequence.
    enum Limit: CaseIterable {
        case none, both, whole
    }

    /// What the sources before the acting one do, and the limit.
    private static let circumstances: [(before: Event?, limit: Limit)] = [
        (nil, .none), (nil, .both), (nil, .whole), (.completion, .none), (.failure, .none), (.element, .none), (.element, .whole),
        (.completion, .whole),
    ]

    /// One subscription to what a combination makes: which sources were subscribed to, and which of them after the end.
    final class Scene {
        private(set) var begun: [Int] = []
        private(set) var late: [Int] = []
        private var hasEnded = false
        private var whole: (any Disposable)?
        private let combination: Combination

        init(_ combination: Combination) { self.combination = combination }

        /// - Parameters:
        ///   - acting: the source that does it; `nil`: the user's closure disposes of the whole.
        ///   - before: what the sources before that one do.
        func run(_ event: Event?, by acting: Int?, after before: Event? = nil, limit: Limit = .none) {
            let sources = (0..<combination.count).map { index in
                Observable<Int>.create { [self] observer in
                    begun.append(index)
                    if hasEnded { late.append(index) }
                    if index == acting, let event { act(event, observer) }
                    if let acting, index < acting, let before { act(before, observer) }
                    return Disposables.create()
                }
            }
            let ingredients = Ingredients(sources: sources) { [self] in
                if acting == nil, event != nil { dispose() }
            }
            let start = PublishSubject<Void>(), output = combination.build(ingredients)
            whole = start.flatMap { limit == .both ? output.take(1) : output }.take(limit == .none ? 1000 : 1)
                .subscribe(onNext: { [self] _ in if limit != .none { hasEnded = true } }, onError: { [self] _ in hasEnded = true })
            start.onNext(())
            whole?.dispose()
        }

        private func act(_ event: Event, _ observer: AnyObserver<Int>) {
            if event.disposes { dispose() }
            if event.sends { observer.onNext(7) }
            if event.fails { observer.onError(TestError()) }
            if event.completes { observer.onCompleted() }
        }

        private func dispose() {
            hasEnded = true
            whole?.dispose()
        }
    }

    @Test(arguments: Core.underLaw)
    func nothingIsSubscribedToOnceTheResultHasEnded(core: Core) {
        core.run {
            for combination in Combination.all {
                var everBegun: Set<Int> = []
                for event in Event.allCases {
                    for acting in 0..<combination.count {
                        for (before, limit) in Self.circumstances {
                            let scene = Scene(combination)
                            scene.run(event, by: acting, after: before, limit: limit)
                            let what = "\(combination.name): source \(acting), \(event), limit: \(limit), before: \(String(describing: before))"
                            #expect(scene.late.isEmpty, "\(what): \(scene.late) subscribed to after the end")
                            everBegun.formUnion(scene.begun)
                        }
                    }
                }
                // The law isn't empty: there are ways to subscribe to each.
                #expect(everBegun == Set(0..<combination.count), "\(combination.name): only \(everBegun) are ever subscribed to")
                let scene = Scene(combination)
                scene.run(.disposal, by: nil)
                #expect(scene.late.isEmpty, "\(combination.name): \(scene.late) subscribed to after the end in the user's closure")
            }
        }
    }

    @Test(arguments: Core.underLaw)
    func silentSourcesAreSubscribedToInTheOrderOfRxSwift(core: Core) {
        core.run {
            for combination in Combination.all {
                let scene = Scene(combination)
                scene.run(nil, by: nil)
                #expect(scene.begun == combination.order, "\(combination.name)")
            }
        }
    }

    // MARK: Sharing

    /// A replay that is there before anybody subscribes: whoever hears it may have enough.
    enum Replayed: String, CaseIterable, CustomTestStringConvertible {
        case behavior, replay, unbounded, shareForever, unboundedShare, endedSubject
        case behaviorElsewhere, replayElsewhere, endedSubjectElsewhere

        var testDescription: String { rawValue }

        /// Has ended already: whoever subscribes is told.
        var hasEnded: Bool { self == .endedSubject || self == .endedSubjectElsewhere }

        func share(_ source: Observable<Int>) -> Observable<Int> {
            func replay(_ subject: ReplaySubject<Int>) -> ConnectableObservable<Int> {
                subject.onNext(1)
                return source.multicast(subject)
            }
            func ended() -> ConnectableObservable<Int> {
                let subject = PublishSubject<Int>()
                subject.onCompleted()
                return source.multicast(subject)
            }
            switch self {
            case .behavior: return source.multicast(BehaviorSubject(value: 1)).refCount()
            case .replay: return replay(.create(bufferSize: 1)).refCount()
            case .unbounded: return replay(.createUnbounded()).refCount()
            case .shareForever, .unboundedShare:
                var isFirst = true
                let shared = Observable.deferred {
                    defer { isFirst = false }
                    return isFirst ? .just(1).concat(Observable.never()) : source
                }.share(replay: self == .shareForever ? 1 : 3, scope: .forever)
                shared.subscribe(onNext: { _ in }).dispose()
                return shared
            case .endedSubject: return ended().refCount()
            case .behaviorElsewhere: return ConnectableMadeElsewhere(source.multicast(BehaviorSubject(value: 1))).refCount()
            case .replayElsewhere: return ConnectableMadeElsewhere(replay(.create(bufferSize: 1))).refCount()
            case .endedSubjectElsewhere: return ConnectableMadeElsewhere(ended()).refCount()
            }
        }
    }

    @Test(arguments: Core.underLaw, Replayed.allCases)
    func anObserverThatEndsWhileItSubscribesConnectsNothing(core: Core, replayed: Replayed) {
        core.run {
            let source = CountedSource(), shared = replayed.share(source.observable)
            func check(_ how: String) {
                #expect(source.begun.value == 0, "\(how): \(source.begun.value) connections, \(source.ended.value) ended")
            }
            _ = shared.take(1).subscribe()
            check("take(1)")
            _ = shared.take(until: { _ in true }).subscribe()
            check("take(until:)")
            _ = shared.take(until: Observable.just(1)).subscribe()
            check("take(until:) of a sequence that sends at once")
            _ = shared.map { _ in throw TestError() }.subscribe(onError: { _ in })
            check("an error")
            _ = Observable.zip(Observable<Int>.error(TestError()), shared) { $0 + $1 }.subscribe(onError: { _ in })
            check("zip with what has failed")
            let start = PublishSubject<Void>()
            var whole: (any Disposable)?
            whole = start.flatMap { shared }.subscribe(onNext: { _ in whole?.dispose() })
            start.onNext(())
            whole?.dispose()
            if !replayed.hasEnded { check("dispose") }
            // Who stays connects, also after those.
            let first = Probe<Int>(), subscription = shared.subscribe(first)
            if replayed.hasEnded { return check("after the end") }
            #expect(source.begun.value == 1 && source.ended.value == 0)
            _ = shared.take(1).subscribe()
            #expect(source.begun.value == 1 && source.ended.value == 0, "it stays connected for others")
            source.subject.onNext(5)
            #expect(first.elements == [1, 5])
            subscription.dispose()
            #expect(source.begun.value == 1 && source.ended.value == 1)
        }
    }

    /// One leaves while it subscribes, another one comes within that: the connection is for that one.
    @Test(arguments: Core.underLaw, Replayed.allCases.filter { !$0.hasEnded })
    func anObserverThatComesMeanwhileIsConnectedFor(core: Core, replayed: Replayed) {
        core.run {
            let source = CountedSource(), shared = replayed.share(source.observable), probe = Probe<Int>()
            var second: (any Disposable)?
            _ = shared.take(1).subscribe(onNext: { _ in second = shared.subscribe(probe) })
            #expect(source.begun.value == 1 && source.ended.value == 0)
            source.subject.onNext(5)
            #expect(probe.elements == [1, 5])
            second?.dispose()
            #expect(source.begun.value == source.ended.value)
        }
    }
}
