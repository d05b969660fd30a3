/// What a comparison of sources, intermediate code and instructions has found.
struct OrderReport {
    private(set) var findings: [String] = []
    /// Places in the sources that no intermediate code says that it comes from.
    private(set) var absent: [SourceSite] = []
    private(set) var summary: [String] = []
    private var instructions: [String: Int] = [:]

    /// Each step has to be one that its row allows, and each row has to have all its steps somewhere.
    mutating func compare(_ steps: [PlacedStep], with rows: [String: Set<AtomicStep>]) {
        var seen: [String: Set<AtomicStep>] = [:], toolchain = 0
        for step in steps {
            if PlatformOrders.isOfToolchain(step) {
                toolchain += 1
                continue
            }
            let function = step.frames.first?.function ?? "code of no known function"
            guard let row = rows[function] else {
                findings.append("\(step.place): \(step.step) in \(function), which has no row")
                continue
            }
            seen[function, default: []].insert(step.step)
            if !row.contains(step.step) {
                let allowed = row.map(\.description).sorted().joined(separator: ", ")
                findings.append("\(step.place): \(function) is \(step.step) in intermediate code, and has to be \(allowed)")
            }
        }
        for (function, row) in rows.sorted(by: { $0.key < $1.key }) {
            for step in row.subtracting(seen[function] ?? []).map(\.description).sorted() { findings.append("\(function): nowhere a \(step)") }
        }
        let kinds = Dictionary(grouping: steps, by: \.step.description).mapValues(\.count).sorted { $0.key < $1.key }
        summary.append("\(steps.count) atomic operations and light fences in intermediate code, \(toolchain) of them the toolchain's own:")
        summary += kinds.map { "    \($0.value) \($0.key)" }
    }

    /// Says of how many places there is code.
    mutating func compare(_ steps: [PlacedStep], with sites: [SourceSite]) {
        let places = Dictionary(grouping: steps.flatMap(\.frames), by: \.line)
        absent = sites.filter { site in !(places[site.line] ?? []).contains(where: site.isPlace) }
        summary.append(
            "\(sites.count) places in the sources name an order; \(sites.count - absent.count) of them are where an operation says that it comes from"
        )
    }

    /// Each step has to be there, with all its order, and on its side of a light fence.
    mutating func compare(_ steps: [PlacedStep], with code: ArmCode, for processor: ArmProcessor) {
        for step in steps {
            let names = code.instructions[step.number] ?? []
            guard let lost = step.step.lost(in: names) else { continue }
            let now = names.isEmpty ? "nothing" : names.joined(separator: ", ")
            findings.append("\(step.place): \(step.step) is lost for \(processor.name): \(lost), it has become \(now)")
        }
        // Neighbours of one basic block, of which one is a light fence.
        let stretches = code.stretchesWithFences
        for (first, second) in zip(steps, steps.dropFirst()) where first.block == second.block {
            guard let fence = [first, second].first(where: { $0.step == .lightFence }) else { continue }
            for stretch in stretches[fence.number] ?? [] {
                guard let one = stretch.firstIndex(of: first.number), let two = stretch.firstIndex(of: second.number), two < one else { continue }
                findings.append("\(first.place): \(first.step) comes behind \(second.step) for \(processor.name)")
            }
        }
        let count = steps.reduce(0) { $0 + (code.instructions[$1.number] ?? []).count { ArmInstruction($0).kind != .other } }
        instructions[processor.name, default: 0] += count
    }

    /// Of all comparisons with instructions.
    mutating func conclude() {
        for processor in ArmProcessor.all {
            summary.append("\(processor.name): \(instructions[processor.name] ?? 0) of their instructions looked at")
        }
    }
}
