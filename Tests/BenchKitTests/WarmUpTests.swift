import Testing

@testable import BenchKit

@Suite struct WarmUpTests {
    /// Feeds iterations of so many milliseconds until it is over.
    private func warm(_ iterations: [Double], seconds: Double = 0.08) -> WarmUp.Outcome {
        var warmUp = WarmUp(seconds: seconds)
        for time in iterations where !warmUp.isOver { warmUp.add(time * 1e6, elapsed: time * 1e6) }
        return warmUp.outcome
    }

    @Test func twoWindowsThatAgreeEndIt() {
        // A window is an eighth of 80 ms: ten iterations of one millisecond.
        let steady = warm(Array(repeating: 1, count: 100))
        #expect(steady.stable)
        #expect(steady.iterations == 20)
        #expect(abs(steady.seconds - 0.02) < 1e-9)
    }

    @Test func whatGetsFasterIsWaitedFor() {
        let outcome = warm(Array(repeating: 2, count: 5) + Array(repeating: 1.5, count: 7) + Array(repeating: 1, count: 100))
        #expect(outcome.stable)
        #expect(outcome.iterations == 5 + 7 + 20)
        // A few slow iterations among many are no difference.
        #expect(warm(Array(repeating: [1, 1, 3, 1], count: 20).flatMap { $0 }).stable)
    }

    @Test func theCapEndsTheRest() {
        let restless = (0..<1000).map { $0 / 10 % 2 == 0 ? 1.0 : 1.2 }
        let outcome = warm(restless)
        #expect(!outcome.stable)
        #expect(outcome.seconds >= 0.08)
        #expect(outcome.seconds < 0.09)
        #expect(warm([500, 500]).iterations == 1)
        #expect(warm([1], seconds: 0) == WarmUp.Outcome(seconds: 0.001, iterations: 1, stable: false))
    }
}
