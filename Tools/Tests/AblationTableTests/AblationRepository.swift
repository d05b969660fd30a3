import Foundation

@testable import AblationTable

/// A folder of its own with two ideas, a page, and files of figures: of what `rxbench` has written once, a row each, with figures put in.
final class AblationRepository {
    typealias Object = [String: Any]

    static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    let root = FileManager.default.temporaryDirectory.appendingPathComponent("ablation-\(UUID().uuidString)")
    var command: AblationCommand { AblationCommand(root: root) }

    init() throws {
        try write(
            "Sources/Rx/Kernel/Speed/Speed.swift",
            """
            /// What makes it fast.
            ///
            /// - `BIAS`: A gate is kept
            ///   for a thread: `Bias`.
            enum Speed {
                /// Pieces are used again: `Worker.perform`.
                @inlinable static var reuses: Bool {
                    #if RX_WITHOUT_REUSE
                    false
                    #endif
                }
            }
            """)
        try write("Sources/Rx/Kernel/Speed/Bias.swift", "#if !RX_WITHOUT_BIAS\n/// Words.\nstruct Bias {\n\n    // More.\n}\n#endif\n")
        try write("Sources/Rx/Worker.swift", "if Speed.reuses {}\n#if RX_WITHOUT_BIAS\na\n#else\nb\nc\n#endif\nif Speed.reusesMore {}\n")
        for page in [AblationCommand.page, AblationCommand.journal] {
            try write(page, "# Head\n\n\(AblationPage.begin)\nold\n\(AblationPage.end)\n\nTail\n")
        }
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func write(_ path: String, _ text: String) throws {
        let url = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func page(_ path: String = AblationCommand.page) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    static func measured(_ kind: AblationFolder.Kind) throws -> Object {
        let data = try Data(contentsOf: tests.appendingPathComponent("Measured/\(kind.rawValue).json"))
        return try JSONSerialization.jsonObject(with: data) as! Object
    }

    /// A file of a program, whose rows are changed as said.
    func write(
        _ kind: AblationFolder.Kind, _ name: String, round: Int = 1, file: (inout Object) -> Void = { _ in }, rows: ([Object]) -> [Object] = { $0 }
    ) throws {
        var results = try Self.measured(kind), environment = results["environment"] as! Object
        environment["optimisation"] =
            ["usual": "release", "all": "release, without BIAS, REUSE"][name] ?? "release, without \(name)"
        results["environment"] = environment
        results["rows"] = rows(results["rows"] as! [Object])
        file(&results)
        let text = String(decoding: try JSONSerialization.data(withJSONObject: results, options: .sortedKeys), as: UTF8.self)
        try write("\(AblationCommand.measured)/\(kind.rawValue)-\(name)\(kind == .counts ? "" : "-\(round)").json", text)
    }

    /// Rows like the first one, of benchmarks of these names.
    static func rows(_ benchmarks: [String], _ change: @escaping (inout Object, Int) -> Void) -> ([Object]) -> [Object] {
        { measured in
            benchmarks.enumerated().map { index, benchmark in
                var row = measured.last { $0["kind"] as? String == "workload" }!
                row["benchmark"] = benchmark
                change(&row, index)
                return row
            }
        }
    }

    /// Counts of an event.
    func counts(_ name: String, _ instructions: [String: Double], mallocs: Double = 2) throws {
        let benchmarks = instructions.keys.sorted()
        try write(
            .counts, name,
            rows: Self.rows(benchmarks) { row, index in
                row.set(instructions[benchmarks[index]]!, "counts", "perEvent", "instructions", "value")
                row.set(mallocs, "counts", "perEvent", "mallocs", "value")
            })
    }

    func times(_ name: String, round: Int = 1, _ times: [String: Double]) throws {
        let benchmarks = times.keys.sorted()
        try write(
            .times, name, round: round,
            rows: Self.rows(benchmarks) { row, index in
                row.set(times[benchmarks[index]]!, "time", "nanosecondsPerEvent", "median")
            })
    }

    /// As many rounds as it takes to compare.
    func everyTime(_ name: String, _ times: [String: Double]) throws { for round in 1...3 { try self.times(name, round: round, times) } }

    /// What an event takes with these numbers of threads.
    func growth(_ name: String, round: Int = 1, _ costs: [Int: Double], scaling: String = "producers") throws {
        try write(
            .growth, name, round: round,
            file: { results in
                var fit = (results["fits"] as! [Object])[0]
                fit["scaling"] = scaling
                fit["points"] = costs.sorted { $0.key < $1.key }.map { ["size": $0.key, "cost": $0.value] as Object }
                results["fits"] = [fit]
            })
    }

    func everyTail(_ name: String, delay: Double, isHidden: Bool = false) throws {
        for round in 1...5 { try tail(name, round: round, delay: delay, isHidden: isHidden) }
    }

    func tail(_ name: String, round: Int = 1, delay: Double, isHidden: Bool = false) throws {
        try write(
            .tail, name, round: round,
            rows: Self.rows(["mailbox"]) { row, _ in
                row.set(delay, "latency", "distributions", "delay", "percentiles", "p99", "value")
                row.set(isHidden, "latency", "distributions", "delay", "percentiles", "p99", "hidden")
            })
    }

    func folder() throws -> AblationFolder {
        try AblationFolder(root.appendingPathComponent(AblationCommand.measured), shownAs: AblationCommand.measured, ideas: ["BIAS", "REUSE"])
    }

    func comparison() throws -> AblationComparison { AblationComparison(try folder(), name: "BIAS") }
}

extension AblationRepository.Object {
    mutating func set(_ value: Any, _ path: String...) { set(value, path[...]) }

    private mutating func set(_ value: Any, _ path: ArraySlice<String>) {
        guard let first = path.first else { return }
        guard path.count > 1 else { return self[first] = value }
        var inner = self[first] as? [String: Any] ?? [:]
        inner.set(value, path.dropFirst())
        self[first] = inner
    }
}
