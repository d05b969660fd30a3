/// Puts files together that parts of a suite, or the same on several machines, were measured into.
struct ResultsMerge {
    let results: Results

    /// One of the files.
    struct Part {
        let name: String
        let results: Results
    }

    /// - Parameter parts: at least two.
    /// - Throws: `Incomparable` where they aren't of one suite and command, `FileError` where one has what can't be put together.
    init(_ parts: [Part]) throws {
        precondition(parts.count > 1, "ResultsMerge: at least two files")
        let first = parts[0]
        for part in parts {
            try ResultsMerge.require(part, alike: first)
        }
        var merged = Results(
            command: first.results.command, suite: first.results.suite, profile: ResultsMerge.common(parts.map(\.results.profile)),
            seed: first.results.seed, filter: ResultsMerge.common(parts.map(\.results.selection)),
            order: ResultsMerge.unique(parts.flatMap(\.results.order)), reference: first.results.reference, environment: first.results.environment)
        merged.forks = ResultsMerge.common(parts.map(\.results.forks))
        merged.complete = parts.allSatisfy(\.results.complete)
        merged.shard = ResultsMerge.shards(parts.map(\.results.shard))
        var machines = Machines(reference: first.results.reference)
        for part in parts {
            for (environment, rows, comparisons) in part.results.byMachine {
                let (machine, new) = machines.add(environment, rows)
                merged.add(
                    rows: new.map { $0.on(machine) },
                    comparisons: comparisons.filter { comparison in new.contains { $0.benchmark == comparison.benchmark } }.map { $0.on(machine) })
            }
        }
        if machines.all.count > 1 { merged.machines = machines.all.map(\.environment) }
        merged.forgetOnlyMachine()
        results = merged
    }

    private static func require(_ part: Part, alike first: Part) throws {
        let (one, other) = (first.results, part.results)
        func require<T: Equatable>(_ what: String, _ value: (Results) -> T, _ text: (T) -> String) throws(Incomparable) {
            if value(one) != value(other) {
                throw Incomparable("\(first.name) has \(what) \(text(value(one))), \(part.name) has \(text(value(other)))")
            }
        }
        try require("the suite", \.suite) { $0 }
        try require("what was measured by", { $0.command }) { $0.rawValue }
        try require("the floor", \.reference) { $0 }
        try require("the sources", { $0.environment.sources ?? $0.environment.commit }) { $0 ?? "that nobody knows" }
        guard [.run, .latency, .counts].contains(other.command) else {
            throw FileError(description: "\(part.name) is of \(other.command.rawValue): merge takes files of run, latency and counts")
        }
    }

    private static func common<T: Equatable>(_ values: [T?]) -> T? {
        let first = values[0]
        return values.allSatisfy { $0 == first } ? first : nil
    }

    private static func unique(_ ids: [String]) -> [String] {
        var seen: Set<String> = []
        return ids.filter { seen.insert($0).inserted }
    }

    /// Nil where all parts of a whole are there.
    private static func shards(_ texts: [String?]) -> String? {
        let shards = texts.compactMap { $0 }.flatMap { $0.split(separator: ",") }.compactMap { Shard(String($0)) }
        guard let count = shards.first?.count, texts.allSatisfy({ $0 != nil }) else { return nil }
        if shards.allSatisfy({ $0.count == count }), Set(shards.map(\.index)).count == count { return nil }
        return unique(shards.map(\.description)).joined(separator: ",")
    }

    /// Those that rows are of.
    private struct Machines {
        struct Machine {
            let environment: Environment
            var rows: Set<RowKey>
        }

        /// Every part has it.
        let reference: String
        private(set) var all: [Machine] = []

        init(reference: String) { self.reference = reference }

        /// Rows belong to a machine that is known where it was started at the same time, is of the same kind, and has none of them yet but
        /// floors that the others need: else the same was measured again, as on another machine.
        /// - Returns: its place, and what of the rows is new there.
        mutating func add(_ environment: Environment, _ rows: [Row]) -> (place: Int, new: [Row]) {
            let own = own(rows)
            let place = all.firstIndex { machine in
                machine.environment.boot != nil && machine.environment.boot == environment.boot
                    && machine.environment.differences(from: environment).isEmpty
                    && machine.rows.isDisjoint(with: own)
            }
            guard let place else {
                all.append(Machine(environment: environment, rows: Set(rows.map(\.key))))
                return (all.count - 1, rows)
            }
            let new = rows.filter { !all[place].rows.contains($0.key) }
            all[place].rows.formUnion(rows.map(\.key))
            return (place, new)
        }

        /// What was asked for: not the floors that are there for other rows.
        private func own(_ rows: [Row]) -> Set<RowKey> {
            var floors = Set(rows.compactMap(\.latency?.floor)).union([reference])
            // A row of latency that failed doesn't tell its floor.
            if rows.contains(where: { $0.failure != nil && $0.events == 0 && $0.kind != .floor }) {
                floors.formUnion(rows.filter { $0.kind == .floor }.map(\.benchmark))
            }
            let own = rows.filter { !floors.contains($0.benchmark) }
            return Set((own.isEmpty ? rows : own).map(\.key))
        }
    }
}

extension Results {
    /// What was measured on each machine.
    fileprivate var byMachine: [(environment: Environment, rows: [Row], comparisons: [Comparison])] {
        (machines ?? [environment]).enumerated().map { place, environment in
            (environment, rows.filter { ($0.machine ?? 0) == place }, comparisons.filter { ($0.machine ?? 0) == place })
        }
    }
}

extension Row {
    fileprivate func on(_ machine: Int) -> Row {
        var row = self
        row.machine = machine
        return row
    }
}

extension Comparison {
    fileprivate func on(_ machine: Int) -> Comparison {
        var comparison = self
        comparison.machine = machine
        return comparison
    }
}
