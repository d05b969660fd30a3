import Testing

@testable import Explorer

/// Programs that are small enough to see why an outcome is within a bound, and large enough for a reduction to lose it.
@Suite(.serialized) struct BoundedOutcomeTests {
    /// Process p on a word that m made is another step than process q on one that m ^ p ^ q made.
    @Test func wordsOfDifferentMakersAreToldApart() {
        compareWithinBounds(.sequential, bound: 1, reaches: [1, 1, 0, 1, 1]) { board in
            let d = board.word(), y = board.word()
            var c: CellPointer?
            board.fiber {
                c = board.word()
                board.read(2, c!)
                board.read(3, c!)
                board.read(4, y)
            }
            board.fiber {
                board.read(0, d)
                board.read(1, d)
                board.store(y, 1)
            }
            board.fiber {
                board.store(c!, 1)
                board.store(d, 1)
            }
        }
    }

    /// The release that becomes visible lets the running fiber go on: to leave it costs something from then on.
    @Test func aStoreThatLetsTheRunningFiberGoOnHasItsPrice() {
        compareWithinBounds(.storeBuffers, bound: 0, reaches: [1, 1, 1]) { board in
            let m = board.lock(), q = board.parker(), x = board.word(), y = board.word(), z = board.word()
            board.fiber {
                board.machine.acquire(m)
                board.machine.park(q)
                board.machine.release(m)
                board.store(x, 1)
            }
            board.fiber { board.machine.unpark(q) }
            board.fiber {
                board.exchange(y, 1)
                board.machine.acquire(m)
                board.read(2, z)
                board.machine.release(m)
            }
            board.fiber {
                board.read(0, x)
                board.read(1, y)
                board.exchange(z, 1)
            }
        }
    }

    /// A fiber takes a lock again that it has given back, which others don't see yet.
    @Test func aReleaseInTheOwnBufferIsNoReasonToWait() {
        compareWithinBounds(.storeBuffers, bound: 1, reaches: [1, 1]) { board in
            let m = board.lock(), x = board.word(), y = board.word(), z = board.word()
            board.fiber { board.exchange(y, 1) }
            board.fiber {
                board.machine.acquire(m)
                board.machine.release(m)
                board.store(x, 1)
                board.machine.acquire(m)
                board.read(1, z)
                _ = board.machine.load(y, .relaxed)
                board.machine.release(m)
            }
            board.fiber {
                board.read(0, x)
                board.exchange(z, 1)
                board.machine.acquire(m)
                board.machine.release(m)
            }
        }
    }

    /// The store becomes visible, and the fiber waits nevertheless.
    @Test func aFiberMayWaitForItsBufferAndForAnotherFiber() {
        compareWithinBounds(.storeBuffers, bound: 0, reaches: [0, 1]) { board in
            let p = board.parker(), w = board.word(), y = board.word()
            board.fiber {
                board.store(w, 1)
                board.machine.park(p)
            }
            board.fiber {
                board.exchange(y, 1)
                board.machine.unpark(p)
            }
            board.fiber {
                board.read(0, y)
                board.read(1, w)
            }
        }
    }

    /// A fiber goes on when its oldest store has become visible, though nobody looks at that word.
    @Test func aFullBufferMakesRoom() {
        compareWithinBounds(.storeBuffers, bound: 0, bufferCapacity: 2, reaches: [0, 1]) { board in
            let x = board.word(), y = board.word(), z = board.word()
            board.fiber {
                board.read(0, y)
                for _ in 0..<2 { board.store(z, 1) }
                board.store(x, 1)
            }
            board.fiber {
                board.read(1, x)
                board.exchange(y, 1)
                board.exchange(z, 1)
            }
        }
    }

    /// Two fibers' fences have come when the running one takes a step, the other's first.
    @Test func anotherFibersFenceMayComeBeforeTheRunningFibersOwn() {
        compareWithinBounds(.c11, bound: 0, reaches: [1, 0, 1, 1, 0]) { board in
            let u = board.word(), v = board.word(), w = board.word(), x = board.word(), z = board.word(), q = board.parker()
            board.fiber {
                board.store(z, 1)
                board.store(v, 1)
                board.machine.park(q)
                board.store(x, 1)
                board.store(w, 1)
            }
            board.fiber {
                board.read(0, v)
                board.machine.unpark(q)
                board.machine.heavyFence()
                board.read(1, w)
                board.store(u, 1)
            }
            board.fiber {
                board.read(2, u)
                board.read(3, x, .acquire)
                board.read(4, z)
            }
        }
    }
}
