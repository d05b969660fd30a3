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
