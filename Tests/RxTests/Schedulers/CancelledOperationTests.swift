import Dispatch
import Foundation
import Rx
import Testing

/// What a program cancels behind the library's back is heard of: the sequence goes on, or ends.
@Suite struct CancelledOperationTests {
    /// Cancels all operations again and again until `isOver`.
    private func cancel(_ queue: OperationQueue, until isOver: () -> Bool) -> Bool {
        let limit = DispatchTime.now() + 60
        while !isOver() {
            if DispatchTime.now() > limit { return false }
            queue.isSuspended = true
            let waiting = queue.operations
            queue.cancelAllOperations()
            waiting.forEach { $0.cancel() }
            queue.isSuspended = false
            // Else this loop has the queue suspended nearly always.
            if let first = waiting.first { first.waitUntilFinished() } else { sched_yield() }
        }
        return true
    }

    private static let sequences: [@Sendable (OperationQueueScheduler) -> Observable<Int>] = [
        { Observable.of(1, 2, 3).observe(on: $0) },
        { Observable.of(1, 2, 3).subscribe(on: $0) },
        { Observable.of(1, 2, 3, scheduler: $0) },
        { Observable.from([1, 2, 3], scheduler: $0) },
        { Observable.range(start: 1, count: 3, scheduler: $0) },
        { Observable.generate(initialState: 1, condition: { $0 < 4 }, scheduler: $0, iterate: { $0 + 1 }) },
        { Observable.repeatElement(1, scheduler: $0).enumerated().map { $0.index + 1 }.take(3) },
        { scheduler in Observable.of(1, 2, 3).concatMap { Observable.just($0, scheduler: scheduler) } },
        { scheduler in Observable.of(1, 2, 3).concatMap { Observable.from(optional: $0, scheduler: scheduler) } },
        { scheduler in Observable.of(1, 2, 3).concatMap { Single.just($0).observe(on: scheduler).asObservable() } },
        { scheduler in
            Observable.create { observer in
                scheduler.scheduleRecursive(1) { number, recurse in
                    observer.onNext(number)
                    if number < 3 { recurse(number + 1) } else { observer.onCompleted() }
                }
            }
        },
    ]

    @Test(arguments: Core.allCases, sequences.indices)
    func aSequenceGoesOnWhenItsOperationsAreCancelled(core: Core, index: Int) {
        core.run {
            let queue = OperationQueue(), heard = LockedEventLog()
            queue.maxConcurrentOperationCount = 1
            queue.isSuspended = true
            let sequence = Self.sequences[index](OperationQueueScheduler(operationQueue: queue))
            let subscription = sequence.subscribe(onNext: heard.add, onCompleted: heard.end)
            queue.cancelAllOperations()
            #expect(cancel(queue, until: { heard.hasEnded }))
            expect(heard.elements, [1, 2, 3])
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func whatIsToBeTornDownOnAQueueIsTornDown(core: Core) {
        core.run {
            let queue = OperationQueue(), scheduler = OperationQueueScheduler(operationQueue: queue), heard = LockedEventLog()
            let subscribed = DispatchSemaphore(value: 0)
            let subscription = Observable<Int>.create { _ in
                subscribed.signal()
                return Disposables.create { heard.add(1) }
            }.subscribe(on: scheduler).subscribe()
            #expect(subscribed.wait(timeout: .now() + 60) == .success)
            queue.isSuspended = true
            subscription.dispose()
            ScheduledDisposable(scheduler: scheduler, disposable: Disposables.create { heard.add(2) }).dispose()
            let target = NSObject()
            Binder<Int>(target, scheduler: scheduler) { _, value in heard.add(value) }.onNext(3)
            queue.cancelAllOperations()
            #expect(cancel(queue, until: { heard.elements.count == 3 }))
            expect(heard.elements.sorted(), [1, 2, 3])
            withExtendedLifetime(target) {}
        }
    }

    /// Its disposable ends it.
    @Test func workThatIsDisposedOfDoesNotRun() {
        let queue = OperationQueue(), heard = LockedEventLog()
        queue.isSuspended = true
        let work = OperationQueueScheduler(operationQueue: queue).schedule(()) { _ in
            heard.add(1)
            return Disposables.create()
        }
        work.dispose()
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        expect(heard.elements, [])
    }

    @Test(arguments: Core.allCases)
    func aTaskThatCancelsItselfEndsItsSequence(core: Core) async throws {
        let (single, stream) = core.run {
            let single = Single<Int>.create {
                withUnsafeCurrentTask { $0?.cancel() }
                try await Task.sleep(nanoseconds: 1_000_000_000_000)
                return 1
            }
            let stream = AsyncStream<Int> { () -> Int? in
                withUnsafeCurrentTask { $0?.cancel() }
                try? await Task.sleep(nanoseconds: 1_000_000_000_000)
                return nil
            }
            return (single, stream.asObservable())
        }
        await #expect(throws: CancellationError.self) { _ = try await single.value }
        for try await _ in stream.values { Issue.record("nothing was sent") }
    }
}

/// What came, on any thread.
private final class LockedEventLog: @unchecked Sendable {  // Sendable: guarded by `lock`.
    private let lock = NSLock()
    private var list: [Int] = []
    private var ended = false

    func add(_ element: Int) { lock.withLock { list.append(element) } }
    func end() { lock.withLock { ended = true } }
    var elements: [Int] { lock.withLock { list } }
    var hasEnded: Bool { lock.withLock { ended } }
}
