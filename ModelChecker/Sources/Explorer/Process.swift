/// What is chosen from at each step, by number: the fibers, and the store buffer of each fiber. Under C11, which has no buffers, a
/// fence that another fiber's heavy fence has asked this fiber for stands in the buffer's place.
///
/// A store buffer counts as a process of its own, whose only operation is to write its oldest entry to memory ("shadow
/// thread" in the literature): whether and when a store becomes visible is then a choice like any other.
enum Process {
    /// Fibers are 0 ..< `fiberLimit`; the buffer of fiber `f` is `fiberLimit + f`.
    static let fiberLimit = 8
    static let count = 16

    @inline(__always)
    static func buffer(of fiber: Int) -> Int { fiberLimit + fiber }

    @inline(__always)
    static func isBuffer(_ process: Int) -> Bool { process >= fiberLimit }

    /// `A` … `H`: fibers; `a` … `h`: their buffers, or fences.
    static func letter(_ process: Int) -> Character {
        let base: UInt8 = process < fiberLimit ? 65 : 97 - UInt8(fiberLimit)
        return Character(UnicodeScalar(base + UInt8(process)))
    }

    static func number(_ letter: Character) -> Int? {
        guard let ascii = letter.asciiValue else { return nil }
        switch ascii {
        case 65..<73: return Int(ascii) - 65
        case 97..<105: return Int(ascii) - 97 + fiberLimit
        default: return nil
        }
    }
}

/// A set of processes, one bit each.
typealias ProcessSet = UInt32

extension ProcessSet {
    static let fibers: ProcessSet = 0xFF

    @inline(__always)
    init(process: Int) { self = 1 << ProcessSet(truncatingIfNeeded: process) }

    @inline(__always)
    func contains(_ process: Int) -> Bool { self & ProcessSet(process: process) != 0 }

    /// Must not be empty.
    @inline(__always)
    var lowest: Int { trailingZeroBitCount }
}
