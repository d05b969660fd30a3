import Explorer
import Dispatch
import Foundation
import Scenarios

/// `modelcheck orders`: takes half of its order from one operation after the other, and looks for a scenario that notices.
///
/// Executions are random, by seed: a row names the first one that violates a law, which `replay … --seed S --weaken SITE` shows. A row
/// without one says how many checks were tried that come by the operation; that is no proof that the order isn't needed.
///
/// With a file for the rows it can be ended at any moment and begun again: rows are added to the file as they are found, and a half that has one
/// isn't tried again.
struct OrdersCommand {
    /// Executions of a check: to see which operations it comes by, and with one of them weakened.
    private static let recorded = 300
    private static let tried = 3_000
    private static let nothing = "nothing in "

    let options: CheckerOptions

    private struct Site {
        let name: String
        let weakened: String
        var checks: [ScenarioCheck] = []

        /// What its row begins with.
        var label: String { "\(name) -\(weakened.split(separator: ":").last ?? "")  " }
    }

    private struct Finding {
        let site: Site
        var found: CheckResult?
        var tried = 0

        var row: String {
            guard let found else { return site.label + OrdersCommand.nothing + "\(tried) of \(site.checks.count) checks" }
            let check = found.check
            let seed = found.seed.map { "seed \($0)" } ?? "crash"
            return site.label + "\(check.scenario), \(check.core) core, bias \(check.bias.rawValue), \(seed): \(found.law ?? "")"
        }
    }

    func run() throws -> Int32 {
        var options = options
        options.memories = [.c11]
        let checks = options.checks
        if checks.isEmpty { throw OptionError(text: "no scenario matches") }
        let all = sites(of: checks)
        var rows = try options.rows.map { try Self.rows(in: $0) } ?? []
        let sites = all.filter { site in !rows.contains { $0.hasPrefix(site.label) } }
        let file = try options.rows.map { try Self.opened($0) }
        defer { try? file?.close() }
        let next = Shared(0), found = Shared<[String]>([])
        DispatchQueue.concurrentPerform(iterations: options.jobs) { _ in
            while true {
                let index = next.with { index in
                    defer { index += 1 }
                    return index
                }
                if index >= sites.count { return }
                let row = weaken(sites[index]).row
                found.with {
                    $0.append(row)
                    print(row)
                    file?.write(Data((row + "\n").utf8))
                }
            }
        }
        rows = rows.filter { row in all.contains { row.hasPrefix($0.label) } } + found.with { $0 }
        let needed = rows.filter { !$0.contains(Self.nothing) }.count
        print("\(all.count) halves of orders, \(sites.count) of them tried now: a scenario fails without \(needed) of them")
        return 0
    }

    /// Those that a file has; none where there is no such file.
    private static func rows(in path: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// To add rows at its end.
    private static func opened(_ path: String) throws -> FileHandle {
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seekToEnd()
        return file
    }

    /// What is done in a few executions of each check.
    private func sites(of checks: [ScenarioCheck]) -> [Site] {
        let arguments = ["--random", "\(OrdersCommand.recorded)", "--seed", "1", "--sites"]
        var sites: [String: Site] = [:]
        let pool = CheckerPool(jobs: options.jobs) { check, _ in CheckerProcess.result(of: check, arguments) }
        for result in pool.run(checks, report: { _ in }) {
            for (name, halves) in result.sites ?? [:] {
                for half in halves { sites[half, default: Site(name: name, weakened: half)].checks.append(result.check) }
            }
        }
        return sites.values.sorted { $0.weakened < $1.weakened }
    }

    private func weaken(_ site: Site) -> Finding {
        var finding = Finding(site: site)
        let arguments = ["--random", "\(OrdersCommand.tried)", "--seed", "1", "--weaken", site.weakened]
        let end = Date(timeIntervalSinceNow: options.timeLimit ?? .infinity)
        // Spread over all that come by it.
        let stride = max(1, site.checks.count / options.checkLimit)
        for offset in 0..<stride {
            for index in Swift.stride(from: offset, to: site.checks.count, by: stride) {
                if finding.tried >= options.checkLimit || Date() >= end { return finding }
                finding.tried += 1
                let result = CheckerProcess.result(of: site.checks[index], arguments)
                if result.outcome == .violated {
                    finding.found = result
                    return finding
                }
            }
        }
        return finding
    }
}

/// A value that several threads of this program use.
private final class Shared<Value>: @unchecked Sendable {  // Sendable: `value` is guarded by `lock`.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func with<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
