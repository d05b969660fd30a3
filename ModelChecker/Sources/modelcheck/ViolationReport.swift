import Foundation

/// What the checks that violate a law say at the end of a run: each its law and the command that shows it again, and one its interleaving.
struct ViolationReport {
    let options: CheckerOptions
    /// What conditions the kernel was built under, for the commands.
    var leftOut = ProcessInfo.processInfo.environment["RX_WITHOUT"]

    /// - Parameter replay: runs `modelcheck` with these arguments, and returns what it prints.
    func text(_ violated: [CheckResult], replay: ([String]) -> String) -> String {
        // Often all have one cause: the interleaving with the fewest switches is shown, and comes last. One that crashes again shows nothing.
        let ordered = violated.sorted { rank($0) > rank($1) }
        var paragraphs = ordered.map(paragraph)
        if let last = ordered.last, let choices = last.choices { paragraphs.append(replay(arguments(last, [choices]))) }
        return paragraphs.joined(separator: "\n\n")
    }

    private func rank(_ result: CheckResult) -> Int {
        guard let choices = result.choices, result.isCrash != true else { return .max }
        return choices.prefix { $0 != "@" }.filter(\.isLetter).count
    }

    private func paragraph(_ result: CheckResult) -> String {
        let check = result.check
        var lines = ["\(check.scenario), \(check.core) core, \(check.memory.rawValue), bias \(check.bias.rawValue): \(result.law ?? "")"]
        if let seed = result.seed, let (kind, _) = options.sampling {
            let depth = kind == .priorities ? ["--depth", "\(options.depth)"] : []
            lines.append(again(result, ["--seed", "\(seed)", "--\(kind.rawValue)", "1"] + depth))
        }
        if let choices = result.choices { lines.append(again(result, [choices])) }
        return lines.joined(separator: "\n")
    }

    private func again(_ result: CheckResult, _ execution: [String]) -> String {
        (leftOut.map { "again: RX_WITHOUT=\($0) " } ?? "again: ") + "Scripts/test --model " + arguments(result, execution).joined(separator: " ")
    }

    private func arguments(_ result: CheckResult, _ execution: [String]) -> [String] {
        result.check.replay(execution) + (options.weakening.map { ["--weaken", $0] } ?? [])
    }
}
