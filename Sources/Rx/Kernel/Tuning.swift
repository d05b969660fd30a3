/// The numbers of the kernel that were chosen by measuring, each with its reason; docs/journal has the figures. The model checker has some of
/// its own (`MODEL`), so small that a few operations come to what they bound.
@usableFromInline
enum Tuning {
    // MARK: Bias

    /// Entries in a row by one thread before a gate or a lock is kept for it: short lives never pay a revocation, which takes about 1 µs.
    static var biasAfter: UInt8 { 8 }

    #if MODEL
    static var biasAgainAfter: UInt { 3 }
    #else
    /// How often in a row the thread that lost a gate's bias comes before it gets it again, at most 4,095. Losing it costs up to 3 µs,
    /// every way in and out without the bias 10 to 12 ns more: a thread that is given it in vain each time pays about an eighth more than without.
    static var biasAgainAfter: UInt { 2048 }
    #endif

    // MARK: Handing over

    #if MODEL
    /// Set by the scenario.
    @usableFromInline nonisolated(unsafe) static var handOverAfter = Int.max
    @usableFromInline static var burst: Int { handOverAfter }
    /// No spinning: what may come during a spin may also come before the kernel decides.
    @usableFromInline static var spinsAtSlot: Int { 0 }
    #else
    /// Messages that an owner delivers before it offers its place to a sender.
    @inlinable static var handOverAfter: Int { 8192 }
    /// Events or pieces of work that a consumer on a scheduler gets done before others have a turn there.
    @inlinable static var burst: Int { 1024 }
    /// How often a consumer looks at a slot that is reserved and not filled before it goes on: 1 µs on the processor that `hintsOfPause` was
    /// measured on.
    @inlinable static var spinsAtSlot: Int { 32 }
    #endif

    /// The same where no place could be offered: the next look is soon.
    @inlinable static var offerAgainAfter: Int { max(1, handOverAfter / 64) }

    // MARK: Gathering

    /// Hints to the processor that a consumer spins for while a batch gathers, or while it offers its place: 2 µs on the processor that it was
    /// measured on.
    @inlinable static var hintsOfPause: Int { 64 }

    /// After a batch of fewer no flood is on, and a pause would only keep a sparse event's thread; after one of more, threads meet
    /// so rarely that it gains nothing. In between each look takes cache lines from the producer: without the pause
    /// `observe-on/serial-scheduler` (100,000 elements) took 22 to 31 ns on the lock core and 9 to 22 on the queue core; with it, 12.6 to
    /// 14.3 and 7.3 to 9.9.
    @inlinable static var gatheringSizes: Range<Int> { 4..<1024 }

    /// For how many laps the owner of a mailbox lets messages gather: it has something else to do.
    @inlinable static var gatheringLaps: Int { 16 }

    // MARK: Messages that wait

    #if MODEL
    /// Few, so that small programs fill a chunk; three, so that one slot is neither a chunk's first nor its last.
    @usableFromInline static var slotsOfChunk: Int { 3 }
    #else
    /// Slots of a chunk of the queue core, at most: as many as can be counted beside its address.
    @inlinable static var slotsOfChunk: Int { 61 }
    #endif

    /// Bytes of such a chunk, if four messages fit. With half of that the accesses to the list of empty chunks made
    /// `merge/2-subjects/2-threads` and `publish/2-threads` take 6 to 10 % more, and a fifth more where processors are far from each other.
    @inlinable static var bytesOfChunk: Int { 1536 }

    /// Bytes of empty chunks that a queue keeps, or four larger ones: a flooded queue gives its memory back.
    @inlinable static var bytesOfSpares: Int { 32 << 10 }

    /// Looks at the list of empty chunks while another thread is at it; then a chunk is freed.
    @inlinable static var attemptsAtSpares: Int { 8 }

    /// Chunks that are given back at once: each look at the list takes its cache line from the senders.
    @inlinable static var sparesAtOnce: Int { 8 }

    /// Chunks that a sender allocates before it lets others run.
    @inlinable static var chunksOfFlood: UInt { 4 }

    /// Slots of a first block of the lock core; the next ones have twice as many each.
    @inlinable static var slotsOfFirstBlock: Int { 16 }

    /// Bytes of a block of the lock core, or four larger messages. The others of a flood are given back.
    @inlinable static var bytesOfBlock: Int { 32 << 10 }

    /// Pieces of work: a larger ring isn't kept for a scheduler's next burst.
    static var keptWork: Int { 4096 }

    // MARK: Cache lines

    /// Slots that are asked for at once: see `prefetchAhead`.
    @inlinable static var slotsOfWindow: Int { 32 }
    static var lineSize: UInt { 64 }
    /// Lines that are asked for or taken at once. Of large messages no more: these lines are to be used before others take their place.
    static var linesAtOnce: UInt { 32 }
}
