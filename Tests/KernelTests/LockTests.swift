import Testing

@testable import LawSupport
@testable import Rx
@testable import RxPlatform

/// The lock under everything: one thread at a time, and nobody sleeps on.
@Suite struct LockTests {
    private final class Guarded: @unchecked Sendable {  // Sendable: `value` is guarded by `lock`, which is what is tested.
        let lock = Lock()
        var value = 0
    }

    #if os(Linux)
    /// To ask for it takes 11 ms once a process has a second thread: it isn't left to the first subscription.
    @Test func whetherThereIsAnAsymmetricFenceIsKnownBeforeTheFirstUse() async {
        await #expect(processExitsWith: .success) { #expect(isFenceKnown) }
    }
    #endif

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

    #if os(Linux)
    /// A thread that comes while another one has it, waits in the kernel, and can't get in before `release` says so. Returns how often it has
    /// waited in vain.
    private func wait(for guarded: Guarded, patience: Int, _ release: @escaping @Sendable () -> Void) -> Int {
        let vain = AtomicCount(), isTaken = guarded.lock.tryAcquire()
        precondition(isTaken)
        together([
            { vain.add(guarded.lock.acquireWaiting(patience: patience)) },
            {
                while guarded.lock.state.load(ordering: .relaxed) != 2 { giveWay() }
                // Until it sleeps, most often. On a busy machine a hundred times would be longer than the other's patience.
                let seen = UptimeClock.now
                for _ in 0..<100 where UptimeClock.now < seen + 5_000_000 { giveWay() }
                release()
            },
        ])
        guarded.lock.open()
        return vain.value
    }

    /// Its patience is nearly a second: only a thread that was kept from running for so long may have lost it.
    @Test func whoReleasesWakesWhoWaits() {
        let guarded = Guarded(), rounds = 10
        let vain = (0..<rounds).count { _ in wait(for: guarded, patience: 900_000_000) { guarded.lock.open() } > 0 }
        #expect(vain < rounds / 2)
    }

    /// As if it had said that it waits while another thread, which had seen nobody, released the lock.
    @Test func whoIsOverlookedGetsIn() {
        let guarded = Guarded()
        let vain = (0..<10).map { _ in wait(for: guarded, patience: 1_000_000) { guarded.lock.state.store(0, ordering: .releasing) } }
        #expect(vain.contains { $0 > 0 })
    }
    #endif
}
