import Foundation
import Rx

/// A line of a file, which a search has found.
struct FoundLine: Equatable {
    let file: String
    let number: Int
    let text: String
}

/// Where a search box looks: an index in a program, a marble diagram in a test.
protocol TextSource {
    /// What has all the words of `query`. Cold: it is looked for when somebody subscribes.
    func lines(for query: String) -> Observable<[FoundLine]>
}

/// The lines of some texts by the words in them.
struct TextIndex: TextSource {
    private let lines: [FoundLine]
    /// Words in order, each with the indices of its lines.
    private let words: [(word: String, lines: Set<Int>)]
    private let scheduler: any ImmediateSchedulerType

    /// - Parameters:
    ///   - texts: names of files, and what is in them.
    ///   - scheduler: on which it is searched.
    init(_ texts: [(file: String, text: String)], scheduler: any ImmediateSchedulerType) {
        lines = texts.flatMap { file, text in
            text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                .map { FoundLine(file: file, number: $0.offset + 1, text: String($0.element)) }
        }
        var words: [String: Set<Int>] = [:]
        for (index, line) in lines.enumerated() {
            for word in Self.words(of: line.text) { words[word, default: []].insert(index) }
        }
        self.words = words.map { ($0.key, $0.value) }.sorted { $0.word < $1.word }
        self.scheduler = scheduler
    }

    /// The pages (`.md`) in a folder and the folders in it.
    init(folder: String, scheduler: any ImmediateSchedulerType) {
        let paths = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }
        self.init(
            paths.sorted().compactMap { path in (try? String(contentsOfFile: folder + "/" + path, encoding: .utf8)).map { (path, $0) } },
            scheduler: scheduler)
    }

    func lines(for query: String) -> Observable<[FoundLine]> {
        Observable.deferred { .just(find(query)) }.subscribe(on: scheduler)
    }

    /// Lines with a word for each word of the query, which begins with it.
    private func find(_ query: String) -> [FoundLine] {
        let sets = Self.words(of: query).map { beginning in
            words[firstIndex(from: beginning)...].prefix { $0.word.hasPrefix(beginning) }.reduce(into: Set<Int>()) { $0.formUnion($1.lines) }
        }
        guard let first = sets.first else { return [] }
        return sets.dropFirst().reduce(first) { $0.intersection($1) }.sorted().map { lines[$0] }
    }

    /// Of the first word that doesn't come before `beginning`, by halves.
    private func firstIndex(from beginning: String) -> Int {
        var range = words.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = words[middle].word < beginning ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    private static func words(of text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
