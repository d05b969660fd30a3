import Foundation
import Synchronization

/// Benchmarks with a known cost and, on request, a known fault: what the gate is tested with.
public enum PlantedSuite {
    /// What is wrong with the row `fault`, or with the rows `slow.…`.
    public enum Fault: String, CaseIterable, Sendable {
        case none
        /// 10 % more instructions an event.
        case instructions
        /// One more malloc and free an event.
        case malloc
        /// One more malloc and free in an event of two threads.
        case threadedMalloc
        /// One more retain and release an event.
        case retain
        /// One more call of the kernel an event.
        case systemCall
        /// One more atomic instruction an event.
        case atomic
        /// One of Foundation's locks taken an event.
        case lock
        /// One of pthread's taken an event.
        case mutex
        /// A block of memory that nobody gives back, in each event.
        case kept
        /// A subscription that is never disposed of, in each iteration.
        case leak
        /// Another sum than expected.
        case wrong
        /// The current folder is another one afterwards.
        case move
        /// Prints, and a program that it starts does.
        case print
        /// The process ends on the spot.
        case crash
        /// The process ends as if it had succeeded.
        case exit
        /// An iteration that doesn't end.
        case hang
        /// A cost that grows with a size, where it doesn't otherwise.
        case growth
        /// One variant of the row `ratio` takes twice the other's time.
        case ratio
        /// The row `multiple` takes three times its floor's time.
        case multiple
        /// The rows `slow.…` take longer, by the share that they are named after, and so do the pauses of the rows `tail.…`.
        case slow
    }

    /// In percent.
    static let slowdowns = [2, 3, 4, 5, 6, 8, 10]
    /// In percent, of a pause that two messages in a hundred meet with.
    static let longerTails = [0, 25, 50, 100, 200]
    static let innocents = (1...4).map { "innocent.\($0)" }
    public static let guilty = "fault"
    static let threaded = "threads"
    static let growing = "growth"
    static let ratio = "ratio"
    static let multiple = "multiple"
    static let floor = "floor.planted"

    /// What the fault `leak` does in each iteration, and what notices it.
    typealias Leak = (body: @Sendable () -> Void, probe: @Sendable () -> [String: Int])

    private static let ownLeak: Leak = (
        { Subscription.leave() }, { ["subscriptions": Subscription.live.load(ordering: .relaxed)] }
    )

    static func suite(_ fault: Fault, leak: Leak = ownLeak) -> Suite {
        let innocent = innocents.map { row($0, extra: 0, fault: .none) }
        let slow = slowdowns.map { row("slow.\($0)", extra: fault == .slow ? $0 : 0, fault: .none) }
        // Which fault isn't its own is told by other comparisons in each event, and so by other instructions.
        let own = fault == .threadedMalloc ? .none : fault
        let spoilt = row(guilty, extra: fault == .instructions ? 10 : 0, fault: own, leak: leak.body)
        return Suite(
            name: "planted", benchmarks: innocent + [spoilt, threads(fault)] + slow + bounded(fault) + longerTails.map { tail($0, fault) },
            scalings: [scaling(fault)],
            probe: leak.probe, defaultVariants: ["only"], reference: innocents[0])
    }

    /// With the leak of a program's own suite, where it has one.
    static func suite(_ fault: Fault, of suite: Suite) -> Suite {
        guard let leak = suite.leak, let probe = suite.probe else { return self.suite(fault) }
        return self.suite(fault, leak: Leak(body: leak, probe: probe))
    }

    /// What bounds are on: two variants that take the same time, and a row that takes its floor's.
    private static func bounded(_ fault: Fault) -> [Benchmark] {
        func row(_ id: String, _ kind: Benchmark.Kind = .workload, variants: [String], steps: @escaping @Sendable (String) -> Int) -> Benchmark {
            Benchmark(id, "planted", kind: kind, variants: variants, events: Events(2000)) { run in
                var value = run.seed
                let count = steps(run.variant)
                run.timed { for _ in 0..<run.n { value = work(value, steps: count) } }
                blackHole(value)
            }
        }
        return [
            row(ratio, variants: ["one", "other"]) { fault == .ratio && $0 == "other" ? 400 : 200 },
            row(multiple, variants: ["only"]) { _ in fault == .multiple ? 600 : 200 },
            row(floor, .floor, variants: []) { _ in 200 },
        ]
    }

    static func tail(named growth: Int) -> String { "tail.\(growth)" }

    /// 2,000 messages in 0.2 s, of which every fiftieth keeps its sender for 0.2 ms or longer: ten times what a shared machine does by itself at p99.
    private static func tail(_ growth: Int, _ fault: Fault) -> Benchmark {
        Benchmark(tail(named: growth), "planted", variants: ["only"], latency: Latency(load: .rate(10_000), arrivals: .constant)) { trial in
            let pause = UInt64(fault == .slow ? 200_000 + 2_000 * growth : 200_000)
            try trial.send { message in
                if message.number.isMultiple(of: 50) {
                    let end = Clock.monotonic() + pause
                    while Clock.monotonic() < end {}
                }
                trial.deliver(message)
            }
        }
    }

    /// - Parameter extra: the work that is added, in percent.
    private static func row(_ id: String, extra: Int, fault: Fault, leak: (@Sendable () -> Void)? = nil) -> Benchmark {
        Benchmark(id, "planted", variants: ["only"], events: Events(2000)) { run in
            if run.n == 0 { return }
            let steps = 200 + 2 * extra
            let owner = Owner()
            let subscription = Subscription()
            defer { subscription.dispose() }
            var value = run.seed
            run.timed {
                for _ in 0..<run.n {
                    value = work(value, steps: steps)
                    if fault == .malloc { allocate() }
                    if fault == .retain { keep(owner) }
                    if fault == .systemCall { blackHole(getppid()) }
                    if fault == .atomic { touched.add(1, ordering: .relaxed) }
                    if fault == .lock { lock.withLock {} }
                    if fault == .mutex { takeMutex() }
                    if fault == .kept { leaveBlock() }
                }
            }
            switch fault {
            case .leak: leak?()
            case .wrong: try run.expect(run.n, run.n + 1, "a planted sum")
            case .move: _ = FileManager.default.changeCurrentDirectoryPath("/")
            case .print:
                Swift.print("planted words")
                puts("planted words of C")
                _ = popen("echo planted words of another program", "w").map { pclose($0) }
            case .crash: fatalError("planted")
            case .exit: exit(0)
            case .hang: while opaque(true) { Clock.sleep(milliseconds: 1000) }
            default: break
            }
            blackHole(value)
        }
    }

    /// Half of the work on each of two threads.
    private static func threads(_ fault: Fault) -> Benchmark {
        Benchmark(threaded, "planted", variants: ["only"], isSingleThreaded: false, threads: 2, events: Events(2000)) { run in
            let n = run.n, seed = run.seed
            run.timed {
                DispatchQueue.concurrentPerform(iterations: 2) { half in
                    var value = seed
                    for _ in 0..<(half == 0 ? n / 2 : n - n / 2) {
                        value = work(value, steps: 200)
                        if fault == .threadedMalloc { allocate() }
                    }
                    blackHole(value)
                }
            }
        }
    }

    private static func scaling(_ fault: Fault) -> Scaling {
        Scaling(
            growing, "planted", parameter: "things", sizes: [1, 10, 100, 1000], variants: ["only"], events: 10
        ) { run, size in
            var value = run.seed
            run.timed { for _ in 0..<run.n { value = work(value, steps: fault == .growth ? 100 + size : 100) } }
            blackHole(value)
        }
    }

    private final class Owner {}

    /// What lives as long as it isn't disposed of, whether or not anybody else holds it.
    private final class Subscription {
        static let live = Atomic(0)
        private var upstream: Subscription?

        init() {
            Subscription.live.add(1, ordering: .relaxed)
            upstream = self
        }

        deinit { Subscription.live.subtract(1, ordering: .relaxed) }

        func dispose() { upstream = nil }

        /// Nobody disposes of it.
        static func leave() { blackHole(Subscription()) }
    }

    /// Steps that each wait for the one before: their time is that of their number.
    @inline(never)
    private static func work(_ start: UInt64, steps: Int) -> UInt64 {
        var value = start
        // Not linear, or the optimiser would make several steps one.
        for _ in 0..<steps { value = (value ^ (value >> 29)) &* 6_364_136_223_846_793_005 }
        return value
    }

    @inline(never)
    private static func keep(_ owner: Owner) {
        let kept = Unmanaged.passUnretained(owner).retain()
        blackHole(kept)
        kept.release()
    }

    private static let touched = Atomic(0)
    private static let lock = NSLock()
    /// Never destroyed.
    nonisolated(unsafe) private static let mutex = {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        return mutex
    }()

    @inline(never)
    private static func takeMutex() {
        pthread_mutex_lock(mutex)
        pthread_mutex_unlock(mutex)
    }

    @inline(never)
    private static func leaveBlock() { blackHole(UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)) }

    @inline(never)
    private static func allocate() {
        let block = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
        blackHole(block)
        block.deallocate()
    }
}
