extension Baseline {
    /// The counts of a row. In a file, which doesn't keep the names of functions, it is a line of its own, an array: benchmark, variant,
    /// events, repetitions, and the figures of an event and of a subscription in the order of the file's `kinds`.
    struct Row: Equatable, Sendable {
        let benchmark: String
        let variant: String
        let counts: RowCounts
    }

    /// A row as it stands in a file.
    struct Line: Codable {
        let benchmark, variant: String
        let events, repetitions: Int
        let perEvent, perSubscription: String

        init(_ row: Row, _ kinds: [CountedKind]) {
            (benchmark, variant) = (row.benchmark, row.variant)
            (events, repetitions) = (row.counts.events, row.counts.repetitions)
            (perEvent, perSubscription) = (Line.text(row.counts.perEvent, kinds), Line.text(row.counts.perSubscription, kinds))
        }

        init(from decoder: any Decoder) throws {
            var cells = try decoder.unkeyedContainer()
            benchmark = try cells.decode(String.self)
            variant = try cells.decode(String.self)
            events = try cells.decode(Int.self)
            repetitions = try cells.decode(Int.self)
            perEvent = try cells.decode(String.self)
            perSubscription = try cells.decode(String.self)
        }

        func encode(to encoder: any Encoder) throws {
            var cells = encoder.unkeyedContainer()
            for name in [benchmark, variant] { try cells.encode(name) }
            for number in [events, repetitions] { try cells.encode(number) }
            for figures in [perEvent, perSubscription] { try cells.encode(figures) }
        }

        /// - Throws: where figures are no figures.
        func row(_ kinds: [CountedKind]) throws(Unreadable) -> Row {
            let counts = RowCounts(
                events: events, repetitions: repetitions, perEvent: try figures(perEvent, kinds), perSubscription: try figures(perSubscription, kinds)
            )
            return Row(benchmark: benchmark, variant: variant, counts: counts)
        }

        private func figures(_ text: String, _ kinds: [CountedKind]) throws(Unreadable) -> [CountedKind: Count] {
            let words = text.split(separator: " ")
            guard words.count <= kinds.count else { throw unreadable(text) }
            var figures: [CountedKind: Count] = [:]
            for (kind, word) in zip(kinds, words) where word != "-" {
                guard let count = Count(word: word) else { throw unreadable(text) }
                figures[kind] = count
            }
            return figures
        }

        struct Unreadable: Error, CustomStringConvertible {
            let description: String
        }

        private func unreadable(_ figures: String) -> Unreadable {
            Unreadable(description: "\(RowName.text(benchmark, variant)) has unreadable figures: \(figures)")
        }

        private static func text(_ figures: [CountedKind: Count], _ kinds: [CountedKind]) -> String {
            if figures.isEmpty { return "" }
            return kinds.map { figures[$0]?.word ?? "-" }.joined(separator: " ")
        }
    }
}

extension Count {
    /// `3` is exact, `3~` is not, `3~2~5` differed from 2 to 5, `3!` isn't to be compared.
    fileprivate var word: String {
        func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
        let range = low.flatMap { low in high.map { "~\(text(low))~\(text($0))" } }
        return switch stability {
        case .exact: text(value)
        case .banded: text(value) + (range ?? "~")
        case .reportOnly: text(value) + "!" + (range ?? "")
        }
    }

    fileprivate init?(word: Substring) {
        var isReport = false
        var parts = word.split(separator: "~", omittingEmptySubsequences: false)
        if parts[0].last == "!" {
            isReport = true
            parts[0].removeLast()
        }
        let numbers = parts.compactMap { Double($0) }, isBanded = parts.count > 1
        guard numbers.count == (parts.last == "" && parts.count == 2 ? 1 : parts.count), [1, 3].contains(numbers.count),
            numbers.allSatisfy(\.isFinite)
        else { return nil }
        self.init(
            value: numbers[0], stability: isReport ? .reportOnly : isBanded ? .banded : .exact, low: numbers.count == 3 ? numbers[1] : nil,
            high: numbers.count == 3 ? numbers[2] : nil)
    }
}
