import Foundation
import Rx
import Testing

@testable import LawSupport

/// Where a source goes on after the end of a subscription, for others or since its tear-down has yet to come, what is downstream of it is
/// freed all the same when the call that ends the subscription returns.
@Suite struct DownstreamCaptureLaws {
    /// What goes on.
    enum Form: CaseIterable {
        case subscribeOn, subscribeOnBelowSubscribeOn, subscribeOnBelowAClosure, groupBy, window, share, shareReplay, shareForever, publishRefCount,
            replayConnected

        /// - Parameter closure: between two of the form's own operators.
        func build(_ source: Observable<Int>, _ kept: Kept, _ closure: @escaping (Int) -> Int = { $0 }) -> Observable<Int> {
            func withAnother(_ shared: Observable<Int>) -> Observable<Int> {
                kept.add(shared.subscribe())
                return shared
            }
            func subscribing<Inner: ObservableType>(_ sequences: Observable<Inner>) -> Observable<Int> {
                sequences.map { inner in
                    kept.add(inner.subscribe())
                    return 0
                }
            }
            switch self {
            case .subscribeOn: return source.subscribe(on: kept.scheduler())
            case .subscribeOnBelowSubscribeOn: return source.subscribe(on: kept.scheduler()).subscribe(on: kept.scheduler())
            case .subscribeOnBelowAClosure:
                return source.subscribe(on: kept.scheduler()).map(closure).subscribe(on: kept.scheduler())
            case .groupBy: return subscribing(source.groupBy { $0 % 2 })
            case .window: return subscribing(source.window(timeSpan: .seconds(1000), count: 2, scheduler: HistoricalScheduler()))
            case .share: return withAnother(source.share())
            case .shareReplay: return withAnother(source.share(replay: 2))
            case .shareForever: return withAnother(source.share(replay: 1, scope: .forever))
            case .publishRefCount: return withAnother(source.publish().refCount())
            case .replayConnected:
                let connectable = source.replay(3)
                kept.add(connectable.connect())
                return connectable
            }
        }
    }

    /// What the program holds on to.
    final class Kept: @unchecked Sendable {  // Sendable: guarded by `mutex`.
        private let mutex = NSLock()
        private var all: [any Disposable] = []
        private var schedulers: [KeepingAllButTheFirst] = []

        func add(_ one: any Disposable) { mutex.withLock { all.append(one) } }

        fileprivate func scheduler() -> KeepingAllButTheFirst {
            let scheduler = KeepingAllButTheFirst()
            mutex.withLock { schedulers.append(scheduler) }
            return scheduler
        }

        /// Ends it all. What the schedulers keep holds them, too.
        func discard() {
            for subscription in mutex.withLock({ all }) { subscription.dispose() }
            for scheduler in mutex.withLock({ schedulers }) { scheduler.discard() }
        }
    }

    enum Ending: CaseIterable {
        case dispose, elsewhere, inside, takeUntil, failure
    }

    @Test(arguments: Core.underLaw, Form.allCases)
    func whatIsDownstreamIsFreedThoughTheSourceGoesOn(core: Core, form: Form) {
        core.run {
            for ending in Ending.allCases {
                let count = AtomicCount(), subject = PublishSubject<Int>(), trigger = PublishSubject<Void>(), kept = Kept(), hasToEnd = AtomicFlag()
                let handle = SingleAssignmentDisposable()
                func subscribe() -> any Disposable {
                    let captured = Captured(count)
                    return form.build(subject.asObservable(), kept) { number in withExtendedLifetime(captured) { number } }
                        .map { number in
                            if hasToEnd.isSet, ending == .failure { throw TestError() }
                            return withExtendedLifetime(captured) { number }
                        }
                        .take(until: trigger)
                        .subscribe(
                            onNext: { _ in
                                withExtendedLifetime(captured) {}
                                if hasToEnd.isSet, ending == .inside { handle.dispose() }
                            }, onError: { _ in withExtendedLifetime(captured) {} }, onDisposed: { withExtendedLifetime(captured) {} })
                }
                handle.setDisposable(subscribe())
                subject.onNext(1)
                #expect(count.value == 1 && subject.hasObservers, "it has begun")
                hasToEnd.set()
                switch ending {
                case .dispose: handle.dispose()
                case .elsewhere: onThread { handle.dispose() }
                case .inside, .failure: for number in 2...5 { subject.onNext(number) }
                case .takeUntil: trigger.onNext(())
                }
                #expect(count.value == 0, "\(form), \(ending)")
                kept.discard()
                withExtendedLifetime((subject, trigger, kept, handle)) {}
            }
        }
    }

    /// A source that forgets its observer frees the subscription, where nothing else sends: a timer, or who is subscribed to the same.
    @Test(arguments: Core.underLaw, [Form.subscribeOn, .subscribeOnBelowSubscribeOn, .groupBy])
    func aSourceThatForgetsItsObserverFreesWhatIsDownstream(core: Core, form: Form) {
        core.run {
            let count = AtomicCount(), kept = Kept()
            func subscribe() {
                let captured = Captured(count)
                kept.add(form.build(.create { _ in Disposables.create() }, kept).subscribe(onNext: { _ in withExtendedLifetime(captured) {} }))
            }
            subscribe()
            #expect(count.value == 0, "\(form)")
            kept.discard()
        }
    }
}

/// Runs the first piece of work at once and none of the others.
private final class KeepingAllButTheFirst: ImmediateSchedulerType, @unchecked Sendable {  // Sendable: guarded by `mutex`.
    private let mutex = NSLock()
    private var hasRun = false
    private var kept: [Any] = []

    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
        let isFirst = mutex.withLock {
            defer { hasRun = true }
            if hasRun { kept.append({ _ = action(state) }) }
            return !hasRun
        }
        return isFirst ? action(state) : Disposables.create()
    }

    func discard() {
        let discarded = mutex.withLock {
            defer { kept = [] }
            return kept
        }
        withExtendedLifetime(discarded) {}  // Freed outside the lock.
    }
}
