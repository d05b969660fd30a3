#if !RX_WITHOUT_BIAS
import RxPlatform

/// The bias of a gate. While there is one, `word` holds that thread's token and the flag `biased`, so no other thread gets in. The revoker writes
/// into `word` what it finds: the token without the flag, or nothing.
///
/// Where another gate lets only one thread at a time come (a subject's, to the gates of its observers), a bias isn't revoked when a second
/// thread comes: it becomes one of all these threads, `serial`, with the same sequences. No store to `presence` is late then, as the
/// thread that goes in has been let in further upstream. `word` holds no token meanwhile. Only the closer of
/// the gate revokes that, and puts the token that it finds in `presence` into `word`.
extension Gate {
    /// By the thread that had the bias, at the door.
    @usableFromInline @inline(never)
    final func enterAfterRevocation(_ me: UInt) -> Bool {
        bias.presence.storeReleasing(0)  // A revoker that reads this sees what this thread did inside before, as if it read the store on its way out.
        awaitRevoker()
        return owner == me || enterUnbiased(me)
    }

    /// The revoker holds the lock until `word` says what it saw: `presence` for a moment, or not.
    final func awaitRevoker() { lock.with(self) {} }

    final func revoke(_ me: UInt) { lock.with(self) { revokeLocked(me) } }

    final func revokeLocked(_ me: UInt) {
        let now = word.load()
        guard now & Gate.biased != 0 else { return }
        let wasSerial = bias.thread.load() == Bias.serial
        let thread = wasSerial ? bias.presence.load() : now & ~Gate.flags
        let inside = bias.revoke(wasSerial ? Bias.revoked : bias.thread.load() | Bias.revoked, isOwn: thread == me)
        if wasSerial {
            word.add(inside &- Gate.biased)  // No token is there.
        } else if inside != 0 {
            _ = word.fetchAnd(~Gate.biased)
        } else {
            _ = word.fetchAnd(Gate.flags & ~Gate.biased)
        }
    }

    // MARK: One after the other

    /// As `enterUnbiased`, where all threads that ever go in come one after the other, each after the one before has left.
    @inline(__always)
    final func enterSerially(_ me: UInt) -> Bool {
        if bias.thread.load() != Bias.serial {
            guard word.load() & Gate.biased != 0, becomesSerial(me) else {
                guard enterUnbiased(me) else { return false }
                bias.last.store(me)  // For `isEarned`: which thread it was doesn't matter.
                return true
            }
        }
        if bias.isOccupied { return false }
        return bias.enter(me, as: Bias.serial) || enterAfterRevocation(me)
    }

    @inline(__always)
    final func leaveSerially(_ me: UInt) -> Bool {
        if bias.isInside(me), bias.leave(as: Bias.serial) { return true }
        return leaveUnbiased(me)
    }

    /// The thread to which it is biased is outside, and what it did comes before this: it needs no fence.
    private final func becomesSerial(_ me: UInt) -> Bool {
        lock.with(self) {
            let now = word.load()
            guard now & Gate.biased != 0, now & ~Gate.flags != me else { return false }
            bias.thread.store(Bias.serial)
            _ = word.fetchAnd(Gate.flags)
            return true
        }
    }
}
#endif
