/// How stores become visible.
public enum MemoryModel: String, Sendable, CaseIterable, Codable {
    /// At once: one interleaving of everybody's operations.
    case sequential = "SC"
    /// Through a first-in first-out buffer of the thread that stored, as on x86.
    case storeBuffers = "TSO"
    /// As C and C++ promise it, and with it Arm: a load may read any store that its thread has not been told to be outdated.
    /// Without load-to-store cycles (RC11: Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017); release sequences are those of C++20.
    case c11 = "C11"
}

/// What an atomic operation or a fence says about the operations around it. It matters under C11 only.
public enum MemoryOrder: UInt8, Sendable {
    case relaxed, acquire, release, acquireRelease
    /// Of fences only.
    case sequentiallyConsistent

    @inline(__always)
    var acquires: Bool { self != .relaxed && self != .release }

    @inline(__always)
    var releases: Bool { self != .relaxed && self != .acquire }
}
