/// SplitMix64 (Steele, Lea and Flood, 2014): the same seed gives the same sequence on every machine and Swift version.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Fisher and Yates. Not the standard library's `shuffled(using:)`, whose use of the generator is not promised.
    mutating func shuffle<Element>(_ elements: [Element]) -> [Element] {
        var result = elements
        for last in result.indices.reversed() where last > 0 {
            result.swapAt(last, Int(next() % UInt64(last + 1)))
        }
        return result
    }

    /// A seed that depends on a name alone (FNV-1a).
    public static func seed(of name: String) -> UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
