import Testing

@testable import BenchKit

@Suite struct PaceTests {
    /// What takes ever longer is done ever more seldom: of 100 seconds it has five.
    @Test func atMostATwentiethOfTheTimeIsSpent() {
        var now: UInt64 = 0, spent: UInt64 = 0, calls = 0, pace = Pace()
        while now < 100_000 {
            pace.perform(at: { now }) {
                calls += 1
                now += UInt64(10 * calls)
                spent += UInt64(10 * calls)
            }
            now += 10
        }
        #expect(calls > 10 && spent <= 5_500, "\(calls) calls took \(spent)")
    }

    @Test func theFirstTimeIsNotTooEarly() {
        var pace = Pace(), calls = 0
        pace.perform(at: { 5 }) { calls += 1 }
        #expect(calls == 1)
    }
}
