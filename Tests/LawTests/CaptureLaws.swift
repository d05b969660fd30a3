import Dispatch
import Foundation
import Rx
import RxPlatform
import Testing

@testable import LawSupport

/// What the closures, elements and sources of a subscription captured is freed when the call that ends it returns, though its work still
/// waits on a scheduler, and the disposable, the subject and the scheduler live on.
///
/// In processes of their own, as the main queue has to wait.
@Suite struct CaptureLaws {
    /// Where work waits, and how it is kept from beginning.
    enum Place: CaseIterable {
        case serialScheduler, serialQueue, main, mainAsync, concurrentMain, concurrentQueue, operations,
            currentThread, virtual, another, anotherOfTicks

        /// Runs `body` with a scheduler that begins no work meanwhile.
        func whileWorkWaits(_ body: @escaping (any ImmediateSchedulerType) -> Void) {
            let latch = DispatchSemaphore(value: 0)
            defer { latch.signal() }
            switch self {
            case .serialScheduler:
                let scheduler = SerialScheduler()
                block(scheduler, latch)
                body(scheduler)
            case .serialQueue:
                let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "waits")
                block(scheduler, latch)
                body(scheduler)
            case .main, .mainAsync, .concurrentMain:
                block(MainScheduler.asyncInstance, latch)
                switch self {
                case .main: body(MainScheduler.instance)
                case .mainAsync: body(MainScheduler.asyncInstance)
                default: body(ConcurrentMainScheduler.instance)
                }
            case .concurrentQueue:
                let queue = DispatchQueue(label: "waits", attributes: .concurrent)
                queue.suspend()
                body(ConcurrentDispatchQueueScheduler(queue: queue))
                queue.resume()
            case .operations:
                let queue = OperationQueue()
                queue.isSuspended = true
                body(OperationQueueScheduler(operationQueue: queue))
                queue.isSuspended = false
            case .currentThread:
                _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                    body(CurrentThreadScheduler.instance)
                    return Disposables.create()
                }
            case .virtual: body(HistoricalScheduler())
            case .another: body(KeepingScheduler())
            case .anotherOfTicks: body(KeepingTicksScheduler())
            }
        }

        private func block(_ scheduler: any ImmediateSchedulerType, _ latch: DispatchSemaphore) {
            let begun = DispatchSemaphore(value: 0)
            _ = scheduler.schedule(()) { _ in
                begun.signal()
                latch.wait()
                return Disposables.create()
            }
            begun.wait()
        }
    }

    typealias Token = Captured

    /// A sequence of whatever waits on a scheduler.
    struct Form {
        let name: String
        let build: (_ source: Observable<Token>, _ token: Token, _ scheduler: any ImmediateSchedulerType) -> Observable<Token>?

        init(
            _ name: String,
            _ build: @escaping (_ source: Observable<Token>, _ token: Token, _ scheduler: any ImmediateSchedulerType) -> Observable<Token>?
        ) {
            self.name = name
            self.build = build
        }

        /// On a scheduler that knows the time.
        init(
            timed name: String, _ build: @escaping (_ source: Observable<Token>, _ token: Token, _ scheduler: any SchedulerType) -> Observable<Token>
        ) {
            self.init(name) { source, token, scheduler in (scheduler as? any SchedulerType).map { build(source, token, $0) } }
        }
    }

    static var forms: [Form] {
        [
            Form("just") { _, token, scheduler in .just(token, scheduler: scheduler) },
            Form("of") { _, token, scheduler in .of(token, token, scheduler: scheduler) },
            Form("from") { _, token, scheduler in .from([token], scheduler: scheduler) },
            Form("fromSequence") { _, token, scheduler in .from(AnySequence([token]), scheduler: scheduler) },
            Form("fromOptional") { _, token, scheduler in .from(optional: token, scheduler: scheduler) },
            Form("range") { _, token, scheduler in Observable.range(start: 0, count: 3, scheduler: scheduler).map { _ in token } },
            Form("repeatElement") { _, token, scheduler in .repeatElement(token, scheduler: scheduler) },
            Form("generate") { _, token, scheduler in
                .generate(initialState: token, condition: { _ in true }, scheduler: scheduler, iterate: { $0 })
            },
            Form("observeOn") { source, _, scheduler in source.observe(on: scheduler) },
            Form("subscribeOn") { source, _, scheduler in source.subscribe(on: scheduler) },
            Form("schedule") { _, token, scheduler in
                if scheduler is any KeepsEndedWork { return nil }  // The program itself hands it the work.
                return Observable.create { observer in
                    scheduler.schedule(token) { token in
                        observer.onNext(token)
                        return Disposables.create()
                    }
                }
            },
            Form("scheduleRecursive") { _, token, scheduler in
                Observable.create { observer in
                    scheduler.scheduleRecursive(token) { (token: Token, recurse: (Token) -> Void) in
                        observer.onNext(token)
                        recurse(token)
                    }
                }
            },
            Form("innerOf") { source, token, scheduler in source.flatMap { _ in Observable.of(token, token, scheduler: scheduler) } },
            Form("concatOf") { source, token, scheduler in
                source.concatMap { _ in Observable.of(token, scheduler: scheduler) }.concat(Observable.of(token, scheduler: scheduler))
            },
            Form("mergeLimited") { source, token, scheduler in
                source.map { _ in Observable.of(token, scheduler: scheduler) }.merge(maxConcurrent: 1)
            },
            Form("sharedOf") { _, token, scheduler in Observable.of(token, token, scheduler: scheduler).share(replay: 1) },
            Form("retriedOf") { _, token, scheduler in
                Observable.of(token, token, scheduler: scheduler).retry(3).catch { _ in Observable.just(token) }
            },
            Form("single") { _, token, scheduler in Single.just(token, scheduler: scheduler).map { $0 }.asObservable() },
            Form("singleObserveOn") { source, _, scheduler in source.take(1).asSingle().observe(on: scheduler).asObservable() },
            Form("maybe") { _, token, scheduler in Maybe.just(token, scheduler: scheduler).asObservable() },
            Form("completable") { source, _, scheduler in
                source.ignoreElements().asCompletable().subscribe(on: scheduler).asObservable().map { (_: Never) -> Token in }
            },
            Form("infallible") { _, token, scheduler in Infallible.of(token, token, scheduler: scheduler).asObservable() },
            Form("schedulePeriodic") { _, token, scheduler in
                if scheduler is KeepingTicksScheduler { return nil }
                return (scheduler as? any SchedulerType).map { scheduler in
                    Observable.create { observer in
                        scheduler.schedulePeriodic(token, startAfter: .nanoseconds(0), period: .seconds(1)) { token in
                            observer.onNext(token)
                            return token
                        }
                    }
                }
            },
            Form("driver") { source, token, scheduler in
                scheduler is MainScheduler ? source.asDriver(onErrorJustReturn: token).asObservable() : nil
            },
            Form("signal") { _, token, scheduler in scheduler is MainScheduler ? Signal.from([token, token]).asObservable() : nil },
            Form("flatMappedSignal") { source, token, scheduler in
                scheduler is MainScheduler ? source.asSignal(onErrorJustReturn: token).flatMap { _ in Signal.of(token, token) }.asObservable() : nil
            },
            Form(timed: "timer") { _, token, scheduler in Observable<Int>.timer(.nanoseconds(0), scheduler: scheduler).map { _ in token } },
            Form(timed: "laterTimer") { _, token, scheduler in Observable<Int>.timer(.seconds(100), scheduler: scheduler).map { _ in token } },
            Form(timed: "interval") { _, token, scheduler in Observable<Int>.interval(.nanoseconds(1), scheduler: scheduler).map { _ in token } },
            Form(timed: "delay") { source, _, scheduler in source.delay(.nanoseconds(1), scheduler: scheduler) },
            Form(timed: "longDelay") { source, _, scheduler in source.delay(.seconds(100), scheduler: scheduler) },
            Form(timed: "delaySubscription") { source, _, scheduler in source.delaySubscription(.nanoseconds(0), scheduler: scheduler) },
            Form(timed: "throttle") { source, _, scheduler in source.throttle(.seconds(100), scheduler: scheduler) },
            Form(timed: "throttleFirst") { source, _, scheduler in source.throttle(.seconds(100), latest: false, scheduler: scheduler) },
            Form(timed: "debounce") { source, _, scheduler in source.debounce(.seconds(100), scheduler: scheduler) },
            Form(timed: "timeout") { source, _, scheduler in source.timeout(.seconds(100), scheduler: scheduler) },
            Form(timed: "timeoutOther") { source, token, scheduler in
                source.timeout(.seconds(100), other: Observable.just(token), scheduler: scheduler)
            },
            Form(timed: "buffer") { source, _, scheduler in
                source.buffer(timeSpan: .seconds(100), count: 5, scheduler: scheduler).compactMap(\.first)
            },
            Form(timed: "window") { source, _, scheduler in
                source.window(timeSpan: .seconds(100), count: 5, scheduler: scheduler).flatMap { $0 }
            },
            Form(timed: "takeFor") { source, _, scheduler in source.take(for: .seconds(100), scheduler: scheduler) },
            Form(timed: "skipFor") { source, _, scheduler in source.skip(.seconds(100), scheduler: scheduler) },
            Form(timed: "retryDelayed") { source, _, scheduler in
                source.map { _ -> Token in throw TestError() }
                    .retry(when: { (errors: Observable<any Error>) in errors.delay(.seconds(100), scheduler: scheduler) })
            },
        ]
    }

    enum SourceEnding: CaseIterable {
        case completion, error, dispose, disposeElsewhere
    }

    /// Though the program keeps the subject, the subscription, and what ended it: every place where a subscription calls a closure.
    @Test func whatAnEndedSubscriptionCapturedIsFreedThoughTheProgramKeepsItsDisposable() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw {
                for site in ClosureSite.allCases {
                    for ending in SourceEnding.allCases {
                        let count = AtomicCount(), subject = PublishSubject<Int>(), ended = AtomicFlag()
                        func subscribe() -> any Disposable {
                            let captured = Captured(count)
                            return site.build(subject) { withExtendedLifetime(captured) {} }.subscribe(
                                onNext: { _ in withExtendedLifetime(captured) {} }, onError: { _ in withExtendedLifetime(captured) {} },
                                onDisposed: { withExtendedLifetime(captured) { ended.set() } })
                        }
                        let subscription = core.run(subscribe)
                        for number in 0..<3 { subject.onNext(number) }
                        switch ending {
                        case .completion: subject.onCompleted()
                        case .error: subject.onError(TestError())
                        case .dispose: subscription.dispose()
                        case .disposeElsewhere: onThread { subscription.dispose() }
                        }
                        // Some sequences don't end with their source.
                        if !ended.isSet { subscription.dispose() }
                        // The scheduler of some sites may just be running the last of their work.
                        let isFreed = eventually(within: 10) { count.value == 0 }
                        #expect(isFreed, "\(core), \(site), \(ending): \(count.value) are left")
                        withExtendedLifetime((subject, subscription)) {}
                        if !isFreed { return }  // One will do: each takes ten seconds to be sure of.
                    }
                }
            }
        }
    }

    enum Ending: CaseIterable {
        case dispose, disposeTwice, bag, elsewhere, takeUntil, error
    }

    @Test func whatAnEndedSubscriptionCapturedIsFreedWhenItsEndReturns() async {
        await #expect(processExitsWith: .success) {
            for core in Core.underLaw {
                for place in Place.allCases {
                    for form in CaptureLaws.forms {
                        for ending in Ending.allCases {
                            let count = AtomicCount()
                            var kept: [Any] = []  // What the program holds on to.
                            place.whileWorkWaits { scheduler in
                                core.run { CaptureLaws.run(form, scheduler, ending, count, &kept) }
                                // A thread's own work is only that thread's: see `Hop`. It goes when its turn comes.
                                if place == .currentThread, ending == .elsewhere { return }
                                #expect(count.value == 0, "\(core), \(form.name) on \(place), \(ending): \(count.value) are left")
                            }
                            #expect(count.value == 0, "\(core), \(form.name) on \(place), \(ending): \(count.value) are left in the end")
                        }
                    }
                }
            }
        }
    }

    /// Does nothing where the form has no place on this scheduler.
    private static func run(_ form: Form, _ scheduler: any ImmediateSchedulerType, _ ending: Ending, _ count: AtomicCount, _ kept: inout [Any]) {
        let subject = PublishSubject<Token>(), trigger = PublishSubject<Void>(), bag = DisposeBag()
        func subscribe() -> (any Disposable)? {
            let owner = Captured(count), upstream = Captured(count)
            let source = subject.do(onNext: { _ in withExtendedLifetime(upstream) {} })
            guard let output = form.build(source, Captured(count), scheduler) else { return nil }
            return output.take(until: trigger)
                .map { token in withExtendedLifetime(owner) { token } }
                .subscribe(onNext: { _ in withExtendedLifetime(owner) {} }, onError: { _ in withExtendedLifetime(owner) {} })
        }
        guard let subscription = subscribe() else { return }
        for _ in 0..<3 { subject.onNext(Captured(count)) }
        #expect(count.value > 0, "\(form.name) has ended by itself")
        switch ending {
        case .dispose: subscription.dispose()
        case .disposeTwice:
            subscription.disposeWithoutWaiting()
            subscription.dispose()
        case .bag:
            subscription.disposed(by: bag)
            bag.disposeWithoutWaiting()
        case .elsewhere: onThread { subscription.dispose() }
        case .takeUntil: trigger.onNext(())
        case .error: trigger.onError(TestError())
        }
        kept.append((subject, trigger, bag, subscription, scheduler))
    }
}

/// A scheduler of a user's, on which work that was cancelled is only skipped when its turn comes, which here never does.
private protocol KeepsEndedWork: SchedulerType {}

private final class KeepingScheduler: KeepsEndedWork, @unchecked Sendable {  // Sendable: used by one thread at a time.
    private var items: [() -> Void] = []

    var now: RxTime { Date(timeIntervalSinceReferenceDate: 0) }

    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
        let result = SingleAssignmentDisposable()
        items.append { if !result.isDisposed { result.setDisposable(action(state)) } }
        return result
    }

    func scheduleRelative<State>(
        _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
    ) -> any Disposable {
        schedule(state, action: action)
    }
}

/// One that has ticks of its own, too.
private final class KeepingTicksScheduler: KeepsEndedWork, @unchecked Sendable {  // Sendable: used by one thread at a time.
    private let others = KeepingScheduler()
    private var ticks: [() -> Void] = []

    var now: RxTime { others.now }

    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
        others.schedule(state, action: action)
    }

    func scheduleRelative<State>(
        _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
    ) -> any Disposable {
        others.scheduleRelative(state, dueTime: dueTime, action: action)
    }

    func schedulePeriodic<State>(
        _ state: State, startAfter: RxTimeInterval, period: RxTimeInterval, action: @escaping (State) -> State
    ) -> any Disposable {
        let result = BooleanDisposable()
        ticks.append { if !result.isDisposed { _ = action(state) } }
        return result
    }
}
