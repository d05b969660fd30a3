import CAllocationCounter
import Foundation

/// Whether the machine offers what the figures need.
public struct Diagnosis: Sendable {
    public enum Verdict: String, Sendable {
        case ok
        /// Some figures will be absent.
        case missing
        /// Figures will be there but noisy or meaningless.
        case poor
    }

    public let name: String
    public let verdict: Verdict
    /// What was found and, unless all is well, what to do.
    public let finding: String

    private init(_ name: String, _ verdict: Verdict, _ finding: String) {
        self.name = name
        self.verdict = verdict
        self.finding = finding
    }

    /// All checks, in about a second.
    public static func all() -> [Diagnosis] {
        [
            toolchain, build, allocations, jemalloc,
            program("valgrind", version: ["valgrind", "--version"], need: "counts and check"),
            program("git", version: ["git", "--version"], need: "recording the commit"),
            membarrier, load, clock, noise, runDelay, peakMemory,
        ]
    }

    private static var toolchain: Diagnosis {
        guard let version = Shell.firstLine(["swift", "--version"]) else {
            return Diagnosis("toolchain", .missing, "swift \(Executables.absence("swift")): results will not name the compiler")
        }
        return Diagnosis("toolchain", .ok, version)
    }

    private static var build: Diagnosis {
        Environment.optimisation == "release"
            ? Diagnosis("build", .ok, "release")
            : Diagnosis("build", .poor, "debug: times mean nothing; use swift run -c release")
    }

    private static var allocations: Diagnosis {
        let reason = AllocationCounter().unavailable
        return Diagnosis(
            "allocations", reason == nil ? .ok : .missing,
            reason ?? "counted exactly in all threads, self-check passed, in front of \(Allocator.description)")
    }

    private static var jemalloc: Diagnosis {
        Allocator.hasStatistics
            ? Diagnosis("jemalloc", .ok, "live, active and resident bytes are read")
            : Diagnosis("jemalloc", .missing, HeapBytes.unavailableReason)
    }

    private static func program(_ name: String, version: [String], need: String) -> Diagnosis {
        guard let version = Shell.firstLine(version) else {
            let cure = Executables.find(name) == nil ? ": install the package \(name)" : ""
            return Diagnosis(name, .missing, "\(Executables.absence(name)); needed for \(need)\(cure)")
        }
        return Diagnosis(name, .ok, version)
    }

    private static var membarrier: Diagnosis {
        rxac_has_membarrier()
            ? Diagnosis("membarrier", .ok, "private expedited barriers are offered")
            : Diagnosis("membarrier", .missing, "the kernel offers no private expedited barrier")
    }

    private static var load: Diagnosis {
        let cores = Double(Processors.usable)
        guard let load = Environment.loadAverage() else {
            return Diagnosis("load", .missing, "the system tells no load average")
        }
        let text = String(format: "%.2f on %@", load, ReportVerdict.number(Int(cores), "processor"))
        return load < cores / 2
            ? Diagnosis("load", .ok, text) : Diagnosis("load", .poor, text + ": end other programs first")
    }

    private static var clock: Diagnosis {
        let nanoseconds = Clock.resolution()
        return nanoseconds < 1000
            ? Diagnosis("clock", .ok, "smallest step \(nanoseconds) ns")
            : Diagnosis("clock", .poor, "smallest step \(nanoseconds) ns: see the kernel's clocksource")
    }

    /// The same loop many times: how far the slowest tenth lies above the median.
    private static var noise: Diagnosis {
        let durations = (0..<200).map { _ in
            let start = Clock.monotonic()
            for index in 0..<200_000 { blackHole(index) }
            return Double(Clock.monotonic() - start)
        }.sorted()
        let excess = (durations[180] / Statistics.median(ofSorted: durations) - 1) * 100
        let text = String(format: "the slowest tenth of a loop is %.1f %% above its median", excess)
        return excess < 10
            ? Diagnosis("noise", .ok, text) : Diagnosis("noise", .poor, text + ": trust ratios, not times")
    }

    private static var runDelay: Diagnosis {
        ProcessProbes.runDelay() != nil
            ? Diagnosis("run delay", .ok, "disturbed samples are recognised")
            : Diagnosis("run delay", .missing, "no /proc/self/task/*/schedstat: disturbed samples go unnoticed")
    }

    private static var peakMemory: Diagnosis {
        ProcessProbes.resetPeakMemory() && ProcessProbes.peakMemory() != nil
            ? Diagnosis("peak memory", .ok, "read for each benchmark")
            : Diagnosis("peak memory", .missing, "/proc/self/clear_refs cannot be written")
    }
}
