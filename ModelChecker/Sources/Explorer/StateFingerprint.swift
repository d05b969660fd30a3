/// 128 bits that stand for everything a state depends on. Two states with equal ones are taken for the same: among ten million states the odds of a
/// mistake are less than one in 10^24.
struct StateFingerprint: Equatable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    @inline(__always)
    mutating func absorb(_ word: UInt64) {
        low = Self.mix(low ^ (word &* 0x9E37_79B9_7F4A_7C15))
        high = Self.mix(high &+ (word &* 0xC2B2_AE3D_27D4_EB4F) &+ 0x1656_67B1_9E37_79F9)
    }

    @inline(__always)
    func absorbing(_ word: UInt64) -> StateFingerprint {
        var copy = self
        copy.absorb(word)
        return copy
    }

    /// Sums, so that it doesn't matter in which order parts were added.
    @inline(__always)
    mutating func add(_ other: StateFingerprint) {
        low &+= other.low
        high &+= other.high
    }

    @inline(__always)
    mutating func subtract(_ other: StateFingerprint) {
        low &-= other.low
        high &-= other.high
    }

    @inline(__always)
    private static func mix(_ word: UInt64) -> UInt64 {
        var mixed = word
        mixed = (mixed ^ (mixed >> 32)) &* 0xD6E8_FEB8_6659_FD93
        mixed = (mixed ^ (mixed >> 29)) &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ (mixed >> 32)
    }
}
