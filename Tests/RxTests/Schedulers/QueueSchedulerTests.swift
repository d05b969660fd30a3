import Dispatch
import Foundation
import Rx
import RxTest
import Testing

/// Schedulers of the system's queues. What they promise of order and cancelling is tested as laws.
@Suite struct QueueSchedulerTests {
    /// In a process of its own: the count is everybody's.
    @Test func observablesOnSerialQueuesAreCountedSubscribedToOrNot() async {
        await #expect(processExitsWith: .success) {
            func count() -> Int32 { Resources.numberOfSerialDispatchQueueObservables }
            for core in Core.allCases {
                core.run {
                    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "work")
                    do {
                        let observable = Observable.just(0).observe(on: scheduler)
                        let others = Observable.just(0).observe(on: SerialScheduler()).observe(on: CurrentThreadScheduler.instance)
                        precondition(count() == 1)
                        let subject = PublishSubject<Int>(), main = subject.observe(on: MainScheduler.asyncInstance).map { $0 }
                        let subscriptions = [main.subscribe(), main.subscribe()]
                        precondition(count() == 2)
                        for subscription in subscriptions { subscription.dispose() }
                        precondition(count() == 2)
                        withExtendedLifetime((observable, others, main)) {}
                    }
                    precondition(count() == 0)
                }
            }
        }
    }

    /// Somebody who was shown the queue may use it: then work is not run in bursts.
    @Test(arguments: Core.allCases)
    func workKeepsItsTurnAmongBlocksOfAQueueThatSomebodyKnows(core: Core) {
        nonisolated(unsafe) let journal = Journal()  // One block at a time writes, and the test reads afterwards.
        let ended = DispatchSemaphore(value: 0)
        core.run {
            var shown: DispatchQueue?
            let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "known") { shown = $0 }
            guard let queue = shown else { return #expect(Bool(false), "the queue was not shown") }
            _ = scheduler.schedule("first") { name in
                journal.add(name)
                queue.async { journal.add("a block") }
                _ = scheduler.schedule("second") { name in
                    journal.add(name)
                    ended.signal()
                    return Disposables.create()
                }
                return Disposables.create()
            }
        }
        ended.wait()
        #expect(journal.lines == ["first", "a block", "second"])
    }

    // MARK: The main queue

    @Test(arguments: Core.allCases) @MainActor
    func mainSchedulerRunsAtOnceOnTheMainQueueUnlessWorkWaits(core: Core) async {
        let scheduler = MainScheduler(), journal = Journal()
        core.run {
            func schedule(_ name: String, _ body: @escaping () -> Void = {}) {
                _ = scheduler.schedule(()) { _ in
                    journal.add(name)
                    body()
                    journal.add("\(name) end")
                    return Disposables.create()
                }
            }
            schedule("a") { schedule("b") }
            schedule("c")
        }
        // "b" didn't nest, and "c" doesn't overtake it.
        expect(journal.lines, ["a", "a end"])
        for _ in 0..<1000 where journal.lines.count < 6 { await Self.turnOfTheMainQueue() }
        expect(journal.lines, ["a", "a end", "b", "b end", "c", "c end"])
    }

    @Test(arguments: Core.allCases) @MainActor
    func asyncMainSchedulerRunsAfterwardsAndConcurrentMainSchedulerAtOnce(core: Core) async {
        let journal = Journal()
        core.run {
            func schedule(_ scheduler: any ImmediateSchedulerType, _ name: String, _ body: @escaping () -> Void = {}) {
                _ = scheduler.schedule(()) { _ in
                    MainScheduler.ensureExecutingOnScheduler()
                    MainScheduler.ensureRunningOnMainThread()
                    journal.add(name)
                    body()
                    return Disposables.create()
                }
            }
            let concurrent = ConcurrentMainScheduler.instance
            schedule(MainScheduler.asyncInstance, "async")
            schedule(concurrent, "concurrent") { schedule(concurrent, "nested") }
        }
        expect(journal.lines, ["concurrent", "nested"])
        for _ in 0..<1000 where journal.lines.count < 3 { await Self.turnOfTheMainQueue() }
        expect(journal.lines, ["concurrent", "nested", "async"])
    }

    private static func turnOfTheMainQueue() async {
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    }

    @Test func workOffTheMainQueueIsFound() async {
        await #expect(processExitsWith: .failure) {
            DispatchQueue(label: "other").sync { MainScheduler.ensureExecutingOnScheduler(errorMessage: "elsewhere") }
        }
    }

    // MARK: Other queues

    /// Of the default class it would wait for the threads that run the tests.
    private static var concurrentQueue: DispatchQueue {
        DispatchQueue(label: "of a test", qos: .utility, attributes: .concurrent)
    }

    @Test(arguments: Core.allCases)
    func workRunsOnTheQueueItWasMadeFor(core: Core) {
        let key = DispatchSpecificKey<String>()
        let queue = Self.concurrentQueue
        queue.setSpecific(key: key, value: "mine")
        let schedulers: [any ImmediateSchedulerType] = [
            SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "serial", leeway: .milliseconds(1)),
            ConcurrentDispatchQueueScheduler(queue: queue),
        ]
        for scheduler in schedulers {
            let done = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var found: [String?] = []
            core.run {
                _ = Observable.just(1, scheduler: scheduler).subscribe(
                    onNext: { _ in found.append(DispatchQueue.getSpecific(key: key)) }, onCompleted: { done.signal() })
            }
            done.wait()
            expect(found, ["mine"])
        }
    }

    @Test(arguments: Core.allCases)
    func concurrentSchedulerRunsItsWorkAtTheSameTime(core: Core) {
        let scheduler = ConcurrentDispatchQueueScheduler(queue: Self.concurrentQueue)
        let semaphores = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)], done = DispatchSemaphore(value: 0)
        core.run {
            for index in 0..<2 {
                _ = scheduler.schedule(()) { _ in
                    // Each waits for the other one.
                    semaphores[1 - index].signal()
                    if semaphores[index].wait(timeout: .now() + 20) == .success { done.signal() }
                    return Disposables.create()
                }
            }
        }
        for _ in 0..<2 { #expect(done.wait(timeout: .now() + 20) == .success) }
    }

    @Test(arguments: Core.allCases)
    func operationQueueSchedulerRunsItsWorkAsOperationsOfItsPriority(core: Core) {
        let queue = OperationQueue()
        queue.qualityOfService = .utility
        queue.maxConcurrentOperationCount = 1
        queue.isSuspended = true
        let ordinary = OperationQueueScheduler(operationQueue: queue)
        let urgent = OperationQueueScheduler(operationQueue: queue, queuePriority: .veryHigh)
        #expect(ordinary.queuePriority == .normal)
        let isSame = urgent.operationQueue === queue
        #expect(isSame)
        nonisolated(unsafe) var order: [String] = []
        core.run {
            let work: [(OperationQueueScheduler, String)] = [(ordinary, "ordinary"), (urgent, "urgent"), (urgent, "cancelled")]
            for (scheduler, name) in work {
                let item = scheduler.schedule(()) { _ in
                    order.append(name)
                    return Disposables.create()
                }
                if name == "cancelled" { item.dispose() }
            }
        }
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        expect(order, ["urgent", "ordinary"])
    }
}
