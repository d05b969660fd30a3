import Explorer
import Dispatch
import Foundation
import Scenarios

/// `modelcheck orders`: takes half of its order from one operation after the other, and looks for a scenario that notices.
///
/// Executions are random, by seed: a row names the first one that violates a law, which `modelcheck replay … --seed S --weaken SITE` shows. A row
/// without one says how many checks were tried that come by the operation; that is no proof that the order isn't needed.
struct OrdersCommand {
    /// Executions of a check: to see which operations it comes by, and with one of them weakened.
    private static let recorded = 300
    private static let tried = 3_000

    let options: CheckerOptions

    private struct Site {
        let name: String
        let weakened: String
        var checks: [ScenarioCheck] = []
    }

    private struct Finding {
        let site: Site
        var found: CheckResult?
        var tried = 0

        var row: String {
            let half = site.weakened.split(separator: ":").last ?? ""
            guard let found else { return "\(site.name) -\(half)  nothing in \(tried) of \(site.checks.count) checks" }
            let check = found.check
            let seed = found.seed.map { "seed \($0)" } ?? "crash"
            return "\(site.name) -\(half)  \(check.scenario), \(check.core) core, bias \(check.bias.rawValue), \(seed): \(found.law ?? "")"
        }
    }

    func run() throws -> Int32 {
        var options = options
        options.memories = [.c11]
        let checks = options.checks
        if checks.isEmpty { throw OptionError(text: "no scenario matches") }
        let sites = sites(of: checks)
        let findings = Shared(sites.map { Finding(site: $0) })
        let next = Shared(0), printed = Shared(0)
        DispatchQueue.concurrentPerform(iterations: options.jobs) { _ in
            while true {
                let index = next.with { index in
                    defer { index += 1 }
                    return index
                }
                if index >= sites.count { return }
                let finding = weaken(sites[index])
                findings.with { $0[index] = finding }
                printed.with { _ in print(finding.row) }
            }
        }
        let needed = findings.with { $0.filter { $0.found != nil }.count }
        print("\(sites.count) halves of orders: a scenario fails without \(needed) of them")
        return 0
    }

    /// What is done in a few executions of each check.
    private func sites(of checks: [ScenarioCheck]) -> [Site] {
        let arguments = ["--random", "\(OrdersCommand.recorded)", "--seed", "1", "--sites"]
        var sites: [String: Site] = [:]
        for result in CheckerPool(arguments: arguments, jobs: options.jobs).run(checks, report: { _ in }) {
            for (name, halves) in result.sites ?? [:] {
                for half in halves { sites[half, default: Site(name: name, weakened: half)].checks.append(result.check) }
            }
        }
        return sites.values.sorted { $0.weakened < $1.weakened }
    }

    private func weaken(_ site: Site) -> Finding {
        var finding = Finding(site: site)
        let arguments = ["--random", "\(OrdersCommand.tried)", "--seed", "1", "--weaken", site.weakened]
        // Spread over all that come by it.
        let stride = max(1, site.checks.count / options.checkLimit)
        for offset in 0..<stride {
            for index in Swift.stride(from: offset, to: site.checks.count, by: stride) {
                if finding.tried >= options.checkLimit { return finding }
                finding.tried += 1
                let result = CheckerPool(arguments: arguments, jobs: 1).run([site.checks[index]], report: { _ in })[0]
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
