import Foundation

/// The files that `Scripts/ablation` has measured: `counts-NAME.json`, and of each round `times-NAME-ROUND.json`, `growth-NAME-ROUND.json` and
/// `tail-NAME-ROUND.json`. A name is an idea's, `all` for all of them together, or `usual` for the program with every idea.
struct AblationFolder {
    enum Kind: String, CaseIterable {
        case counts, times, growth, tail
    }

    static let usual = "usual", all = "all"

    /// By kind, name and round.
    private let files: [Kind: [String: [Int: AblationResults]]]
    let environment: AblationResults.Environment
    /// The first and the last day.
    let days: (String, String)?
    let filter: String?

    func results(_ kind: Kind, _ name: String) -> [Int: AblationResults] { files[kind]?[name] ?? [:] }

    /// - Parameter shownAs: the folder as messages name it.
    init(_ folder: URL, shownAs: String, ideas: [String]) throws {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        var read: [(kind: Kind, name: String, round: Int, file: String, results: AblationResults)] = []
        for file in names {
            guard let match = file.wholeMatch(of: #/(?:(counts)-([A-Za-z_]+)|(times|growth|tail)-([A-Za-z_]+)-([0-9]+))\.json/#) else { continue }
            let kind = Kind(rawValue: String(match.1 ?? match.3 ?? ""))!, name = String(match.2 ?? match.4 ?? "")
            guard name == Self.usual || name == Self.all || ideas.contains(name) else {
                throw AblationFailure("\(shownAs)/\(file) is of no idea that Speed.swift names")
            }
            guard let data = try? Data(contentsOf: folder.appendingPathComponent(file)) else {
                throw AblationFailure("\(shownAs)/\(file) can't be read")
            }
            let results = try AblationResults.read(data, name: "\(shownAs)/\(file)")
            guard Self.isBuild(results.environment.optimisation, of: name) else {
                throw AblationFailure("\(shownAs)/\(file) is of the build \"\(results.environment.optimisation ?? "")\"")
            }
            read.append((kind, name, match.5.flatMap { Int($0) } ?? 1, "\(shownAs)/\(file)", results))
        }
        guard let first = read.first(where: { $0.name == Self.usual }) else {
            throw AblationFailure("\(shownAs) has no figures of the usual program: Scripts/ablation measures them")
        }
        func same(_ figure: String, _ value: (AblationResults) -> String?) throws {
            for other in read where value(other.results) != value(first.results) {
                throw AblationFailure("\(other.file) is of another \(figure) than \(first.file)")
            }
        }
        try same("state of the sources") { $0.environment.sources }
        try same("compiler") { $0.environment.compiler }
        try same("processor") { $0.environment.processor }
        try same("number of processors") { $0.environment.cores.map(String.init) }
        // Each kind is of rows of its own.
        for other in read {
            guard let filtered = read.first(where: { $0.kind == other.kind }), other.results.filter != filtered.results.filter else { continue }
            throw AblationFailure("\(other.file) is of other rows than \(filtered.file)")
        }
        var files: [Kind: [String: [Int: AblationResults]]] = [:]
        for one in read { files[one.kind, default: [:]][one.name, default: [:]][one.round] = one.results }
        self.files = files
        environment = first.results.environment
        let dates = read.compactMap { $0.results.environment.date?.prefix(10) }.map(String.init).sorted()
        days = dates.first.flatMap { first in dates.last.map { (first, $0) } }
        filter = (read.first { $0.kind == .counts } ?? read.first { $0.kind == .times })?.results.filter
    }

    private static func isBuild(_ optimisation: String?, of name: String) -> Bool {
        switch name {
        case usual: optimisation == "release"
        case all: optimisation?.wholeMatch(of: #/release, without [A-Z_]+(?:, [A-Z_]+)+/#) != nil
        default: optimisation == "release, without \(name)"
        }
    }
}
