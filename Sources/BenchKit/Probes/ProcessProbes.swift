import Foundation

/// What the kernel tells of this process. Each is nil where it tells nothing (`/proc` exists on Linux only).
enum ProcessProbes {
    /// Live threads.
    static func threads() -> Int? {
        try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    }

    /// Open files, sockets and the like.
    static func descriptors() -> Int? {
        // One of them is that of the folder that is read.
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count).map { $0 - 1 }
    }

    /// Context switches since the process began.
    static func contextSwitches() -> ContextSwitches? {
        var usage = rusage()
        // 0 is RUSAGE_SELF, which some C libraries declare with a type that does not fit its own function.
        guard getrusage(0, &usage) == 0 else { return nil }
        return ContextSwitches(voluntary: Int(usage.ru_nvcsw), involuntary: Int(usage.ru_nivcsw))
    }

    /// Forgets the peak of resident memory. False where the kernel does not let us.
    static func resetPeakMemory() -> Bool {
        guard let file = fopen("/proc/self/clear_refs", "w") else { return false }
        let written = fputs("5", file)
        return fclose(file) == 0 && written >= 0
    }

    /// The most bytes that were resident since `resetPeakMemory`.
    static func peakMemory() -> UInt64? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }) else { return nil }
        return line.split(separator: " ").compactMap { UInt64($0) }.first.map { $0 * 1024 }
    }

    /// Nanoseconds that the live threads have been ready to run but had no processor.
    static func runDelay() -> UInt64? {
        guard let tasks = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") else { return nil }
        let delays = tasks.compactMap { runDelay(ofTask: $0) }
        return delays.isEmpty ? nil : delays.reduce(0, +)
    }

    private static func runDelay(ofTask task: String) -> UInt64? {
        guard let text = try? String(contentsOfFile: "/proc/self/task/\(task)/schedstat", encoding: .utf8) else {
            return nil
        }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? UInt64(fields[1]) : nil
    }
}

/// How often threads lost their processor: by waiting, or because the kernel took it.
struct ContextSwitches: Codable, Equatable, Sendable {
    let voluntary: Int
    let involuntary: Int

    static func - (left: ContextSwitches, right: ContextSwitches) -> ContextSwitches {
        ContextSwitches(
            voluntary: left.voluntary - right.voluntary, involuntary: left.involuntary - right.involuntary)
    }
}
