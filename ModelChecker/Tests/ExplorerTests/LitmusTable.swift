/// A program, outcomes of it that tell models apart, and whether the model has one of them.
struct LitmusLaw: CustomStringConvertible {
    enum Verdict { case possible, never }

    let name: String
    let program: LitmusProgram
    let verdict: Verdict
    /// Whether the outcome is possible only where a store may be placed before stores that came earlier.
    let needsPlacing: Bool
    let weak: @Sendable (LitmusOutcome) -> Bool

    var description: String { name }

    init(
        _ name: String, _ threads: [[LitmusProgram.Step]], _ verdict: Verdict, needsPlacing: Bool = false,
        weak: @escaping @Sendable (LitmusOutcome) -> Bool
    ) {
        let words = threads.joined().compactMap(\.word).max()! + 1
        (self.name, program, self.verdict) = (name, LitmusProgram(words: words, threads: threads), verdict)
        (self.needsPlacing, self.weak) = (needsPlacing, weak)
    }

    func isPossible(placesStores: Bool) -> Bool { verdict == .possible && (placesStores || !needsPlacing) }
}

/// The names are those of the literature (Alglave, Maranget, Tautschnig: Herding cats, TOPLAS 2014).
extension LitmusLaw {
    typealias Order = LitmusProgram.Order
    typealias Fence = LitmusProgram.Fence
    typealias Step = LitmusProgram.Step

    private static let x = 0, y = 1, z = 2

    /// A thread whose fence, if there is one, stands between its first access and its second.
    private static func thread(_ first: Step, _ fence: Fence? = nil, _ second: Step) -> [Step] {
        fence.map { [first, .fence($0), second] } ?? [first, second]
    }

    static let all: [LitmusLaw] =
        messagePassing + storeBuffering + loadBuffering + coherence + independentReads + causality + writes + exclusion + membarrier

    private static func messagePassing(
        _ name: String, _ verdict: Verdict, _ store: Order = .relaxed, _ load: Order = .relaxed, fences: (Fence?, Fence?) = (nil, nil)
    ) -> LitmusLaw {
        let writer = thread(.store(word: x, 1, .relaxed), fences.0, .store(word: y, 1, store))
        let reader = thread(.load(word: y, load), fences.1, .load(word: x, .relaxed))
        return LitmusLaw("MP, \(name)", [writer, reader], verdict) { $0.registers[1] == [1, 0] }
    }

    /// The reader finds what a second thread made of the flag.
    private static func message(_ name: String, _ verdict: Verdict, through second: [Step]) -> LitmusLaw {
        let writer: [Step] = [.store(word: x, 1, .relaxed), .store(word: y, 1, .release)]
        let reader: [Step] = [.load(word: y, .acquire), .load(word: x, .relaxed)]
        return LitmusLaw("MP, \(name)", [writer, second, reader], verdict) { $0.registers[1] == [1] && $0.registers[2] == [2, 0] }
    }

    private static let messagePassing: [LitmusLaw] = [
        messagePassing("relaxed", .possible),
        messagePassing("release and acquire", .never, .release, .acquire),
        messagePassing("release and relaxed", .possible, .release, .relaxed),
        messagePassing("relaxed and acquire", .possible, .relaxed, .acquire),
        messagePassing("release fence and acquire fence", .never, fences: (.release, .acquire)),
        messagePassing("release fence and acquire", .never, .relaxed, .acquire, fences: (.release, nil)),
        messagePassing("release and acquire fence", .never, .release, .relaxed, fences: (nil, .acquire)),
        messagePassing("release fence alone", .possible, fences: (.release, nil)),
        messagePassing("acquire fence alone", .possible, fences: (nil, .acquire)),
        messagePassing("acquire fence and release fence", .possible, fences: (.acquire, .release)),
        messagePassing("sequentially consistent fences", .never, fences: (.sequentiallyConsistent, .sequentiallyConsistent)),
        messagePassing("release and sequentially consistent fence", .never, .release, .relaxed, fences: (nil, .sequentiallyConsistent)),
        messagePassing("sequentially consistent fence and acquire", .never, .relaxed, .acquire, fences: (.sequentiallyConsistent, nil)),
        messagePassing("light fences", .possible, fences: (.light, .light)),
        message("through a relaxed read-modify-write", .never, through: [.add(word: y, 1, .relaxed)]),
        message(
            "through a relaxed compare-exchange", .never, through: [.compareExchange(word: y, expected: 1, desired: 2, .relaxed)]),
        message("through a relaxed load and store", .possible, through: [.load(word: y, .relaxed), .store(word: y, 2, .relaxed)]),
        LitmusLaw(
            "MP, through two relaxed read-modify-writes",
            [
                [.store(word: x, 1, .relaxed), .store(word: y, 1, .release)], [.add(word: y, 1, .relaxed)], [.exchange(word: y, 3, .relaxed)],
                [.load(word: y, .acquire), .load(word: x, .relaxed)],
            ], .never
        ) { $0.registers == [[], [1], [2], [3, 0]] },
        // Possible by C++20, never by C11, whose release sequences have the same thread's later stores.
        LitmusLaw(
            "MP, a relaxed store behind the release store",
            [
                [.store(word: x, 1, .relaxed), .store(word: y, 1, .release), .store(word: y, 2, .relaxed)],
                [.load(word: y, .acquire), .load(word: x, .relaxed)],
            ], .possible
        ) { $0.registers[1] == [2, 0] },
    ]

    private static func storeBuffering(
        _ name: String, _ verdict: Verdict, _ store: Order = .relaxed, _ load: Order = .relaxed, fences: (Fence?, Fence?) = (nil, nil)
    ) -> LitmusLaw {
        let first = thread(.store(word: x, 1, store), fences.0, .load(word: y, load))
        let second = thread(.store(word: y, 1, store), fences.1, .load(word: x, load))
        return LitmusLaw("SB, \(name)", [first, second], verdict) { $0.registers == [[0], [0]] }
    }

    private static let storeBuffering: [LitmusLaw] = [
        storeBuffering("relaxed", .possible),
        storeBuffering("release and acquire", .possible, .release, .acquire),
        storeBuffering("sequentially consistent fences", .never, fences: (.sequentiallyConsistent, .sequentiallyConsistent)),
        storeBuffering("one sequentially consistent fence", .possible, fences: (.sequentiallyConsistent, nil)),
        storeBuffering("release and acquire fences", .possible, .release, .acquire, fences: (.release, .acquire)),
    ]

    /// C11 and Arm allow the relaxed one: a load may be overtaken by a later store of its thread. A model that executes step by step has no such
    /// executions; RC11 excludes them because C11's model with them has values out of thin air.
    private static let loadBuffering = [Order.relaxed, .acquire].map { load in
        LitmusLaw(
            "LB, \(load)",
            [[.load(word: x, load), .store(word: y, 1, .relaxed)], [.load(word: y, load), .store(word: x, 1, .relaxed)]], .never
        ) { $0.registers == [[1], [1]] }
    }

    private static let coherence: [LitmusLaw] = {
        let one = Step.store(word: x, 1, .relaxed), two = Step.store(word: x, 2, .relaxed), load = Step.load(word: x, .relaxed)
        return [
            LitmusLaw("CoRR", [[one], [load, load]], .never) { $0.registers[1] == [1, 0] },
            LitmusLaw("CoRR, two readers disagree", [[one], [two], [load, load], [load, load]], .never) {
                $0.registers[2] == [1, 2] && $0.registers[3] == [2, 1]
            },
            LitmusLaw("CoRR, through a message", [[one, .store(word: y, 1, .release)], [.load(word: y, .acquire), load]], .never) {
                $0.registers[1] == [1, 0]
            },
            LitmusLaw("CoWR, its own store", [[one, load]], .never) { $0.registers[0] == [0] },
            LitmusLaw("CoWR", [[one, load], [two]], .never) { $0.registers[0] == [2] && $0.memory == [1] },
            LitmusLaw("CoRW, its own store", [[load, one]], .never) { $0.registers[0] == [1] },
            LitmusLaw("CoRW", [[load, one], [two]], .never) { $0.registers[0] == [2] && $0.memory == [2] },
            LitmusLaw("CoWW", [[one, two]], .never) { $0.memory == [1] },
        ]
    }()

    private static func independentReads(_ name: String, _ load: Order, _ fence: Fence?, _ verdict: Verdict) -> LitmusLaw {
        let readers = [(x, y), (y, x)].map { thread(.load(word: $0, load), fence, .load(word: $1, load)) }
        return LitmusLaw("IRIW, \(name)", [[.store(word: x, 1, .release)], [.store(word: y, 1, .release)]] + readers, verdict) {
            $0.registers[2] == [1, 0] && $0.registers[3] == [1, 0]
        }
    }

    /// Armv8 is multi-copy atomic and does not have the second: a violation of this kind is a false alarm there.
    private static let independentReads: [LitmusLaw] = [
        independentReads("relaxed", .relaxed, nil, .possible),
        independentReads("release and acquire", .acquire, nil, .possible),
        independentReads("sequentially consistent fences", .relaxed, .sequentiallyConsistent, .never),
    ]
}
