/// Each step at random: by seed, execution after execution.
final class RandomWalk: Search {
    private let seed: UInt64
    private let count: Int
    private(set) var execution = 0
    private var generator: SplitMix

    init(seed: UInt64, count: Int) {
        self.seed = seed
        self.count = count
        generator = SplitMix(seed)
    }

    func begin() { generator = SplitMix(seed &+ UInt64(execution)) }

    func choose(_ enabled: ProcessSet, _ machine: Machine) -> Int { enabled.element(generator.below(enabled.nonzeroBitCount)) }

    func pick(_ count: Int, _ machine: Machine) -> Int { generator.below(count) }

    func advance() -> Bool {
        execution += 1
        return execution < count
    }
}

/// Probabilistic concurrency testing (Burckhardt and others, 2010): random priorities, and `depth` − 1 steps at which the
/// running process falls behind all others. Finds a bug that needs `depth` ordering constraints among n fibers and k steps
/// with a probability of at least 1 / (n · k^(depth − 1)) in each execution.
final class PriorityWalk: Search {
    private let seed: UInt64
    private let count: Int
    private let depth: Int
    private var execution = 0
    private var priorities = [Int](repeating: 0, count: Process.count)
    private var changes: [Int] = []
    /// For choices among stores, which have no priorities.
    private var generator = SplitMix(0)
    private var taken = 0
    /// Steps among which the changes are drawn. Fixed, not the last execution's: a seed alone says which execution it is.
    private static let assumedLength = 64

    init(depth: Int, seed: UInt64, count: Int) {
        self.depth = depth
        self.seed = seed
        self.count = count
    }

    func begin() {
        generator = SplitMix(seed &+ UInt64(execution))
        for process in priorities.indices { priorities[process] = depth + generator.below(1 << 20) }
        changes = (1..<max(2, depth)).map { _ in generator.below(PriorityWalk.assumedLength) }
        taken = 0
    }

    func choose(_ enabled: ProcessSet, _ machine: Machine) -> Int {
        var best = enabled.lowest
        for process in 0..<Process.count where enabled.contains(process) && priorities[process] > priorities[best] {
            best = process
        }
        for (index, step) in changes.enumerated() where step == taken { priorities[best] = depth - 1 - index }
        taken += 1
        return best
    }

    func pick(_ count: Int, _ machine: Machine) -> Int { generator.below(count) }

    func advance() -> Bool {
        execution += 1
        return execution < count
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct SplitMix {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() % UInt64(bound)) }
}

extension ProcessSet {
    /// The `index`-th process of the set.
    func element(_ index: Int) -> Int {
        var rest = self
        for _ in 0..<index { rest &= rest - 1 }
        return rest.lowest
    }
}
