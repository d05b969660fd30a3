import RxPlatform
import Testing

@testable import LawSupport
@testable import Rx

/// The lock of a subject: one thread at a time is inside, whoever had it to itself before.
@Suite struct BiasedLockTests {
    private final class Guarded: @unchecked Sendable {  // Sendable: `value` is guarded by `lock`, which is what is tested.
        let lock = BiasedLock()
        var value = 0

        func change() { lock.with(self) { value += 1 } }
    }

    /// A thread takes the lock often, and others come: at once, or when it has it to itself.
    @Test func nobodyIsInsideWhileSomebodyElseIs() {
        let rounds = 2000, times = 50
        for round in 0..<rounds {
            let guarded = Guarded(), before = round % 40
            together([
                { for _ in 0..<before + times { guarded.change() } },
                {
                    stagger(round, 1)
                    for _ in 0..<times { guarded.change() }
                },
                { for _ in 0..<round % 3 { guarded.change() } },
            ])
            #expect(guarded.value == before + 2 * times + round % 3, "round \(round)")
            if guarded.value != before + 2 * times + round % 3 { return }
        }
    }

    /// The bias is given, used and taken away: else the law above shows nothing of it.
    @Test func aThreadThatComesOftenGetsTheLockToItselfUntilAnotherOneComes() {
        let guarded = Guarded(), me = threadToken()
        for _ in 0..<20 { guarded.change() }
        #expect(guarded.lock.biasedThread == (givesBias ? me : 0))
        onThread { guarded.change() }
        #expect(guarded.lock.biasedThread == (givesBias ? 1 : 0))
        guarded.change()
        #expect(guarded.value == 22)
    }
}
