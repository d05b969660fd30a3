import Foundation
import Synchronization
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// Asynchronous bodies run on the thread that waits for them.
    @Suite struct AsyncTests {
        private func iterate(_ benchmark: Benchmark, _ count: Int) throws -> Run {
            try IterationRunner(benchmark, variant: Suite.onlyVariant, n: 0, probe: nil).iterate(count).run
        }

        private actor Place {
            func look(_ see: @Sendable (String) -> Void) { see("actor") }
        }

        /// The calling thread, for a body to compare with.
        private struct Here: @unchecked Sendable {  // Compared, and nothing else.
            private let thread = pthread_self()
            var isHere: Bool { pthread_equal(thread, pthread_self()) != 0 }
        }

        @Test func eachOperationIsAwaitedAndTimed() throws {
            let calls = Mutex(0), here = Here()
            let benchmark = Benchmark("count") {
                await Task.yield()
                calls.withLock { $0 += here.isHere ? 1 : 1000 }
            }
            let run = try iterate(benchmark, 7)
            #expect(calls.withLock { $0 } == 7)
            #expect(run.section != nil)
            #expect(benchmark.isSingleThreaded)
            #expect(!Benchmark("count", isSingleThreaded: false) { await Task.yield() }.isSingleThreaded)
            #expect(!Benchmark("count", threads: 2) { await Task.yield() }.isSingleThreaded)
        }

        @Test func whatInheritsTheTasksPlaceIsOnTheCallingThread() throws {
            let here = Here(), strangers = Mutex<[String]>([])
            let benchmark = Benchmark("places", "places") { (run: Run) async throws in
                let see: @Sendable (String) -> Void = { what in if !here.isHere { strangers.withLock { $0.append(what) } } }
                see("start")
                try await Task.sleep(for: .milliseconds(1))
                see("after a sleep")
                await Place().look(see)
                async let child: Void = see("async let")
                await child
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<3 { group.addTask { see("group") } }
                }
                await withCheckedContinuation { continuation in
                    Thread { continuation.resume() }.start()
                }
                see("after a callback")
                await run.timed { await Task.yield() }
                see("timed")
            }
            _ = try iterate(benchmark, 1)
            #expect(strangers.withLock { $0 } == [])
        }

        @Test func setUpAndTearDownAreAwaitedToo() throws {
            let log = Mutex<[String]>([])
            let benchmark = Benchmark(
                "log",
                setUp: {
                    await Task.yield()
                    log.withLock { $0.append("up") }
                    return 0
                },
                tearDown: { state in
                    await Task.yield()
                    log.withLock { $0.append("down \(state)") }
                },
                operation: {
                    await Task.yield()
                    $0 += 1
                })
            _ = try iterate(benchmark, 3)
            #expect(log.withLock { $0 } == ["up", "down 0", "up", "down 3"])
        }

        @Test func threadsShareTheEventsEachOnItsOwn() throws {
            let states = Mutex<[Int]>([]), here = Mutex<[Here]>([])
            let benchmark = Benchmark(
                "team", threads: 3, setUp: { 0 }, tearDown: { state in states.withLock { $0.append(state) } },
                operation: {
                    await Task.yield()
                    $0 += 1
                    here.withLock { if !$0.contains(where: \.isHere) { $0.append(Here()) } }
                })
            #expect(benchmark.id == "team/threads=3")
            _ = try iterate(benchmark, 10)
            #expect(states.withLock { $0.suffix(3).sorted() } == [3, 3, 4])
            #expect(here.withLock { $0.count } > 1)
        }

        @Test func wrongResultsAndErrorsComeOut() {
            struct Broken: Error, Equatable {}
            let wrong = Benchmark("wrong", "wrong") { (run: Run) async throws in
                await Task.yield()
                try run.expect(1, 2, "one")
            }
            #expect(throws: WrongResult("one: got 1, expected 2")) { try iterate(wrong, 1) }
            let broken = Benchmark("broken", setUp: { 0 }, tearDown: { _ in throw Broken() }, operation: { _ in await Task.yield() })
            #expect(throws: Broken()) { try iterate(broken, 1) }
        }

        @Test func anInterruptionCancelsTheBodyAndIsToldAsOne() throws {
            let wasCancelled = Mutex(false)
            let benchmark = Benchmark("endless", "endless") { (run: Run) async throws in
                if run.n == 0 { return }
                Interruption.request()
                do {
                    try await Task.sleep(for: .seconds(3600))
                } catch {
                    wasCancelled.withLock { $0 = error is CancellationError }
                    throw error
                }
            }
            Interruption.install()
            defer {
                // It takes the wish back.
                Interruption.install()
                Interruption.restore()
            }
            #expect(throws: Interruption.Stop.self) { try iterate(benchmark, 1) }
            #expect(wasCancelled.withLock { $0 })
        }

        /// No thread of a pool is in the way of exact counts, nor what else a program does beside a section: in a program of its own, as allocations
        /// are the whole process's.
        @Test(.enabled(if: Fixture.canCount, "needs valgrind and no sanitizer"))
        func whatAnAsynchronousBodyOrASectionCostsIsExact() throws {
            try Fixture.inFolder { folder in
                let mine = try #require(Fixture.mine), file = "\(folder)/counts.json"
                _ = try ChildProcess.lines(of: mine, ["counts", "--tag", "async", "--out", file], silence: 120)
                let rows = try ResultsFile.read(file).rows
                #expect(rows.map(\.benchmark) == ["deposit", "deposit/in-a-task", "deposit/on-a-queue"])
                for row in rows {
                    let counts = try #require(row.counts)
                    // Other threads of the process, as Dispatch's, have calls of the kernel now and then.
                    for (kind, count) in counts.perEvent where kind != .instructions && kind != .systemCalls {
                        #expect(count.stability == .exact, "\(row.name) \(kind)")
                    }
                    #expect(abs(try #require(counts.perEvent[.systemCalls]).value) < 0.5)
                    let instructions = try #require(counts.perEvent[.instructions])
                    #expect(instructions.value > 0)
                    // Its lock is taken by an atomic instruction, and so it is released; and it makes an array. The queue is made outside of the section.
                    if row.benchmark == "deposit/on-a-queue" {
                        #expect(counts.perEvent[.atomics]?.value == 2 && counts.perEvent[.mallocs]?.value == 1)
                        #expect(counts.perSubscription[.mallocs]?.value == 0 && counts.perEvent[.kept] == nil)
                    }
                    #expect((instructions.high ?? 0) - (instructions.low ?? 0) < 0.01 * instructions.value, "\(instructions)")
                }
            }
        }
    }
}
