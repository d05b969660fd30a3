import CAllocationCounter
import Foundation
import Testing

@testable import BenchKit

@Suite struct AllocationTests {
    private func counts(_ mallocs: UInt64, _ bytes: UInt64 = 0) -> AllocationCounts {
        AllocationCounts(mallocs: mallocs, frees: mallocs, bytes: bytes)
    }

    @Test func theCounterPassesItsSelfCheckOrSaysWhyNot() {
        let counter = AllocationCounter()
        #expect(rxac_is_counting() == (counter.unavailable == nil))
        #expect((counter.read() == nil) == (counter.unavailable != nil))
    }

    @Test(.enabled(if: rxac_is_counting())) func everyFunctionOfTheFamilyIsCounted() {
        let before = rxac_read_thread()
        var memory = malloc(10)
        memory = realloc(memory, 20)
        free(memory)
        free(calloc(3, 5))
        free(aligned_alloc(64, 64))
        var aligned: UnsafeMutableRawPointer?
        let status = posix_memalign(&aligned, 32, 7)
        free(aligned)
        free(nil)
        let after = rxac_read_thread()
        #expect(status == 0)
        #expect(after.mallocs - before.mallocs == 5)
        #expect(after.frees - before.frees == 5)
        #expect(after.bytes - before.bytes == 10 + 20 + 15 + 64 + 7)
    }

    @Test(.enabled(if: rxac_is_counting())) func impossibleRequestsFailAndAreNotCounted() {
        let before = rxac_read_thread()
        let huge = opaque(Int.max)
        let first = calloc(huge, 3)
        let second = malloc(huge)
        let after = rxac_read_thread()
        #expect(first == nil && second == nil)
        #expect(after.mallocs == before.mallocs)
    }

    /// In a process of its own, since counts are the whole process's; of several, the least is what nothing else has added to.
    @Test(.enabled(if: rxac_is_counting())) func lookingForWhatSeveralThreadsLeftIsNotCounted() async {
        await #expect(processExitsWith: .success) {
            let benchmark = Benchmark("T1", "nothing", isSingleThreaded: false) { _ in }
            let runner = try IterationRunner(benchmark, variant: "-", n: 1) {
                Dictionary(uniqueKeysWithValues: (0..<100).map { ("a resource of a long name, number \($0)", 0) })
            }
            let counter = AllocationCounter()
            let counts = try (0..<20).compactMap { _ in try runner.count(0, with: counter) }
            #expect(counts.count == 20 && counts.map(\.mallocs).min()! < 5, "\(counts)")
            #expect(counts.contains { $0.mallocs == $0.frees })
        }
    }

    @Test func whatIsFreedLateIsCountedAndWhatIsMadeMeanwhileIsNot() {
        func frees(made: UInt64, freed: UInt64) -> UInt64 {
            var counts = AllocationCounts(mallocs: 10, frees: 4, bytes: 0)
            counts.addFrees(until: AllocationCounts(mallocs: 10 + made, frees: 4 + freed, bytes: 9))
            return counts.frees
        }
        #expect(frees(made: 0, freed: 6) == 10 && frees(made: 30, freed: 36) == 10 && frees(made: 5, freed: 2) == 4)
    }

    @Test func theEmptyLifeCycleIsSubtracted() throws {
        let measured = try #require(
            AllocationMeasurement(empty: [counts(5, 100), counts(5, 100)], loaded: [counts(25, 420), counts(25, 420)], n: 10))
        #expect(measured.perEvent == AllocationFigures(mallocs: 2, frees: 2, bytes: 32, exact: true))
        #expect(measured.perSubscription == AllocationFigures(mallocs: 5, frees: 5, bytes: 100, exact: true))
    }

    @Test func disagreementTakesTheLeastAndIsNotExact() throws {
        let measured = try #require(
            AllocationMeasurement(empty: [counts(5), counts(5)], loaded: [counts(27), counts(25)], n: 10))
        #expect(measured.perEvent.mallocs == 2)
        #expect(!measured.perEvent.exact)
        #expect(measured.perSubscription.exact)
    }

    @Test func noiseNeverMakesACountNegative() throws {
        let measured = try #require(AllocationMeasurement(empty: [counts(6)], loaded: [counts(5)], n: 10))
        #expect(measured.perEvent.mallocs == 0)
    }
}
