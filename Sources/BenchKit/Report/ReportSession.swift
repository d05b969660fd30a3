import Foundation

/// What to make of results files.
public struct ReportOptions: Sendable {
    /// Results files, or the floors that `calibrate` wrote.
    public var files: [String]
    /// Where a page goes; nil for none.
    public var html: String?
    /// Where test results go; nil for none.
    public var junit: String?
    /// A folder for the pictures, each in a file with light and one with dark colours; nil for none.
    public var pictures: String?
    /// A table of other programs' figures, which becomes a picture, too; nil for none.
    public var figures: String?
    /// Whether Markdown is printed.
    public var printsMarkdown = false
    /// What a variant is, in the singular, as `Suite` has it: reports ask which one.
    public var variantsTitle: String

    public init(files: [String], variantsTitle: String = "core") {
        self.files = files
        self.variantsTitle = variantsTitle
    }
}

/// Makes reports of results files. Measures nothing, and judges nothing anew.
public struct ReportSession: Sendable {
    let options: ReportOptions
    let output: Output

    public init(options: ReportOptions, output: Output = .terminal) {
        self.options = options
        self.output = output
    }

    /// Succeeds when every file was read and every report written, whatever they say.
    /// Where nothing else is asked for, the answers go to the standard output.
    /// - Throws: `UsageError` where a path cannot be written, or a table has no pictures to be in; `FileError` where a file cannot be read.
    public func run() throws -> ExitCode {
        if options.figures != nil, options.pictures == nil { throw UsageError.impossible("--figures needs --pictures, where its picture goes") }
        for path in [options.html, options.junit] { try ResultsFile.require(path, isNone: options.files) }
        let digest = try Digest(files: options.files, variantsTitle: options.variantsTitle)
        let table = try options.figures.map(FiguresTable.read)
        if let path = options.html { try TextFile.write(PageReport(digest).text, to: path) }
        if let path = options.junit { try TextFile.write(JUnitReport(digest).text, to: path) }
        if options.printsMarkdown { output.write(MarkdownReport(digest).text) }
        if let folder = options.pictures { try write(PictureFiles(digest, table), to: folder) }
        if options.html == nil, options.junit == nil, options.pictures == nil, !options.printsMarkdown {
            output.lines(Answers(digest, ReportVerdict(digest)).text)
        }
        for path in [options.html, options.junit].compactMap({ $0 }) { output.error("report: \(path)") }
        return .success
    }

    private func write(_ files: PictureFiles, to folder: String) throws {
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw UsageError.impossible("\(folder) can't be made")
        }
        for (name, text) in files.all { try TextFile.write(text, to: "\(folder)/\(name)") }
        output.error("report: \(files.all.count) pictures in \(folder)")
    }
}

extension Digest {
    /// Reads results files and, among them, files of A/A floors.
    /// - Throws: `UsageError` where no results are among them; `FileError` where one cannot be read, or they are of several suites.
    init(files: [String], variantsTitle: String = "core") throws {
        var sources: [Source] = [], noises: [(name: String, noise: Noise)] = []
        let names = try Digest.names(of: files)
        for path in files {
            let name = names[path] ?? path
            switch try ResultsFile.schema(of: path) {
            case Noise.schema: noises.append((name, try Noise.read(path)))
            default: sources.append(Source(name: name, results: try ResultsFile.read(path)))
            }
        }
        guard let first = sources.first else { throw UsageError.impossible("no results file was named") }
        if let other = sources.first(where: { $0.results.suite != first.results.suite }) {
            throw FileError(
                description:
                    "\(other.name) has results of \(other.results.suite), \(first.name) of \(first.results.suite): one report can't have both")
        }
        self.init(sources, floors: Digest.newestFirst(noises), variantsTitle: variantsTitle)
    }

    /// The newest first; of two of one second the one that was named last, as it is with results.
    private static func newestFirst(_ noises: [(name: String, noise: Noise)]) -> [FloorFile] {
        noises.enumerated().sorted {
            ($0.element.noise.environment.date, $0.offset) > ($1.element.noise.environment.date, $1.offset)
        }.map { FloorFile(name: $0.element.name, rows: $0.element.noise.rows) }
    }

    /// The last part of each path, or all of it where two files have that in common: what the files are called in a report.
    private static func names(of paths: [String]) throws(UsageError) -> [String: String] {
        func last(_ path: String) -> String { (path as NSString).lastPathComponent }
        var names: [String: String] = [:]
        for path in paths {
            let isAlone = paths.count { last($0) == last(path) } == 1
            if names.updateValue(isAlone ? last(path) : path, forKey: path) != nil { throw .impossible("\(path) is named twice") }
        }
        return names
    }
}
