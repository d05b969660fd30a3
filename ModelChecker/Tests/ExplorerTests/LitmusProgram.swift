@testable import Explorer

/// A program of a few threads over a few words, all zero at first.
struct LitmusProgram: CustomStringConvertible {
    /// An access takes the part of its order that applies to it: a load the acquire part, a store the release part.
    enum Order: String { case relaxed, acquire, release, acquireRelease }

    enum Step {
        /// Its result is the thread's next register.
        case load(word: Int, Order)
        case store(word: Int, UInt, Order)
        /// Its result is the old value, as that of `add`.
        case exchange(word: Int, UInt, Order)
        case add(word: Int, UInt, Order)
        /// Its result is the value found. A failure is a read with the order's acquire part.
        case compareExchange(word: Int, expected: UInt, desired: UInt, Order)
        case fence(Fence)
    }

    /// `light` is a fence for the compiler alone, `heavy` is Linux's `membarrier`.
    enum Fence: String { case acquire, release, sequentiallyConsistent, light, heavy }

    let words: Int
    let threads: [[Step]]

    var description: String { threads.map { $0.map(\.description).joined(separator: "; ") }.joined(separator: "  ||  ") }
}

/// What a program came out as: each thread's registers in order, and the last value of each word.
struct LitmusOutcome: Hashable {
    var registers: [[UInt]]
    var memory: [UInt]
}

extension LitmusProgram.Order {
    var acquires: Bool { self == .acquire || self == .acquireRelease }
    var releases: Bool { self == .release || self == .acquireRelease }
}

extension LitmusProgram.Step: CustomStringConvertible {
    /// Nil for a fence.
    var word: Int? {
        switch self {
        case .load(let word, _), .store(let word, _, _), .exchange(let word, _, _), .add(let word, _, _), .compareExchange(let word, _, _, _): word
        case .fence: nil
        }
    }

    var description: String {
        func name(_ word: Int) -> String { word < 3 ? ["x", "y", "z"][word] : "w\(word)" }
        switch self {
        case .load(let word, let order): return "load \(name(word)) \(order)"
        case .store(let word, let value, let order): return "\(name(word)) = \(value) \(order)"
        case .exchange(let word, let value, let order): return "exchange \(name(word)) \(value) \(order)"
        case .add(let word, let value, let order): return "add \(name(word)) \(value) \(order)"
        case .compareExchange(let word, let expected, let desired, let order):
            return "compareExchange \(name(word)) \(expected)→\(desired) \(order)"
        case .fence(let fence): return "fence \(fence)"
        }
    }
}

extension LitmusProgram {
    /// A random program: 2 or 3 threads, 1 to 3 words, 2 to 4 steps a thread, and few candidate executions.
    init(seed: UInt64) {
        var random = SplitMix(seed), program: LitmusProgram
        repeat { program = seed % 3 == 0 ? Self.unstructured(&random) : Self.cycle(&random) } while program.candidates > 400
        self = program
    }

    private static func unstructured(_ random: inout SplitMix) -> LitmusProgram {
        let count = 2 + random.below(2), words = [1, 2, 2, 3][random.below(4)]
        var heavyFences = 2
        var threads: [[Step]] = []
        for _ in 0..<count {
            let length = count == 2 ? 2 + random.below(3) : 2 + random.below(10) / 5 + random.below(10) / 9
            threads.append(
                (0..<length).map { _ in
                    random.below(4) == 0 ? .fence(fence(&random, &heavyFences)) : access(&random, random.below(words))
                })
        }
        return LitmusProgram(words: words, threads: threads)
    }

    /// Each thread goes from a word to the next one, and the last thread back to the first word, perhaps with a fence between, and perhaps with one
    /// step more somewhere: weak outcomes are cycles through threads and words (Alglave, Maranget, Sarkar, Sewell: Fences in weak memory models,
    /// CAV 2010), which programs without such a structure rarely have.
    private static func cycle(_ random: inout SplitMix) -> LitmusProgram {
        let count = 2 + random.below(2)
        var heavyFences = 2
        var threads: [[Step]] = []
        for thread in 0..<count {
            var steps = [access(&random, thread), access(&random, (thread + 1) % count)]
            if random.below(2) == 0 { steps.insert(.fence(fence(&random, &heavyFences)), at: 1) }
            if random.below(5) == 0 { steps.insert(access(&random, random.below(count)), at: random.below(steps.count + 1)) }
            threads.append(steps)
        }
        return LitmusProgram(words: count, threads: threads)
    }

    /// At most so many ways there are for the reads to read and for the fences to fall that `membarrier`s cause.
    private var candidates: Int {
        var stores = Array(repeating: 1, count: words), result = 1
        let steps = threads.flatMap { $0 }
        for step in steps {
            if case .load = step { continue }
            if let word = step.word { stores[word] += 1 }
        }
        for step in steps {
            switch step {
            case .load(let word, _): result *= stores[word]
            case .exchange(let word, _, _), .add(let word, _, _), .compareExchange(let word, _, _, _): result *= stores[word] - 1
            case .fence(.heavy): result *= threads.count == 2 ? 4 : 12
            case .store, .fence: break
            }
        }
        return result
    }

    private static func access(_ random: inout SplitMix, _ word: Int) -> Step {
        let value = UInt(1 + random.below(3))
        let acquire = [Order.relaxed, .acquire][random.below(2)], release = [Order.relaxed, .release][random.below(2)]
        let both = [Order.relaxed, .acquire, .release, .acquireRelease][random.below(4)]
        switch random.below(14) {
        case 0..<6: return .load(word: word, acquire)
        case 6..<11: return .store(word: word, value, release)
        case 11: return .exchange(word: word, value, both)
        case 12: return .add(word: word, 4, both)
        default: return .compareExchange(word: word, expected: UInt(random.below(3)), desired: value, both)
        }
    }

    private static func fence(_ random: inout SplitMix, _ heavyFences: inout Int) -> Fence {
        switch random.below(16) {
        case 0..<3: return .acquire
        case 3..<6: return .release
        case 6: return .light
        case 7..<12: return .sequentiallyConsistent
        default:
            if heavyFences == 0 { return .sequentiallyConsistent }
            heavyFences -= 1
            return .heavy
        }
    }
}
