import Rx
import RxPlatform
import Testing

/// By the real clock, however that is looked at: within a stretch nothing passes, and the first element after it does.
@Suite struct StretchLaws {
    /// A stretch that is shorter than the coarse clock may be late, and one that is longer.
    @Test(arguments: Core.underLaw, [2, 150])
    func aFloodPassesWhenItsStretchIsOverAndNotBefore(core: Core, milliseconds: Int) {
        core.run {
            let source = PublishSubject<Int>(), length = UInt64(milliseconds) * 1_000_000
            var passed = 0, tooEarly = 0, tooLate = 0
            let subscription = source.throttle(.milliseconds(milliseconds), latest: false, scheduler: SerialScheduler())
                .subscribe(onNext: { _ in passed += 1 })
            /// When the last one that passed was sent: not before, and not after.
            var begin: (earliest: UInt64, latest: UInt64)?
            while passed < 4 {
                let before = UptimeClock.now, count = passed
                source.onNext(count)
                let after = UptimeClock.now
                if let begin {
                    if passed > count, after < begin.earliest + length { tooEarly += 1 }
                    if passed == count, before >= begin.latest + length { tooLate += 1 }
                }
                if passed > count { begin = (before, after) }
                if tooLate > 0 { break }
            }
            subscription.dispose()
            #expect(tooEarly == 0)
            #expect(tooLate == 0)
        }
    }

    @Test func theCoarseClockIsNeverAheadOfTheClock() {
        for _ in 0..<100_000 {
            let coarse = UptimeClock.coarse
            if coarse > UptimeClock.now { return #expect(Bool(false), "it is ahead") }
        }
    }
}
