/// What makes the kernel fast, and what it is right without. A build leaves an idea out where `RX_WITHOUT` in the environment names it, and all of
/// them with `RX_WITHOUT=all`: the package's manifest turns the names into conditions. `Scripts/ablation` measures what each one buys, and
/// docs/Ablation.md has the table.
///
/// `BIAS` (`Bias`, `GateBias`, `BiasedLock`) and `OWN_MAIL` (`OwnMail`) are types, for which `Kernel/Seams.swift` answers where they are left out.
/// `PADDING` (`Padding`) is a type, too. `RIDING_FILTERS` and `SCALARS` are conditions in `filter` and in `Observable.isScalar`, where the compiler has to
/// see one expression. The others are asked here, of constants: what isn't built is not compiled either.
@usableFromInline
enum Speed {
    /// Slots are asked for before they are filled, and taken from other processors before they are stored to: `Prefetching`.
    @inlinable static var prefetches: Bool {
        @inline(__always) get {
            #if RX_WITHOUT_PREFETCHING
            false
            #else
            true
            #endif
        }
    }

    /// A consumer pauses so that a batch gathers: `Pacing`, `Gathering`.
    @inlinable static var gathers: Bool {
        @inline(__always) get {
            #if RX_WITHOUT_GATHERING
            false
            #else
            true
            #endif
        }
    }

    /// Chunks and blocks that are empty wait for the next messages: `EmptyChunks`, `LockInbox.keep`.
    @inlinable static var reusesChunks: Bool {
        @inline(__always) get {
            #if RX_WITHOUT_CHUNK_REUSE
            false
            #else
            true
            #endif
        }
    }

    /// Pieces of work that have run are used again: `Worker.perform`, `Trampoline.Queue.run`.
    @inlinable static var reusesWork: Bool {
        @inline(__always) get {
            #if RX_WITHOUT_SPARE_WORK
            false
            #else
            true
            #endif
        }
    }

    /// A source runs while it is being attached where the trampoline would run it next: `Trampoline.takeTurn`.
    @inlinable static var takesTurns: Bool {
        @inline(__always) get {
            #if RX_WITHOUT_DIRECT_TURNS
            false
            #else
            true
            #endif
        }
    }

    /// A subscription to a subject with nothing in between is one object with its place on the list: `ListedSegment`.
    @inlinable static var listsSegments: Bool {
        @inline(__always) get {
            #if RX_WITHOUT_LISTED_SEGMENTS
            false
            #else
            true
            #endif
        }
    }

    /// `groupBy` finds recent keys by their bytes: `RecentKeys`.
    @inlinable static var knowsRecentKeys: Bool {
        @inline(__always) get {
            #if RX_WITHOUT_RECENT_KEYS
            false
            #else
            true
            #endif
        }
    }
}
