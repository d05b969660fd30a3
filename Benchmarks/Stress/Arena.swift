import BenchKit
import Rx

/// What is left to chance in one round.
struct Chances {
    /// How long each thread waits before it acts, in turns of an empty loop.
    let delays: [Int]
    /// The thread that uses the instance before, often enough to earn the bias of its gates.
    let warmer: Int?
    /// Whether thread 1 does the first action.
    let swaps: Bool
    let closureDelay: ClosureDelay
    /// For the actions.
    let bursts: [Int]
    let coins: [Bool]

    /// - Parameters:
    ///   - name: of the race and the core.
    ///   - spread: the longest delay is 2 to the power of this.
    init(seed: UInt64, name: String, round: Int, spread: Int) {
        var random = SeededGenerator(seed: seed ^ SeededGenerator.seed(of: name) &+ UInt64(round) &* 0x9E37_79B9)
        func below(_ limit: UInt64) -> Int { Int(random.next() % limit) }
        let longest = UInt64(1) << below(UInt64(spread + 1))
        let late = below(2), delay = below(longest)
        delays = [late == 0 ? delay : 0, late == 1 ? delay : 0]
        swaps = below(2) == 1
        let loads = below(3) == 0 ? below(200) : below(10)
        let isQuiet = below(3) == 0
        closureDelay = isQuiet ? .no : [.briefly(loads), .briefly(loads), .untilOtherBegins(loads), .untilOtherEnds][below(4)]
        warmer = below(isQuiet ? 2 : 3) == 0 ? below(2) : nil
        let longestBurst: UInt64 = isQuiet ? 50 : 4
        bursts = [1 + below(longestBurst), 1 + below(longestBurst)]
        coins = [below(2) == 1, below(2) == 1]
    }
}

/// One instance in one round.
protocol RoundInstance: AnyObject {
    /// Uses it often.
    func warmUp()
    /// - Parameter thread: 0 or 1, which of the racers this is.
    func act(_ action: Int, thread: Int)
    /// When both are done: ends everything and looks at what came of it. On thread 0.
    func finish()
}

/// Something that two threads race over: how an instance is made, and what can be done to it.
struct Arena: Sendable {
    let name: String
    let actions: [String]
    /// Which actions meet; every two of them, and each with itself, unless said otherwise.
    let pairs: [[Int]]
    /// Of one race.
    let rounds: Int
    /// How far apart the threads may start: at most 2 to the power of this, in turns of an empty loop.
    let spread: Int
    /// After how many seconds a call counts as stuck.
    let patience: Int
    /// Makes an instance, on the core that is current.
    let make: @Sendable (RoundMonitor, Chances, _ pair: [Int]) -> any RoundInstance

    init(
        _ name: String, actions: [String], pairs: [[Int]]? = nil, rounds: Int = 4000, spread: Int = 10, patience: Int = 10,
        make: @escaping @Sendable (RoundMonitor, Chances, _ pair: [Int]) -> any RoundInstance
    ) {
        self.name = name
        self.actions = actions
        self.pairs = pairs ?? actions.indices.flatMap { one in (one..<actions.count).map { [one, $0] } }
        self.rounds = rounds
        self.spread = spread
        self.patience = patience
        self.make = make
    }

    /// A race for each pair.
    var targets: [StressTarget] {
        pairs.map { pair in
            StressTarget(
                subject: name, race: "\(actions[pair[0]]) vs \(actions[pair[1]])", rounds: rounds,
                run: { RaceRunner(self, pair, $0).run() })
        }
    }
}
