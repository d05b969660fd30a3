/// Laws of three threads, of modification order, of read-modify-writes, and of `membarrier`.
extension LitmusLaw {
    private static let x = 0, y = 1, z = 2

    /// Write-to-read causality. The first word is relaxed: that the second thread has read from it is enough.
    private static func writeToRead(_ store: Order, _ load: Order, _ verdict: Verdict) -> LitmusLaw {
        LitmusLaw(
            "WRC, \(store) and \(load)",
            [
                [.store(word: x, 1, .relaxed)], [.load(word: x, .relaxed), .store(word: y, 1, store)],
                [.load(word: y, load), .load(word: x, .relaxed)],
            ], verdict
        ) { $0.registers == [[], [1], [1, 0]] }
    }

    private static func twoMessages(_ orders: [Order], _ verdict: Verdict) -> LitmusLaw {
        LitmusLaw(
            "ISA2, \(orders.map(\.rawValue).joined(separator: ", "))",
            [
                [.store(word: x, 1, .relaxed), .store(word: y, 1, orders[0])], [.load(word: y, orders[1]), .store(word: z, 1, orders[2])],
                [.load(word: z, orders[3]), .load(word: x, .relaxed)],
            ], verdict
        ) { $0.registers == [[], [1], [1, 0]] }
    }

    private static func readToWrite(_ name: String, _ fences: (Fence, Fence), _ verdict: Verdict) -> LitmusLaw {
        LitmusLaw(
            "RWC, \(name)",
            [
                [.store(word: x, 1, .release)], [.load(word: x, .acquire), .fence(fences.0), .load(word: y, .acquire)],
                [.store(word: y, 1, .release), .fence(fences.1), .load(word: x, .acquire)],
            ], verdict
        ) { $0.registers == [[], [1, 0], [0]] }
    }

    static let causality: [LitmusLaw] = [
        writeToRead(.release, .acquire, .never),
        writeToRead(.relaxed, .acquire, .possible),
        writeToRead(.release, .relaxed, .possible),
        twoMessages([.release, .acquire, .release, .acquire], .never),
        twoMessages([.relaxed, .acquire, .release, .acquire], .possible),
        twoMessages([.release, .relaxed, .release, .acquire], .possible),
        twoMessages([.release, .acquire, .relaxed, .acquire], .possible),
        twoMessages([.release, .acquire, .release, .relaxed], .possible),
        readToWrite("sequentially consistent fences", (.sequentiallyConsistent, .sequentiallyConsistent), .never),
        readToWrite("one sequentially consistent fence", (.light, .sequentiallyConsistent), .possible),
        readToWrite("release and acquire", (.light, .light), .possible),
    ]

    private static func bothOlderLast(_ name: String, _ order: Order, _ fence: Fence, _ verdict: Verdict) -> LitmusLaw {
        LitmusLaw(
            "2+2W, \(name)",
            [
                [.store(word: x, 1, order), .fence(fence), .store(word: y, 2, order)],
                [.store(word: y, 1, order), .fence(fence), .store(word: x, 2, order)],
            ], verdict, needsPlacing: true
        ) { $0.memory == [1, 1] }
    }

    private static func s(_ name: String, _ store: Order, _ load: Order, _ verdict: Verdict) -> LitmusLaw {
        LitmusLaw(
            "S, \(name)",
            [[.store(word: x, 2, .relaxed), .store(word: y, 1, store)], [.load(word: y, load), .store(word: x, 1, .relaxed)]],
            verdict, needsPlacing: true
        ) { $0.registers[1] == [1] && $0.memory[x] == 2 }
    }

    private static func r(_ name: String, _ fences: (Fence, Fence), _ verdict: Verdict) -> LitmusLaw {
        LitmusLaw(
            "R, \(name)",
            [
                [.store(word: x, 1, .release), .fence(fences.0), .store(word: y, 1, .release)],
                [.store(word: y, 2, .release), .fence(fences.1), .load(word: x, .acquire)],
            ], verdict
        ) { $0.registers[1] == [0] && $0.memory[y] == 2 }
    }

    /// Where each store goes behind the newest of its word, 2+2W and S are never weak: the orders of the stores are one order of steps.
    static let writes: [LitmusLaw] = [
        bothOlderLast("relaxed", .relaxed, .light, .possible),
        bothOlderLast("release", .release, .light, .possible),
        bothOlderLast("sequentially consistent fences", .relaxed, .sequentiallyConsistent, .never),
        s("relaxed", .relaxed, .relaxed, .possible),
        s("release and relaxed", .release, .relaxed, .possible),
        s("release and acquire", .release, .acquire, .never),
        r("release and acquire", (.light, .light), .possible),
        r("one sequentially consistent fence", (.light, .sequentiallyConsistent), .possible),
        r("sequentially consistent fences", (.sequentiallyConsistent, .sequentiallyConsistent), .never),
    ]

    private static func rivals(_ name: String, _ step: Step) -> LitmusLaw {
        LitmusLaw("two rivals, \(name)", [[step], [step]], .never) { $0.registers == [[0], [0]] }
    }

    /// Store buffering with an access between that both threads make to a third word.
    private static func meeting(_ name: String, _ middle: Step, _ verdict: Verdict) -> LitmusLaw {
        LitmusLaw(
            "SB, \(name)",
            [
                [.store(word: x, 1, .relaxed), middle, .load(word: y, .relaxed)], [.store(word: y, 1, .relaxed), middle, .load(word: x, .relaxed)],
            ], verdict
        ) { $0.registers.allSatisfy { $0.last == 0 } }
    }

    private static func dekker(_ name: String, _ fence: Fence, _ verdict: Verdict) -> LitmusLaw {
        LitmusLaw(
            "Dekker, \(name)",
            [
                [.exchange(word: x, 1, .acquireRelease), .fence(fence), .load(word: y, .acquire)],
                [.exchange(word: y, 1, .acquireRelease), .fence(fence), .load(word: x, .acquire)],
            ], verdict
        ) { $0.registers == [[0, 0], [0, 0]] }
    }

    static let exclusion: [LitmusLaw] = [
        rivals("compare-exchange", .compareExchange(word: x, expected: 0, desired: 1, .relaxed)),
        rivals("exchange", .exchange(word: x, 1, .relaxed)),
        rivals("add", .add(word: x, 1, .relaxed)),
        // A read-modify-write stands right behind what it reads: no store comes between.
        LitmusLaw("a store between what an add reads and writes", [[.add(word: x, 4, .relaxed)], [.store(word: x, 1, .relaxed)]], .never) {
            $0.registers[0] == [0] && $0.memory[x] == 5 || $0.registers[0] == [1] && $0.memory[x] == 1
        },
        // The store comes first and the add before it: the add reads the initial value although a newer one is there.
        LitmusLaw(
            "an add before a store that came earlier",
            [[.store(word: x, 1, .relaxed), .store(word: y, 1, .relaxed)], [.load(word: y, .relaxed), .add(word: x, 4, .relaxed)]],
            .possible, needsPlacing: true
        ) { $0.registers[1] == [1, 0] && $0.memory[x] == 1 },
        LitmusLaw(
            "a compare-exchange fails on a stale value",
            [
                [.store(word: x, 1, .relaxed), .store(word: x, 2, .relaxed), .store(word: y, 1, .relaxed)],
                [.load(word: y, .relaxed), .compareExchange(word: x, expected: 2, desired: 3, .acquireRelease)],
            ], .possible
        ) { $0.registers[1] == [1, 1] && $0.memory[x] == 2 },
        dekker("exchanges, acquire and release", .light, .possible),
        dekker("exchanges and sequentially consistent fences", .sequentiallyConsistent, .never),
        meeting("adds to one word between, acquire and release", .add(word: z, 1, .acquireRelease), .never),
        meeting("relaxed adds to one word between", .add(word: z, 1, .relaxed), .possible),
        meeting("adds to one word between, acquire alone", .add(word: z, 1, .acquire), .possible),
        meeting("adds to one word between, release alone", .add(word: z, 1, .release), .possible),
    ]

    private static func asymmetric(_ name: String, _ first: Fence, _ second: Fence, _ verdict: Verdict) -> [LitmusLaw] {
        let relaxed = Order.relaxed
        return [
            LitmusLaw(
                "SB, \(name)",
                [
                    [.store(word: x, 1, relaxed), .fence(first), .load(word: y, relaxed)],
                    [.store(word: y, 1, relaxed), .fence(second), .load(word: x, relaxed)],
                ], verdict
            ) { $0.registers == [[0], [0]] },
            LitmusLaw(
                "MP, \(name)",
                [
                    [.store(word: x, 1, relaxed), .fence(first), .store(word: y, 1, relaxed)],
                    [.load(word: y, relaxed), .fence(second), .load(word: x, relaxed)],
                ], verdict
            ) { $0.registers[1] == [1, 0] },
        ]
    }

    /// The light side has no fence in its code: `membarrier` puts one into it. It does so as well in a thread that
    /// has not begun or has ended.
    static let membarrier: [LitmusLaw] =
        asymmetric("heavy fence and light fence", .heavy, .light, .never)
        + asymmetric("light fence and heavy fence", .light, .heavy, .never)
        + asymmetric("heavy fences", .heavy, .heavy, .never)
        + asymmetric("light fences alone", .light, .light, .possible)
        + [
            LitmusLaw(
                "2+2W, heavy fence and light fence",
                [
                    [.store(word: x, 1, .relaxed), .fence(.heavy), .store(word: y, 2, .relaxed)],
                    [.store(word: y, 1, .relaxed), .fence(.light), .store(word: x, 2, .relaxed)],
                ], .never
            ) { $0.memory == [1, 1] },
            // A third thread has the `membarrier`: the two others have a fence each, but it need not stand between their accesses.
            LitmusLaw(
                "SB, a third thread's heavy fence",
                [
                    [.store(word: x, 1, .relaxed), .load(word: y, .relaxed)], [.store(word: y, 1, .relaxed), .load(word: x, .relaxed)],
                    [.fence(.heavy)],
                ], .possible
            ) { $0.registers == [[0], [0], []] },
            LitmusLaw(
                "a thread that a heavy fence finds before its first step",
                [
                    [.fence(.heavy), .load(word: x, .relaxed)], [.store(word: x, 1, .relaxed)],
                ], .possible
            ) { $0.registers[0] == [0] },
            LitmusLaw(
                "a thread that a heavy fence finds behind its last step",
                [
                    [.store(word: x, 1, .relaxed), .fence(.heavy)], [.load(word: x, .relaxed)],
                ], .possible
            ) { $0.registers[1] == [0] },
            // The first thread's heavy fence comes second, and both find the third thread before its first step.
            LitmusLaw(
                "a thread that two heavy fences find before its first step",
                [
                    [.load(word: y, .acquire), .fence(.heavy), .load(word: x, .relaxed)],
                    [.fence(.heavy), .load(word: x, .relaxed), .store(word: y, 1, .release)], [.store(word: x, 1, .relaxed)],
                ], .possible
            ) { $0.registers == [[1, 0], [0], []] },
            // The third thread's fence, its steps, the first thread's steps and only then the first thread's fence, all within one heavy fence.
            LitmusLaw(
                "a heavy fence with a message between two of its fences",
                [
                    [.load(word: x, .relaxed), .load(word: y, .relaxed)], [.store(word: y, 1, .relaxed), .fence(.heavy), .load(word: z, .relaxed)],
                    [.store(word: z, 1, .relaxed), .store(word: x, 1, .relaxed)],
                ], .possible
            ) { $0.registers == [[1, 0], [0], []] },
            LitmusLaw(
                "a heavy fence with two stores to one word between two of its fences",
                [
                    [.store(word: x, 1, .relaxed), .load(word: y, .relaxed)],
                    [.store(word: y, 1, .relaxed), .fence(.heavy), .load(word: z, .relaxed)],
                    [.store(word: z, 1, .relaxed), .store(word: x, 2, .relaxed)],
                ], .possible
            ) { $0.registers == [[0], [0], []] && $0.memory[x] == 1 },
            // The reader's own fence comes behind the one that the heavy fence causes in it, and that one between the two loads.
            LitmusLaw(
                "a thread with a fence of its own behind that of a heavy fence",
                [
                    [.store(word: x, 1, .relaxed), .fence(.heavy), .store(word: y, 1, .relaxed)],
                    [.load(word: x, .relaxed), .load(word: y, .relaxed), .fence(.sequentiallyConsistent)],
                ], .possible
            ) { $0.registers[1] == [0, 1] },
            LitmusLaw(
                "a heavy fence between a load and another heavy fence's stores",
                [
                    [.load(word: x, .relaxed), .fence(.heavy)], [.fence(.heavy), .store(word: x, 1, .relaxed), .store(word: x, 2, .relaxed)],
                ], .possible
            ) { $0.registers[0] == [2] },
            // The third thread may have had the first heavy fence's fence before the second one asks for another.
            LitmusLaw(
                "a heavy fence behind another one, and a third thread",
                [
                    [.store(word: x, 1, .relaxed), .fence(.heavy), .store(word: y, 1, .relaxed)], [.load(word: y, .relaxed), .fence(.heavy)],
                    [.load(word: x, .relaxed), .store(word: y, 2, .relaxed)],
                ], .possible
            ) { $0.registers == [[], [1], [0]] },
        ]
}
