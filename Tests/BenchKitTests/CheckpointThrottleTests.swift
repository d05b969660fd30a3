import Testing

@testable import BenchKit

@Suite struct CheckpointThrottleTests {
    /// What takes ever longer is done ever more seldom: of 100 seconds it has five.
    @Test func atMostATwentiethOfTheTimeIsSpent() {
        var now: UInt64 = 0, spent: UInt64 = 0, calls = 0, throttle = CheckpointThrottle()
        while now < 100_000 {
            throttle.perform(at: { now }) {
                calls += 1
                now += UInt64(10 * calls)
                spent += UInt64(10 * calls)
            }
            now += 10
        }
        #expect(calls > 10 && spent <= 5_500, "\(calls) calls took \(spent)")
    }

    @Test func theFirstTimeIsNotTooEarly() {
        var throttle = CheckpointThrottle(), calls = 0
        throttle.perform(at: { 5 }) { calls += 1 }
        #expect(calls == 1)
    }
}
