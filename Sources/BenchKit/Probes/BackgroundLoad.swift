import Foundation

/// How much of the processors other programs take while some processes of one's own are at work.
///
/// A single thread that waits for a processor waits for another program, and how long it did says how disturbed it was. Threads of one
/// benchmark, where they are more than there are processors or wake each other on the same one, wait for each other too, which is
/// their own cost and no disturbance; and what those waited that have ended by then isn't known. Who else ran is: nobody can have waited
/// for others that weren't there.
struct BackgroundLoad {
    /// The share of one processor that others may take before they disturb. On a quiet machine of two processors it was up to 0.14, most
    /// of it what the kernel takes to wake threads, 0.06 for `real.http`; one busy program makes it 0.7 or more.
    static let tolerance = 0.25
    /// Seconds below which nothing can be told: the kernel counts idle time in hundredths of a second.
    static let leastWindow = 0.1

    /// What the kernel has counted so far, in seconds.
    struct Reading: Equatable {
        let time: Double
        let processors: Int
        /// Of all processors.
        let idle: Double
        /// Processor time of the processes that are one's own, and of those that they started.
        let own: Double
    }

    /// Begins to look.
    /// - Parameter processes: which are one's own, besides this one.
    /// - Returns: tells, at any time later, `share` since then; nil where it can't be told.
    static func watch(besides processes: [pid_t] = []) -> () -> Double? {
        guard let start = reading(of: [getpid()] + processes) else { return { nil } }
        return {
            guard let end = reading(of: [getpid()] + processes) else { return nil }
            return share(from: start, to: end)
        }
    }

    /// What was neither idle nor one's own; 1 is a processor. What the host of a virtual machine takes counts as others'. 0 where a
    /// processor was free all the time, so that nobody had to give way.
    static func share(from start: Reading, to end: Reading) -> Double? {
        let elapsed = end.time - start.time
        guard elapsed >= leastWindow, start.processors == end.processors else { return nil }
        let idle = end.idle - start.idle
        if idle >= elapsed { return 0 }
        let busy = elapsed * Double(end.processors) - idle
        return max(0, busy - (end.own - start.own)) / elapsed
    }

    private static func reading(of processes: [pid_t]) -> Reading? {
        guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
            let (processors, idle) = idle(text, of: Processors.bound)
        else { return nil }
        let own = processes.map(processorTime)
        return Reading(
            time: Double(Clock.monotonic()) / 1e9, processors: processors, idle: idle, own: own.reduce(0, +))
    }

    /// The processors that are online, and the seconds that all of them together had nothing to do, from the text of `/proc/stat`.
    /// - Parameter bound: the numbers of those that count; nil for all. One that is idle but not for this process is of no use to it.
    static func idle(_ text: String, of bound: Set<Int>? = nil) -> (processors: Int, seconds: Double)? {
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("cpu") }.map { $0.split(separator: " ") }
        func idle(_ line: [Substring]) -> Double? {
            guard line.count > 5, let idle = Double(line[4]), let waiting = Double(line[5]) else { return nil }
            return (idle + waiting) / ticks
        }
        guard let all = lines.first, all[0] == "cpu", let whole = idle(all) else { return nil }
        let each = lines.dropFirst()
        let counting = each.filter { line in Int(line[0].dropFirst(3)).map { bound?.contains($0) != false } == true }
        if counting.isEmpty || counting.count == each.count { return (each.count, whole) }
        return (counting.count, counting.compactMap(idle).reduce(0, +))
    }

    /// Seconds of processor time of a process and of the children that it has waited for; 0 of one that has gone.
    private static func processorTime(_ process: pid_t) -> Double {
        #if os(Linux)
        var clock = clockid_t(), time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        let children = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)).flatMap(ofChildren) ?? 0
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 + children
        #else
        return 0
        #endif
    }

    /// From the text of `/proc/<process>/stat`, where the name in parentheses may have spaces.
    private static func ofChildren(_ text: String) -> Double? {
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 14, let user = Double(fields[13]), let system = Double(fields[14]) else { return nil }
        return (user + system) / ticks
    }

    /// In which the kernel counts, a second.
    private static let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
}

extension [TimeSample] {
    /// Samples of a benchmark of several threads, which were disturbed if other programs were at work: whether its threads waited for
    /// each other doesn't matter.
    /// - Parameter share: of a processor that others took meanwhile; nil where that is not known, and the samples' own word counts.
    func disturbed(by share: Double?) -> [TimeSample] {
        guard let share else { return self }
        return map { sample in
            TimeSample(
                wall: sample.wall, processor: sample.processor,
                contaminated: sample.contaminated.map { _ in share > BackgroundLoad.tolerance }, metrics: sample.metrics,
                missing: sample.missing)
        }
    }
}
