import Foundation

/// SplitMix64 (Steele, Lea, Flood 2014): small, fast, and the same everywhere for a seed.
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    /// What all random tests start from: `RX_SEED`, or always the same. They name it when they fail.
    static let seed = ProcessInfo.processInfo.environment["RX_SEED"].flatMap { UInt64($0) } ?? 20_260_101

    /// A generator of its own for each `stream`.
    static func stream(_ stream: Int) -> Random {
        var mixer = Random(seed: seed &+ UInt64(truncatingIfNeeded: stream))
        return Random(seed: mixer.next())
    }
}
