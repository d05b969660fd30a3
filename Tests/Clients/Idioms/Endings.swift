// What programs for RxSwift write where a subscription, an observer or a scheduler goes to another thread.
import Dispatch
import Foundation
import Rx

enum Endings {
    static func aSubscription(_ numbers: Observable<Int>, on queue: DispatchQueue) {
        let subscription = numbers.subscribe(onNext: { print($0) })
        queue.async { subscription.dispose() }
        queue.asyncAfter(deadline: .now() + 1) { subscription.dispose() }
    }

    static func aNamedDisposable(_ disposable: Disposable, _ cancelable: Cancelable, on queue: DispatchQueue) {
        queue.async { disposable.dispose() }
        queue.async { if !cancelable.isDisposed { cancelable.dispose() } }
    }

    static func several(_ numbers: Observable<Int>, on queue: OperationQueue) {
        let subscriptions = [numbers.subscribe(), numbers.subscribe(onNext: { _ in })]
        queue.addOperation { subscriptions.forEach { $0.dispose() } }
        let composite = CompositeDisposable(disposables: subscriptions)
        queue.addOperation { _ = composite.insert(Disposables.create()) }
        let serial = SerialDisposable(), single = SingleAssignmentDisposable(), count = RefCountDisposable(disposable: serial)
        queue.addOperation {
            serial.disposable = numbers.subscribe()
            single.setDisposable(count.retain())
        }
    }

    static func anOptional(_ numbers: Observable<Int>) {
        let subscription: Disposable? = numbers.subscribe()
        DispatchQueue.global().async { subscription?.dispose() }
    }

    static func generic<Held: Disposable>(_ held: Held) {
        DispatchQueue.global().async { held.dispose() }
    }

    static func aTask(_ numbers: Observable<Int>) -> Task<Void, Never> {
        let subscription = numbers.subscribe()
        return Task.detached { subscription.dispose() }
    }

    static func aBag(_ numbers: Observable<Int>) {
        let bag = DisposeBag()
        DispatchQueue.global().async { numbers.subscribe(onNext: { print($0) }).disposed(by: bag) }
    }
}

final class Label: @unchecked Sendable { var text = "" }

enum Observers {
    static func aBinder(_ label: Label, on queue: DispatchQueue) {
        let binder = Binder(label) { label, text in label.text = text }
        queue.async { binder.onNext("from the queue") }
        queue.async { binder.on(.next("again")) }
    }

    static func subjectsAndRelays(on queue: DispatchQueue) {
        let subject = PublishSubject<Int>(), behavior = BehaviorSubject(value: 0), replay = ReplaySubject<Int>.create(bufferSize: 1)
        let last = AsyncSubject<Int>(), relay = PublishRelay<Int>(), state = BehaviorRelay(value: 0), history = ReplayRelay<Int>.create(bufferSize: 1)
        queue.async {
            subject.onNext(1)
            behavior.onNext(2)
            replay.onNext(3)
            last.onNext(4)
            relay.accept(5)
            state.accept(state.value + 1)
            history.accept(6)
        }
        let erased = subject.asObserver(), any = AnyObserver<Int> { print($0) }, mapped = any.mapObserver { (text: String) in text.count }
        queue.async {
            erased.onNext(1)
            any.onNext(2)
            mapped.onNext("three")
        }
    }

    static func traits(_ driver: Driver<Int>, _ signal: Signal<Int>, _ single: Single<Int>, _ event: ControlEvent<Int>, _ text: ControlProperty<String>) {
        DispatchQueue.main.async {
            _ = driver.drive(onNext: { print($0) })
            _ = signal.emit(onNext: { print($0) })
            _ = single.subscribe(onSuccess: { print($0) })
            _ = event.subscribe(onNext: { print($0) })
            text.onNext("set")
        }
    }

    static func aConnectable(_ numbers: ConnectableObservable<Int>, _ group: GroupedObservable<String, Int>) {
        DispatchQueue.global().async {
            let connection = numbers.connect()
            print(group.key)
            connection.dispose()
        }
    }

    static func events(_ event: Event<Int>, _ single: SingleEvent<Int>, _ maybe: MaybeEvent<Int>, _ completable: CompletableEvent) {
        DispatchQueue.global().async { print(event, single, maybe, completable) }
    }
}

enum Schedulers {
    static func named(_ scheduler: SchedulerType, _ immediate: ImmediateSchedulerType, on queue: DispatchQueue) {
        queue.async {
            _ = scheduler.scheduleRelative((), dueTime: .seconds(1)) { _ in Disposables.create() }
            _ = immediate.schedule(1) { _ in Disposables.create() }
            print(scheduler.now)
        }
    }

    static func ours(on queue: DispatchQueue) {
        let main = MainScheduler.instance, serial = SerialDispatchQueueScheduler(internalSerialQueueName: "serial")
        let concurrent = ConcurrentDispatchQueueScheduler(qos: .background), operations = OperationQueueScheduler(operationQueue: OperationQueue())
        let current = CurrentThreadScheduler.instance, historical = HistoricalScheduler(), concurrentMain = ConcurrentMainScheduler.instance
        queue.async {
            _ = main.schedule(()) { _ in Disposables.create() }
            _ = serial.schedule(()) { _ in Disposables.create() }
            _ = concurrent.schedule(()) { _ in Disposables.create() }
            _ = operations.schedule(()) { _ in Disposables.create() }
            _ = current.schedule(()) { _ in Disposables.create() }
            _ = concurrentMain.schedule(()) { _ in Disposables.create() }
            print(historical.now)
        }
    }

    static func aScheduledDisposable(_ held: Disposable) {
        let disposable = ScheduledDisposable(scheduler: MainScheduler.instance, disposable: held)
        DispatchQueue.global().async { disposable.dispose() }
    }
}
