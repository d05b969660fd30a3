import Foundation
import Synchronization
import Testing

@testable import BenchKit

/// Benchmarks as other people write them.
@Suite struct OperationTests {
    private func iterate(_ benchmark: Benchmark, _ count: Int) throws -> Run {
        try IterationRunner(benchmark, variant: Suite.onlyVariant, n: 0, probe: nil).iterate(count).run
    }

    @Test func anOperationRunsOnceAnEventAndIsTimed() throws {
        let calls = Mutex(0)
        let benchmark = Benchmark("count") { calls.withLock { $0 += 1 } }
        let run = try iterate(benchmark, 7)
        #expect(calls.withLock { $0 } == 7)
        #expect(run.section != nil)
        #expect(benchmark.isSingleThreaded)
    }

    @Test func parametersAndThreadsAreInTheName() {
        #expect(Benchmark("sort", parameters: ["n": 10, "kind": "random"], threads: 2) {}.id == "sort/n=10/kind=random/threads=2")
        #expect(Benchmark("sort") {}.id == "sort")
        #expect(Benchmark("sort") {}.title == "sort")
        #expect(Benchmark("sort", title: "Sorting") {}.title == "Sorting")
        #expect(!Benchmark("sort", threads: 2) {}.isSingleThreaded)
    }

    @Test func setUpComesBeforeAndTearDownAfterTheEvents() throws {
        let log = Mutex<[String]>([])
        let benchmark = Benchmark(
            "log",
            setUp: {
                log.withLock { $0.append("up") }
                return 0
            },
            tearDown: { state in log.withLock { $0.append("down \(state)") } },
            operation: { $0 += 1 })
        _ = try iterate(benchmark, 3)
        // Once without events, as the first iteration here is, and once with them.
        #expect(log.withLock { $0 } == ["up", "down 0", "up", "down 3"])
    }

    @Test func whatTearDownFindsWrongFailsTheBenchmark() {
        let benchmark = Benchmark("wrong", setUp: { 0 }, tearDown: { _ in throw WrongResult("no") }, operation: { $0 += 1 })
        #expect(throws: WrongResult("no")) { try iterate(benchmark, 1) }
    }

    @Test func aResultIsGoneBeforeTheNextOperationBegins() throws {
        final class Living: Sendable {
            let count = Mutex(0), most = Mutex(0)
        }
        final class Result: Sendable {
            let living: Living
            init(_ living: Living) {
                self.living = living
                let count = living.count.withLock { count in
                    count += 1
                    return count
                }
                living.most.withLock { $0 = max($0, count) }
            }
            deinit { living.count.withLock { $0 -= 1 } }
        }
        for benchmark: (Living) -> Benchmark in [
            { living in Benchmark("x") { Result(living) } }, { living in Benchmark("x", setUp: { living }) { Result($0) } },
            { living in Benchmark("x", setUp: {}) { _ in [Result(living)] } },
        ] {
            let living = Living()
            _ = try iterate(benchmark(living), 5)
            #expect(living.most.withLock { $0 } == 1 && living.count.withLock { $0 } == 0)
        }
    }

    @Test func aStateIsChangedInPlaceByEachOperation() throws {
        let sums = Mutex<[Int]>([]), addresses = Mutex<Set<UInt>>([])
        let benchmark = Benchmark(
            "x", setUp: { [0, 0, 0] }, tearDown: { state in sums.withLock { $0.append(state.reduce(0, +)) } },
            operation: { state in
                state[1] += 1
                let address = state.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
                _ = addresses.withLock { $0.insert(address) }
            })
        _ = try iterate(benchmark, 9)
        #expect(sums.withLock { $0 } == [0, 9])
        #expect(addresses.withLock { $0.count } == 1)
    }

    @Test func threadsShareTheEventsAndRunAtTheSameTime() throws {
        struct Seen {
            var threads: Set<ObjectIdentifier> = []
            var calls = 0
            var states: [Int] = []
        }
        // Not a `Mutex`: the thread sanitizer can't see it.
        let lock = NSLock()
        nonisolated(unsafe) var seen = Seen()
        let benchmark = Benchmark(
            "team", threads: 3, setUp: { 0 }, tearDown: { state in lock.withLock { seen.states.append(state) } },
            operation: { state in
                state += 1
                lock.withLock {
                    seen.calls += 1
                    seen.threads.insert(ObjectIdentifier(Thread.current))
                }
            })
        let run = try iterate(benchmark, 10)
        let found = lock.withLock { seen }
        #expect(found.calls == 10)
        #expect(found.threads.count == 3)
        // Three states of the iteration without events, then of the one with ten.
        #expect(found.states.prefix(3) == [0, 0, 0])
        #expect(found.states.dropFirst(3).sorted() == [3, 3, 4])
        #expect(run.section != nil)
    }

    @Test func anErrorOnAnyThreadEndsTheIteration() {
        struct Broken: Error {}
        #expect(throws: Broken.self) { try iterate(Benchmark("x", threads: 2) { throw Broken() }, 4) }
        #expect(throws: Broken.self) { try iterate(Benchmark("x", threads: 2, setUp: { throw Broken() }) { _ in 1 }, 4) }
    }

    @Test func aListTakesLoopsAndConditions() {
        let isWanted = true
        let suite = Suite("mine") {
            for size in [1, 2] { Benchmark("loop", parameters: ["size": size]) {} }
            if isWanted { Benchmark("if") {} } else { Benchmark("else") {} }
            [Benchmark("array") {}]
        }
        #expect(suite.benchmarks.map(\.id) == ["loop/size=1", "loop/size=2", "if", "array", "floor.call"])
        #expect(suite.reference == "floor.call")
        #expect(!suite.hasVariants)
        #expect(suite.variants(of: suite.benchmarks[0]) == [Suite.onlyVariant])
        #expect(suite.commands.map(\.name).prefix(4) == ["run", "counts", "compare", "cost"])
        #expect(!runCommand(suite).options.map(\.name).contains("variant"))
        #expect(runCommand(.withFloor()).options.map(\.name).contains("core"))
    }
}
