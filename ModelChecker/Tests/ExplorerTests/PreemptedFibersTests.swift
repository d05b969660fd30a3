import Testing

@testable import Explorer

/// Programs that lose an outcome if a preempted fiber isn't woken.
@Suite(.serialized) struct PreemptedFibersTests {
    /// A fiber waits for a lock whose holder was left right before it gives it back. So to leave the one that waits costs nothing.
    @Test func toLeaveAFiberThatWaitsForOneThatWasLeftCostsNothing() {
        compareWithinBounds(.sequential, bound: 2, reaches: [0, 1, 1, 1, 1]) { board in
            let m = board.lock(), x = board.word(), y = board.word(), z = board.word()
            board.fiber {
                board.read(0, y)
                board.read(1, y)
                board.store(x, 1)
                board.machine.acquire(m)
                board.read(2, z)
                board.machine.release(m)
            }
            board.fiber {
                board.machine.acquire(m)
                board.store(y, 1)
                board.machine.release(m)
                board.read(3, x)
            }
            board.fiber {
                board.read(4, x)
                board.store(z, 1)
            }
        }
    }

    /// A heavy fence waits for the buffer of a fiber that was preempted. To go back to that one costs nothing, and behind its next step the store
    /// becomes visible while it runs: so it goes on at no cost.
    @Test func toLeaveAHeavyFenceThatWaitsCostsNothing() {
        compareWithinBounds(.storeBuffers, bound: 2, reaches: [0, 1, 0, 1]) { board in
            let w = board.word(), x = board.word(), y = board.word(), z = board.word()
            board.fiber {
                board.read(0, y)
                board.read(1, y)
                board.read(2, w)
                board.machine.heavyFence()
                board.read(3, w)
                board.exchange(x, 1)
                board.exchange(z, 1)
            }
            board.fiber {
                board.exchange(y, 1)
                board.store(z, 1)
                _ = board.machine.load(x, .relaxed)
                board.exchange(w, 1)
            }
        }
    }

    /// A fiber was left before an update that leaves the word as it is. Who reads the word before that doesn't learn what the update publishes.
    @Test func anUpdateThatChangesNothingMattersUnderC11() {
        compareWithinBounds(.c11, bound: 2, staleReads: 1, reaches: [0, 1, 0]) { board in
            let d = board.word(), e = board.word(), x = board.word()
            board.fiber {
                board.read(0, e)
                board.read(1, e)
                _ = board.machine.load(x, .acquire)
                board.read(2, d)
            }
            board.fiber {
                board.store(d, 1)
                board.store(e, 1)
                _ = board.machine.fetchOr(x, 0, .release)
            }
        }
    }

    /// An exchange that would fail on the newest store comes behind an older one. The fiber that was left before a load reads what it stores.
    @Test func anExchangeThatFailsOnTheNewestStoreMayComeBehindAnotherOne() {
        compareWithinBounds(.c11, bound: 2, staleReads: 2, placesStores: true, reaches: [1, 0, 1, 0, 7]) { board in
            let e = board.word(), f = board.word(), x = board.word()
            board.fiber {
                board.read(0, e)
                board.read(1, f)
                board.read(2, f)
                board.compareExchange(3, x, 0, 7)
            }
            board.fiber {
                board.store(f, 1)
                board.read(4, x)
            }
            board.fiber {
                board.store(x, 1)
                board.store(e, 1)
            }
        }
    }

    /// A fiber is preempted before an append, and no step depends on that. But by it the fiber becomes the running one: so the one that its release
    /// lets go on is left at no cost.
    @Test func whoRunsWhenALockBecomesFreeHasItsPrice() {
        compareWithinBounds(.storeBuffers, bound: 1, reaches: [2, 3]) { board in
            let l = board.lock(), y = board.word()
            board.fiber {
                board.machine.acquire(l)
                board.store(y, 2)
                board.machine.release(l)
                board.exchange(y, 3)
            }
            board.fiber {
                board.read(0, y)
                board.machine.acquire(l)
                board.read(1, y)
                board.machine.release(l)
            }
        }
    }

    /// The fiber that waits for another one's buffer is let go on by that one's stores, whoever runs then.
    @Test func whoRunsWhenABufferIsEmptyHasItsPrice() {
        compareWithinBounds(.storeBuffers, bound: 1, reaches: [0, 1, 1, 1, 1, 0]) { board in
            let l = board.lock(), u = board.word(), v = board.word(), x = board.word(), y = board.word(), z = board.word()
            board.fiber { board.store(x, 1) }
            board.fiber {
                board.exchange(u, 1)
                board.read(0, v)
                board.machine.acquire(l)
                board.read(2, z)
                board.machine.release(l)
            }
            board.fiber {
                board.read(1, u)
                board.machine.acquire(l)
                board.exchange(y, 1)
                board.machine.heavyFence()
                board.exchange(z, 1)
                board.machine.release(l)
            }
            board.fiber {
                board.read(3, x)
                board.read(4, y)
                board.read(5, z)
                board.exchange(v, 1)
            }
        }
    }

    /// A fiber waits for a lock whose holder was left before giving it back. That one goes on at no cost before others see that the lock is free.
    @Test func toLeaveAFiberThatWaitsForAReleaseCostsNothing() {
        compareWithinBounds(.storeBuffers, bound: 2, reaches: [0, 1, 3, 13]) { board in
            let m = board.lock(), w = board.word(), y = board.word()
            board.fiber {
                board.read(0, y)
                board.read(1, y)
                board.read(2, w)
                board.machine.acquire(m)
                board.read(3, w)
                board.machine.release(m)
            }
            board.fiber {
                board.exchange(y, 1)
                board.machine.acquire(m)
                board.store(w, 3)
                board.machine.release(m)
                _ = board.machine.fetchAdd(w, 10, .relaxed)
            }
        }
    }

    /// A heavy fence waits for the fence of a fiber that was left, which takes a step, has its fence, and stores.
    @Test func toLeaveAHeavyFenceThatWaitsForFencesCostsNothing() {
        compareWithinBounds(.c11, bound: 2, staleReads: 1, reaches: [0, 1, 1, 0]) { board in
            let v = board.word(), w = board.word(), x = board.word(), y = board.word()
            board.fiber {
                board.read(0, y)
                board.read(1, y)
                board.machine.heavyFence()
                board.read(2, v)
                board.read(3, w)
                board.exchange(x, 1)
            }
            board.fiber {
                board.exchange(y, 1)
                _ = board.machine.load(x, .relaxed)
                board.store(w, 1)
                board.store(v, 1)
            }
        }
    }
}
