import Dispatch
import Rx
import RxTest
import Testing

/// Tells tests in tasks what happened.
private actor TaskLog {
    private(set) var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
}

/// Numbers from 1 on, then the end or an error. Gives way now and then, as a task should.
private struct Numbers: AsyncSequence {
    typealias Element = Int

    struct Iterator: AsyncIteratorProtocol {
        var next = 1
        let limit: Int
        let error: (any Error)?

        mutating func next() async throws -> Int? {
            try Task.checkCancellation()
            if next % 64 == 0 { await Task.yield() }
            guard next <= limit else {
                if let error { throw error }
                return nil
            }
            defer { next += 1 }
            return next
        }
    }

    let limit: Int
    var error: (any Error)?
    func makeAsyncIterator() -> Iterator { Iterator(limit: limit, error: error) }
}

@Suite struct TaskTests {
    @Test(arguments: Core.allCases)
    func asyncSequenceIsIteratedForEachSubscription(core: Core) async throws {
        let source = Numbers(limit: 3).asObservable()
        for _ in 0..<2 {
            var elements: [Int] = []
            for try await element in core.run({ source.values }) { elements.append(element) }
            expect(elements, [1, 2, 3])
        }
    }

    @Test(arguments: Core.allCases)
    func errorOfAnAsyncSequenceIsPassedOnAndCancellationCompletes(core: Core) async throws {
        let failing = Numbers(limit: 1, error: Failure.first).asObservable(priority: .high)
        await #expect(throws: Failure.first) { for try await _ in core.run({ failing.values }) {} }
        let cancelled = Numbers(limit: 1, error: CancellationError()).asObservable()
        var elements: [Int] = []
        for try await element in core.run({ cancelled.values }) { elements.append(element) }
        expect(elements, [1])
    }

    @Test(arguments: Core.allCases)
    func disposeCancelsTheTaskThatIterates(core: Core) async {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let (ended, end) = AsyncStream<Void>.makeStream()
        continuation.onTermination = { _ in end.yield() }
        let subscription = core.run { stream.asObservable().subscribe() }
        continuation.yield(1)
        subscription.dispose()
        for await _ in ended { break }
    }

    @Test(arguments: Core.allCases)
    func nothingIsDeliveredAfterDisposeOfATask(core: Core) async {
        for _ in 0..<100 {
            nonisolated(unsafe) var isDisposed = false
            nonisolated(unsafe) var late = 0
            let subscription = core.run {
                Numbers(limit: 10_000).asObservable().subscribe(onNext: { _ in
                    if isDisposed { late += 1 }
                })
            }
            await Task.yield()
            subscription.dispose()
            isDisposed = true
            await Task.yield()
            #expect(late == 0)
        }
    }

    @Test(arguments: Core.allCases, [false, true])
    func singleOfWorkIsItsResult(core: Core, detached: Bool) async throws {
        let single = Single<Int>.create(detached: detached, priority: .high) {
            await Task.yield()
            return 5
        }
        #expect(try await single.on(core).value == 5)
        let failing = Single<Int>.create(detached: detached) { throw Failure.first }
        await #expect(throws: Failure.first) { try await failing.on(core).value }
    }

    @Test(arguments: Core.allCases, [false, true])
    func workRunsForEachSubscriptionAndDisposeCancelsIt(core: Core, detached: Bool) async {
        let log = TaskLog()
        let (started, start) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Void>.makeStream()
        let single = Single<Int>.create(detached: detached) {
            start.yield()
            while !Task.isCancelled { await Task.yield() }
            await log.add("cancelled")
            end.yield()
            throw CancellationError()
        }
        var starts = started.makeAsyncIterator(), ends = ended.makeAsyncIterator()
        for _ in 0..<2 {
            nonisolated(unsafe) var results = 0
            let subscription = core.run { single.subscribe(onSuccess: { _ in results += 1 }, onFailure: { _ in results += 1 }) }
            await starts.next()
            subscription.dispose()
            await ends.next()
            #expect(results == 0)
        }
        #expect(await log.lines == ["cancelled", "cancelled"])
    }
}
