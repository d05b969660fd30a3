/// What makes the kernel fast, and what it is right without. A build leaves an idea out where `RX_WITHOUT` in the environment names it, and all of
/// them with `RX_WITHOUT=all`: the package's manifest turns the names into conditions. `Scripts/ablation` measures what each one buys, and
/// docs/Ablation.md has the table, with what is said of each idea here: in this list, or of its constant.
///
/// Types, for which `Kernel/Seams.swift` answers where they are left out:
/// - `BIAS`: A gate or a lock is kept for the thread that comes often: `Bias`, `GateBias`, `BiasedLock`.
///
/// Conditions where the compiler has to see one expression:
/// - `RIDING_FILTERS`: A predicate is no stage of its own, the sender asks it: `filter`.
/// - `SCALARS`: What is one element, or none, needs no closures to be run: `Observable.isScalar`.
///
/// The others are asked here, of constants: what isn't built is not compiled either.
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
}
