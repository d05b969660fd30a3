// What the tests of RxInspector run with RX_INSPECT. It marks nothing and says nothing of an inspector.
import Dispatch
import Rx

let core: Core = CommandLine.arguments.contains("queue") ? .queue : .lock
core.run {
    let done = DispatchSemaphore(value: 0)
    let typed = PublishSubject<String>(), scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "work")
    let results = typed.flatMapLatest { Observable.of($0 + "1", $0 + "2").observe(on: scheduler) }
    let subscription = results.subscribe(onNext: { if $0 == "b2" { done.signal() } })
    typed.onNext("b")
    done.wait()
    subscription.dispose()
    _ = Observable<Int>.error(RxError.timeout).subscribe { _ in }
}
