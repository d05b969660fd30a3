import RxPlatform
import Testing

@testable import Rx

/// The lock under everything: one thread at a time, and nobody sleeps on.
@Suite struct LockTests {
    private final class Guarded: @unchecked Sendable {  // Sendable: `value` is guarded by `lock`, which is what is tested.
        let lock = Lock()
        var value = 0
    }

    /// Sections that end at once, for which others look again, and sections whose thread gives the processor away, for which others wait
    /// in the kernel: a release that wakes nobody leaves one of them there for good.
    @Test(arguments: [0, 1, 16, 256])
    func oneThreadIsInsideAndWhoeverWaitsGetsIn(yields: Int) {
        let guarded = Guarded(), threads = 8, sections = yields == 0 ? 200_000 : 20_000 / yields
        var inside = 0, overlaps = 0
        let section = {
            for index in 0..<sections {
                guarded.lock.with(guarded) {
                    inside += 1
                    if inside != 1 { overlaps += 1 }
                    guarded.value += 1
                    if index % 4 == 0 { for _ in 0..<yields { giveWay() } }
                    inside -= 1
                }
            }
        }
        together(Array(repeating: section, count: threads))
        #expect(overlaps == 0)
        #expect(guarded.value == threads * sections)
    }
}
