/// The first thing a report says.
struct ReportVerdict: Equatable {
    enum Tone: String {
        case good, bad, unsure
    }

    let tone: Tone
    /// A few words.
    let headline: String
    /// One sentence.
    let explanation: String
    /// What isn't a pass, worst first.
    let findings: [Finding]
    /// What these come from, worst first.
    private(set) var causes: [Cause] = []

    /// What was interrupted says so first, and then how the part of it that was measured is judged.
    init(_ digest: Digest) {
        let judged = ReportVerdict(judging: digest)
        // What a failure ended is told by the failure, unless it left something out.
        let cut = digest.current.filter { source in
            !source.results.complete && (!source.results.unreached.isEmpty || source.results.failures.isEmpty)
        }
        defer { causes = CauseSearch(digest.counted.all.map(\.value)).causes(of: findings) }
        if cut.isEmpty {
            self = judged
            return
        }
        let measured = cut.filter { !$0.results.unreached.isEmpty }.map { source in
            let all = source.results.order.count
            return "\(all - source.results.unreached.count) of \(ReportVerdict.number(all, "benchmark"))"
        }
        self.init(
            tone: judged.tone == .bad ? .bad : .unsure,
            headline: "Interrupted" + (measured.isEmpty ? "" : ": \(measured.joined(separator: ", "))")
                + (judged.tone == .bad ? "; " + judged.headline.lowercased() : ""),
            explanation: "\(cut.map(\.name).joined(separator: ", ")) ended before everything was measured. \(judged.explanation)",
            findings: judged.findings)
    }

    private init(tone: Tone, headline: String, explanation: String, findings: [Finding]) {
        self.tone = tone
        self.headline = headline
        self.explanation = explanation
        self.findings = findings
    }

    private init(judging digest: Digest) {
        let failed = digest.failures.map { failure in
            Finding(row: failure.row, gate: failure.file, failure.failure)
        }
        let checks = digest.checks
        if checks.isEmpty {
            self.init(unjudged: digest, failed: failed)
        } else {
            // The rows' failures of a check are among what it found.
            let others = failed.filter { failure in !checks.contains { $0.name == failure.gate } }
            self.init(checks, found: digest.judged.flatMap(\.findings) + others)
        }
    }

    /// What can be said without a file of `check`.
    private init(unjudged digest: Digest, failed: [Finding]) {
        let changed = digest.changedCounts
        let worse = changed.filter { $0.verdict == .regression }
        findings = ReportVerdict.worstFirst(failed + changed.filter { $0.verdict != .pass })
        if !failed.isEmpty {
            tone = .bad
            headline = failed.contains { $0.verdict == .wrongResult } ? "Wrong results" : "Errors"
            explanation = "\(ReportVerdict.number(failed.count, "row")) failed. No file of check is among the results."
        } else if !worse.isEmpty {
            tone = .bad
            headline = "Counts got worse"
            explanation =
                "\(ReportVerdict.number(worse.count, "count")) got worse from one file of counts to the next. "
                + "No file of check is among the results."
        } else {
            tone = .unsure
            headline = "Not judged"
            explanation = "Every result was right. Whether anything got worse is for check to say, of which no file is among the results."
        }
    }

    /// - Parameter checks: oldest first.
    private init(_ checks: [Digest.Source], found: [Finding]) {
        findings = ReportVerdict.worstFirst(found.filter { $0.verdict != .pass })
        let passes = found.count { $0.verdict == .pass }
        let counts = "\(passes) of \(ReportVerdict.number(found.count, "figure")) passed (\(Digest.words(checks.map(\.name))))."
        let parts = Digest.words(checks.compactMap(\.results.partOfSuite)), part = parts.isEmpty ? nil : parts
        explanation = counts + (part.map { " A partial check: \($0)." } ?? "")
        let partial = part == nil ? "" : " (a partial check)"
        switch found.exitCode {
        case .success: (tone, headline) = (.good, "Passed" + partial)
        case .improvement: (tone, headline) = (.good, "Better than the baseline" + partial)
        case .inconclusive: (tone, headline) = (.unsure, "Inconclusive: the machine was too busy" + partial)
        case .incomparable: (tone, headline) = (.unsure, "The baseline doesn't know everything" + partial)
        case .regression: (tone, headline) = (.bad, "Regression" + partial)
        case .wrongResult: (tone, headline) = (.bad, "Wrong results" + partial)
        default: (tone, headline) = (.bad, (found.isEmpty ? "Nothing was checked" : "Errors") + partial)
        }
    }

    private static func worstFirst(_ findings: [Finding]) -> [Finding] {
        let order = Verdict.allCases.reversed().map { $0 }
        return order.flatMap { verdict in findings.filter { $0.verdict == verdict } }
    }

    static func number(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}

extension Digest {
    /// How the newest counts of each row differ from the ones before, where both are of one environment.
    var changedCounts: [Finding] {
        let countJudge = CountJudge(limits: .usual)
        return counted.names.flatMap { key -> [Finding] in
            let history = counted.history(key).filter { $0.value.counts != nil }
            guard history.count > 1, let now = history.last, let counts = now.value.counts else { return [] }
            let before = history[history.count - 2]
            guard now.source.results.environment.differences(from: before.source.results.environment).isEmpty else { return [] }
            return countJudge.judge(key.text, now: counts, base: before.value.counts)
        }
    }
}

extension Verdict {
    /// How people are told.
    var name: String {
        switch self {
        case .pass: "pass"
        case .improvement: "better"
        case .inconclusive: "inconclusive"
        case .unknown: "not in the baseline"
        case .regression: "worse"
        case .error: "error"
        case .wrongResult: "wrong result"
        }
    }
}
