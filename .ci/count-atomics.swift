// swift .ci/count-atomics.swift PROGRAM OUT [PATTERN] [--check RECORDED]
//
// Counts what the workloads of PROGRAM execute for an event: instructions, and which functions they are of, calls that count references or
// allocate, and atomic instructions: under callgrind, which counts each instruction, those that the disassembly shows to be locked. x86-64
// only. Scripts/atomics runs it.
import Foundation

struct Listed: Decodable {
    struct Events: Decodable { let quick: Int }
    let id, kind: String
    let variants: [String]
    /// Benchmarks of latency have none.
    let events: Events?
}

struct Row: Codable {
    let benchmark, variant: String
    /// By an event: of the library and the benchmark, of the Swift runtime (reference counts), of the rest (malloc, Dispatch).
    let own, references, system: Double
    /// As `own`, with `RX_BIAS=0`: where no gate is ever given to a thread.
    let ownUnbiased: Double
    /// Full fences by an event: `mfence`, and `membarrier` by the call.
    let fences, heavyFences: Double
    /// Outside the allocator, as `rxbench counts` has them: its own hang on the state of its heap.
    let instructions: Double
    /// Calls by an event of `swift_retain`, `swift_release`, `malloc` and their like, and `swift_beginAccess`.
    let retains, releases, mallocs, accesses: Double
    /// The functions that most of an event's instructions are of, as the linker knows them, what is called in them not counted.
    let functions: [Function]

    struct Function: Codable {
        let name: String
        let instructions: Double
    }
}

struct Counts: Codable {
    var schema = "rxbench-atomics/2"
    var commit: String?
    /// What the rows were counted of; see docs/results.md.
    var dirty: Bool?
    var sources: String?
    let rows: [Row]
}

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("count-atomics: \(message)\n".utf8))
    exit(1)
}

@discardableResult
func run(_ words: [String], input: String = "", environment: [String: String] = [:]) -> String {
    let process = Process(), output = Pipe(), given = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardInput = given
    do { try process.run() } catch { fail("\(words[0]): \(error)") }
    let writer = Thread {
        given.fileHandleForWriting.write(Data(input.utf8))
        try? given.fileHandleForWriting.close()
    }
    writer.start()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus != 0 { fail("\(words[0]) ended with status \(process.terminationStatus)") }
    return String(decoding: data, as: UTF8.self)
}

/// The addresses of a file's atomic instructions and fences, from its disassembly.
struct Locked {
    var atomics: Set<UInt64> = [], fences: Set<UInt64> = []

    init(file: String) {
        guard FileManager.default.fileExists(atPath: file) else { return }
        let pattern = "\\s(lock |xchg .*\\(|mfence)"
        for line in run(["sh", "-c", "objdump -d --no-show-raw-insn '\(file)' | grep -E '\(pattern)' || true"]).split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":"),
                let address = UInt64(line[..<colon].drop { $0 == " " }, radix: 16)
            else { continue }
            if line.contains("mfence") { fences.insert(address) } else { atomics.insert(address) }
        }
    }
}

var disassembled: [String: Locked] = [:]
func locked(in file: String) -> Locked {
    if let known = disassembled[file] { return known }
    let found = Locked(file: file)
    disassembled[file] = found
    return found
}

/// Functions whose calls are counted.
enum Counted: CaseIterable {
    case retain, release, malloc, access

    /// Those of the runtime are the ones that `rxbench counts` counts (`CountedKind` of BenchKit).
    private var functions: Set<Substring> {
        switch self {
        case .retain: [
            "swift_retain", "swift_retain_n", "swift_tryRetain", "swift_nonatomic_retain", "swift_nonatomic_retain_n",
            "swift_unownedRetain", "swift_unownedRetain_n", "swift_unownedRetainStrong", "swift_unownedRetainStrongAndRelease",
            "swift_weakLoadStrong",
        ]
        case .release: [
            "swift_release", "swift_release_n", "swift_nonatomic_release", "swift_nonatomic_release_n", "swift_unownedRelease",
            "swift_unownedRelease_n",
        ]
        case .malloc: ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc"]
        case .access: ["swift_beginAccess"]
        }
    }

    /// Which a function of this name is. A recursive call has a quote and its depth behind the name.
    static func of(_ function: Substring) -> Counted? {
        let name = function.prefix { $0 != "'" }
        return allCases.first { $0.functions.contains(name) }
    }
}

/// Whether a function is one that programs call for memory, or one of jemalloc's (`Allocators` of BenchKit).
func isAllocator(_ function: Substring, in file: Substring) -> Bool {
    let functions: Set<Substring> = [
        "malloc", "calloc", "realloc", "reallocarray", "free", "posix_memalign", "aligned_alloc", "memalign", "valloc", "pvalloc",
    ]
    return functions.contains(function.prefix { $0 != "'" }) || file.split(separator: "/").last?.hasPrefix("libjemalloc") == true
}

struct Tally {
    var own = 0.0, references = 0.0, system = 0.0, fences = 0.0, heavyFences = 0.0, instructions = 0.0
    var calls: [Counted: Double] = [:], functions: [String: Double] = [:]

    init() {}

    /// One part of callgrind's output ("Callgrind Format Specification"), with the address of each instruction.
    init(part: String, program: String) {
        var names: [Substring: Substring] = [:]
        func name(_ text: Substring) -> Substring {
            guard text.first == "(", let end = text.firstIndex(of: ")") else { return text }
            let rest = text[text.index(after: end)...].drop { $0 == " " }
            if !rest.isEmpty { names[text[...end]] = rest }
            return names[text[...end]] ?? ""
        }
        var objects: [Substring: Substring] = [:]
        func object(_ text: Substring) -> Substring {
            swap(&names, &objects)
            defer { swap(&names, &objects) }
            return name(text)
        }
        var file: Substring = "", function: Substring = "", callee: Substring = "", skips = false
        // Of the next call; nil where it is in the caller's object.
        var calleeFile: Substring?
        var isAllocation = false
        for line in part.split(separator: "\n") {
            if line.hasPrefix("ob=") { file = object(line.dropFirst(3)); continue }
            if line.hasPrefix("cob=") { calleeFile = object(line.dropFirst(4)); continue }
            if line.hasPrefix("fn=") { function = name(line.dropFirst(3)); continue }
            if line.hasPrefix("cfn=") { callee = name(line.dropFirst(4)); continue }
            if line.hasPrefix("calls=") {
                skips = true  // The next line is what the callee cost.
                isAllocation = isAllocator(callee, in: calleeFile ?? file) && !isAllocator(function, in: file)
                calleeFile = nil
                let count = Double(line.dropFirst(6).prefix { $0.isNumber }) ?? 0
                if callee == "rx_heavy_fence" { heavyFences += count }
                // An allocation that passes on to another function of the kind is one.
                if let kind = Counted.of(callee), kind != .malloc || Counted.of(function) != .malloc { calls[kind, default: 0] += count }
                continue
            }
            guard line.hasPrefix("0x") else { continue }
            let fields = line.split(separator: " "), isCost = !skips
            skips = false
            guard fields.count == 3, let address = UInt64(fields[0].dropFirst(2), radix: 16), let count = Double(fields[2])
            else { continue }
            guard isCost else {
                if isAllocation { instructions -= count }
                continue
            }
            instructions += count
            if !isAllocator(function, in: file) { functions[String(function), default: 0] += count }
            let places = locked(in: String(file))
            if places.fences.contains(address) { fences += count }
            guard places.atomics.contains(address) else { continue }
            if file == program || file.contains("libswiftSynchronization") {
                own += count
            } else if file.contains("libswiftCore") {
                references += count
            } else {
                system += count
            }
        }
    }

    static func - (one: Tally, other: Tally) -> Tally {
        var difference = Tally()
        for field in [\Tally.own, \.references, \.system, \.fences, \.heavyFences, \.instructions] {
            difference[keyPath: field] = one[keyPath: field] - other[keyPath: field]
        }
        difference.calls = one.calls.merging(other.calls.mapValues { -$0 }, uniquingKeysWith: +)
        difference.functions = one.functions.merging(other.functions.mapValues { -$0 }, uniquingKeysWith: +)
        return difference
    }
}

var arguments = Array(CommandLine.arguments.dropFirst())
/// What was counted earlier, and is to be compared with.
var recorded: Counts?
if let index = arguments.firstIndex(of: "--check"), index + 1 < arguments.count {
    let path = arguments[index + 1]
    do {
        recorded = try JSONDecoder().decode(Counts.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
        fail("\(path) can't be read: \(error)")
    }
    arguments.removeSubrange(index...(index + 1))
}
guard arguments.count == 2 || arguments.count == 3, !arguments.contains("--check") else {
    fail("usage: count-atomics.swift PROGRAM OUT [PATTERN] [--check RECORDED]")
}
let folder = NSTemporaryDirectory() + "atomics-\(UUID().uuidString)"
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: folder) }
// Without the debug information, which valgrind 3.19 can't read.
let program = folder + "/program"
run(["objcopy", "--strip-debug", arguments[0], program])

let pattern = try Regex(arguments.count == 3 ? arguments[2] : "")
let listed = try JSONDecoder().decode([Listed].self, from: Data(run([arguments[0], "list", "--json"]).utf8))
var rows: [Row] = []

/// What an iteration with 2 n events executes more than one with n, for each variant; as `rxbench counts` does it, each size runs
/// once before it counts.
func tallies(_ benchmark: Listed, events: Int, bias: String) -> [Tally] {
    var input = ""
    for variant in benchmark.variants {
        func ask(_ kind: String, _ rest: String) {
            input += "{\"\(kind)\":{\"benchmark\":\"\(benchmark.id)\",\"variant\":\"\(variant)\",\(rest)}}\n"
        }
        ask("prepare", "\"events\":\(events),\"warmUpSeconds\":0")
        for size in [events, 2 * events, events, 2 * events] { ask("count", "\"events\":\(size),\"label\":\"part\"") }
    }
    let words = [
        "valgrind", "--tool=callgrind", "--instr-atstart=no", "--dump-instr=yes", "--compress-pos=no",
        "--callgrind-out-file=\(folder)/part", "--log-file=\(folder)/log", program, "worker",
    ]
    let answers = run(
        words, input: input,
        environment: [
            "RX_BIAS": bias, "SWIFT_DETERMINISTIC_HASHING": "1",
            "MALLOC_CONF": "tcache_gc_incr_bytes:1099511627776,dirty_decay_ms:-1,muzzy_decay_ms:-1",
        ])
    if answers.contains("\"failed\"") { fail("\(benchmark.id): \(answers)") }
    return benchmark.variants.indices.map { index in
        func part(_ number: Int) -> Tally {
            guard let data = FileManager.default.contents(atPath: "\(folder)/part.\(4 * index + number)") else {
                fail("callgrind wrote no part \(number) of \(benchmark.id)")
            }
            return Tally(part: String(decoding: data, as: UTF8.self), program: program)
        }
        return part(4) - part(3)
    }
}

/// The six functions that most instructions are of, but for those of less than a hundredth, with names that can be read.
func largest(of tally: Tally) -> [(name: String, instructions: Double)] {
    let largest = tally.functions.filter { $0.value > tally.instructions / 100 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(6)
    let names = run(["swift", "demangle", "--simplified", "--compact"], input: largest.map { $0.key + "\n" }.joined())
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return zip(names, largest).map { ($0, $1.value) }
}

for benchmark in listed where benchmark.kind == "workload" && benchmark.id.contains(pattern) {
    // Of a workload of one event nothing can be counted an event.
    guard let most = benchmark.events?.quick, most > 1 else { continue }
    let events = min(most, 1000) / 2 * 2
    let biased = tallies(benchmark, events: events, bias: "1"), unbiased = tallies(benchmark, events: events, bias: "0")
    for (variant, (found, plain)) in zip(benchmark.variants, zip(biased, unbiased)) {
        func each(_ value: Double) -> Double { (value / Double(events) * 1000).rounded() / 1000 + 0 }
        let row = Row(
            benchmark: benchmark.id, variant: variant, own: each(found.own), references: each(found.references),
            system: each(found.system), ownUnbiased: each(plain.own), fences: each(found.fences),
            heavyFences: each(found.heavyFences), instructions: each(found.instructions),
            retains: each(found.calls[.retain] ?? 0), releases: each(found.calls[.release] ?? 0),
            mallocs: each(found.calls[.malloc] ?? 0), accesses: each(found.calls[.access] ?? 0),
            functions: largest(of: found).map { Row.Function(name: $0, instructions: each($1)) })
        rows.append(row)
        print(row.benchmark, row.variant, row.own, row.ownUnbiased, row.references, row.system, row.fences, row.heavyFences, row.instructions)
    }
}
/// What the program's own results would say.
struct State: Decodable {
    let commit, sources: String?
    let dirty: Bool?
}
let state = try JSONDecoder().decode(State.self, from: Data(run([arguments[0], "recorded", "--state"]).utf8))
let encoder = JSONEncoder()
encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
try (encoder.encode(Counts(commit: state.commit, dirty: state.dirty, sources: state.sources, rows: rows)) + Data("\n".utf8)).write(to: URL(fileURLWithPath: arguments[1]))

/// Where an event takes more atomic instructions or fences than it did. Of threads that meet differently each time that says nothing.
if let recorded {
    let isAlone = Set(recorded.rows.filter { $0.variant == "unchecked" }.map(\.benchmark))
    var worse = 0, compared = 0
    for row in rows where isAlone.contains(row.benchmark) {
        guard let before = recorded.rows.first(where: { $0.benchmark == row.benchmark && $0.variant == row.variant }) else { continue }
        compared += 1
        let fields = [
            ("atomics", \Row.own), ("atomics without bias", \Row.ownUnbiased), ("fences", \Row.fences), ("heavy fences", \Row.heavyFences),
        ]
        for (what, field) in fields
        where row[keyPath: field] > before[keyPath: field] + 0.01 {
            print("WORSE: \(row.benchmark) (\(row.variant)): \(what) an event: \(before[keyPath: field]) became \(row[keyPath: field])")
            worse += 1
        }
    }
    if compared == 0 { fail("none of these workloads was counted earlier") }
    print("\(compared) rows compared, \(worse) figures worse")
    if worse > 0 {
        try? FileManager.default.removeItem(atPath: folder)  // What ends here runs no `defer`.
        exit(2)
    }
}
