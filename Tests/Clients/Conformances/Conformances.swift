// What programs for RxSwift have of their own: classes that aren't final and hold what they like. In Swift 5 mode, without a warning.
import Dispatch
import Foundation
import Rx

class Closing: Disposable {
    var isClosed = false
    var close: () -> Void = {}

    func dispose() {
        isClosed = true
        close()
    }
}

class Cancelling: NSObject, Cancelable {
    var isDisposed = false

    func dispose() { isDisposed = true }
}

class ClosingLoudly: Closing {
    var volume = 11

    override func dispose() {
        print(volume)
        super.dispose()
    }
}

struct Held<Resource>: Disposable {
    var resource: Resource
    let free: (Resource) -> Void

    func dispose() { free(resource) }
}

protocol Session: Disposable {
    func begin()
}

class Recording: Session {
    var log: [String] = []

    func begin() { log.append("begun") }
    func dispose() { log.append("disposed of") }
}

class Counter<Element>: ObserverType {
    var count = 0

    func on(_ event: Event<Element>) { if case .next = event { count += 1 } }
}

class Delayed: SchedulerType {
    var scheduled = 0
    let queue: DispatchQueue

    init(queue: DispatchQueue) { self.queue = queue }

    var now: RxTime { Date() }

    func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> Disposable) -> Disposable {
        scheduleRelative(state, dueTime: .nanoseconds(0), action: action)
    }

    func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> Disposable
    ) -> Disposable {
        scheduled += 1
        let cancel = SingleAssignmentDisposable()
        queue.asyncAfter(deadline: .now() + dueTime) {
            if cancel.isDisposed { return }
            cancel.setDisposable(action(state))
        }
        return cancel
    }
}

class Immediately: ImmediateSchedulerType {
    var count = 0

    func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> Disposable) -> Disposable {
        count += 1
        return action(state)
    }
}

final class Screen {
    let bag = DisposeBag()
    var subscription: Disposable?
    var onward: Single<Int>.SingleObserver?
    var value = 0

    func show(_ numbers: Observable<Int>) {
        subscription = numbers.observe(on: Delayed(queue: .main)).subscribe(onNext: { self.value = $0 })
        DispatchQueue.global().async { self.subscription?.dispose() }
        let closing = Closing()
        DispatchQueue.global().async { closing.dispose() }
        numbers.subscribe(Counter<Int>()).disposed(by: bag)
        Single<Int>.create { done in
            self.onward = done
            return Closing()
        }
        .subscribe().disposed(by: bag)
        load { event in self.value = (try? event.get()) ?? 0 }
    }

    func load(_ done: @escaping Single<Int>.SingleObserver) {
        var attempts = 0
        let attempt: Single<Int>.SingleObserver = { event in
            attempts += 1
            done(event)
        }
        attempt(.success(attempts))
        DispatchQueue.global().async { attempt(.success(0)) }
    }
}
