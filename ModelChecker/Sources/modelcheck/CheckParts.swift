import Scenarios

/// What of a run has each check's own limits, and what shares a time.
///
/// Without `--since`, all have their own, or all share `--minutes`. With it, those that run code of files that differ come first and have their own;
/// the others share what is left of `--minutes`, or are left out where there are none. Where it can't be told what differs, all have their own.
struct CheckParts {
    let first: [ScenarioCheck]
    private(set) var rest: [ScenarioCheck] = []
    /// Of processor time for the first; `nil`: each has its own limits.
    private(set) var seconds: Double?
    /// How many have had what; `nil`: all the same.
    private(set) var line: String?
    /// Of all, on each processor.
    private let time: Double?
    private let jobs: Int

    init(_ checks: [ScenarioCheck], _ options: CheckerOptions) {
        self.init(checks, options, changed: options.since.flatMap { ChangedSources(since: $0) })
    }

    /// - Parameter changed: `nil`: it can't be told.
    init(_ checks: [ScenarioCheck], _ options: CheckerOptions, changed: ChangedSources?) {
        time = options.minutes.map { Double($0) * 60 }
        jobs = options.jobs
        guard let since = options.since else {
            first = checks
            seconds = time.map { $0 * Double(options.jobs) }
            return
        }
        guard let changed else {
            first = checks
            line = "it can't be told what differs from \(since): all \(checks.count) checks had their full limits"
            return
        }
        first = checks.filter(changed.touches)
        rest = checks.filter { !changed.touches($0) }
        let others = options.minutes.map { "shared what was left of \($0) min" } ?? "were left out: only --minutes gives them time"
        line = "\(first.count) checks run code that differs from \(since) and had their full limits; \(rest.count) others \(others)"
    }

    /// Of processor time for the rest, after so many seconds; `nil`: it isn't to run.
    func restSeconds(after taken: Double) -> Double? {
        guard !rest.isEmpty, let time else { return nil }
        return (time - taken) * Double(jobs)
    }
}
