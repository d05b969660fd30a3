import CAllocationCounter
import Foundation

/// What the figures depend on besides the measured code.
struct Environment: Codable, Equatable, Sendable {
    /// First line of `swift --version`, of the toolchain on the path.
    var compiler: String?
    /// The C compiler of the toolchain that built the program, with its commit.
    let clang: String
    /// `release` or `debug`, and in what the build isn't the suite's usual one.
    private(set) var optimisation: String
    let architecture: String
    var processor: String?
    /// Processors that the program may use.
    let cores: Int
    /// Of how many processors it gets the time, where it is fewer than it may run on.
    var processorShare: Double?
    var kernel: String?
    var os: String?
    let allocator: String
    /// The mean number of runnable threads over the last minute, before the run.
    var load: Double?
    /// Of the working directory.
    var commit: String?
    /// Whether tracked files differ from the commit; of a suite that says what it is built from, whether that does.
    var dirty: Bool?
    /// Stands for what is measured, and what measures it: two that are alike are of one program. Nil of a suite that doesn't say what it
    /// is built from.
    var sources: String?
    /// Tells one machine, from one start to the next, from others of its kind; nil where the system has no such number.
    var boot: String?
    /// When the run began, ISO 8601.
    let date: String
    private(set) var missing: [String: String] = [:]

    /// Asks the system. Starts `swift` and `git` and waits for them, so not while measuring.
    /// - Parameter suite: says what it is built from.
    static func current(of suite: Suite? = nil) -> Environment {
        var environment = withoutPrograms()
        if let build = suite?.build { environment.optimisation += ", " + build }
        environment.set(\.compiler, "compiler", Shell.firstLine(["swift", "--version"]), "swift \(Executables.absence("swift"))")
        environment.commit = Shell.firstLine(["git", "rev-parse", "HEAD"])
        guard environment.commit != nil else {
            let reason =
                Shell.firstLine(["git", "rev-parse", "--git-dir"]) == nil
                ? "the working directory is in no git repository" : "the git repository has no commit yet"
            for field in ["commit", "dirty"] + (suite?.sources.isEmpty == false ? ["sources"] : []) { environment.missing[field] = reason }
            return environment
        }
        guard let sources = suite?.sources, !sources.isEmpty else {
            environment.set(\.dirty, "dirty", Shell.prints(["git", "status", "--porcelain", "--untracked-files=no"]), "git status failed")
            return environment
        }
        let measured = MeasuredSources(sources)
        environment.set(\.sources, "sources", measured.digest, MeasuredSources.elsewhere)
        environment.set(\.dirty, "dirty", environment.sources == nil ? nil : measured.isDirty, MeasuredSources.elsewhere)
        return environment
    }

    /// What the process can find out by itself: all but `compiler`, `commit`, `dirty` and `sources`, which take other programs.
    static func withoutPrograms() -> Environment {
        var environment = Environment(
            clang: String(cString: rxac_c_compiler()), optimisation: optimisation, architecture: architecture,
            cores: Processors.usable, allocator: Allocator.description,
            date: ISO8601DateFormatter().string(from: Date()))
        let share = Processors().share
        environment.processorShare = share.map { $0 < Double(Processors.bound?.count ?? .max) } == true ? share : nil
        environment.set(\.processor, "processor", Processors.model, "/proc/cpuinfo names no model")
        environment.set(\.boot, "boot", boot(), "there is no /proc/sys/kernel/random/boot_id")
        environment.set(\.kernel, "kernel", kernelRelease(), "uname failed")
        environment.set(\.os, "os", osName(), "there is no /etc/os-release")
        environment.set(\.load, "load", loadAverage(), "getloadavg failed")
        return environment
    }

    /// What of `other` makes its figures incomparable with these, in words. What either doesn't know isn't compared.
    func differences(from other: Environment) -> [String] {
        [processorDifference(from: other)].compactMap { $0 } + countDifferences(from: other)
    }

    /// As `differences`, of counts. Those of one processor hold on another one of the same architecture, as callgrind shows programs one of its own,
    /// where both have AVX2. (Of 6,704 rows that an Intel Xeon and an AMD EPYC counted all but one had the same calls, atomic instructions and locks,
    /// and instructions within 1.2 %. Mallocs of several threads, which are counted natively, have room for how threads meet.)
    func countDifferences(from other: Environment) -> [String] {
        let share = processorShare.map(Figures.short) ?? "whole", othersShare = other.processorShare.map(Figures.short) ?? "whole"
        return [
            Environment.difference("compiler", other.compiler, compiler), Environment.difference("clang", other.clang, clang),
            Environment.difference("optimisation", other.optimisation, optimisation),
            Environment.difference("architecture", other.architecture, architecture),
            Environment.difference("cores", "\(other.cores)", "\(cores)"), Environment.difference("share of processors", othersShare, share),
            Environment.difference("os", other.os, os), Environment.difference("allocator", other.allocator, allocator),
        ].compactMap { $0 }
    }

    func processorDifference(from other: Environment) -> String? { Environment.difference("processor", other.processor, processor) }

    private static func difference(_ name: String, _ before: String?, _ now: String?) -> String? {
        guard let before, let now, before != now else { return nil }
        return "\(name) \(before) became \(now)"
    }

    /// What helps where figures are of another machine: the script of this repository, where the current folder is that of one that has it.
    static var advice: String {
        FileManager.default.fileExists(atPath: "Scripts/gate")
            ? "Scripts/gate REVISION compares with a revision on this machine"
            : "count or measure both on this machine"
    }

    private init(
        clang: String, optimisation: String, architecture: String, cores: Int, allocator: String, date: String
    ) {
        self.clang = clang
        self.optimisation = optimisation
        self.architecture = architecture
        self.cores = cores
        self.allocator = allocator
        self.date = date
    }

    private mutating func set<Value>(
        _ field: WritableKeyPath<Environment, Value?>, _ name: String, _ value: Value?, _ reason: String
    ) {
        self[keyPath: field] = value
        if value == nil { missing[name] = reason }
    }

    /// SwiftPM defines DEBUG in the debug configuration.
    static var optimisation: String {
        #if DEBUG
        "debug"
        #else
        "release"
        #endif
    }

    private static var architecture: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "arm64"
        #else
        "other"
        #endif
    }

    private static func boot() -> String? {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text.map { String($0.prefix { $0 != "-" && !$0.isWhitespace }) }
    }

    private static func osName() -> String? {
        field("PRETTY_NAME", of: "/etc/os-release", separator: "=")?.trimmingCharacters(in: ["\""])
    }

    private static func field(_ name: String, of file: String, separator: Character) -> String? {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return nil }
        return line.split(separator: separator, maxSplits: 1).last.map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }

    private static func kernelRelease() -> String? {
        var names = utsname()
        guard uname(&names) == 0 else { return nil }
        let system = withUnsafeBytes(of: &names.sysname) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let release = withUnsafeBytes(of: &names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return system + " " + release
    }

    static func loadAverage() -> Double? {
        var load = 0.0
        return getloadavg(&load, 1) == 1 ? load : nil
    }
}
