/// Finds what the user may have meant.
enum SpellingSuggestion {
    /// The candidate that takes the fewest edits to reach, if they are few for the word's length.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        ranked(word, candidates) { $0 }.first
    }

    /// As many of them at most, the nearest first, upper and lower case alike.
    static func nearest(_ count: Int, to word: String, among candidates: [String]) -> [String] {
        Array(ranked(word.lowercased(), candidates) { $0.lowercased() }.prefix(count))
    }

    private static func ranked(_ word: String, _ candidates: [String], spelled: (String) -> String) -> [String] {
        let most = max(1, word.drop { $0 == "-" }.count / 3)
        let near = candidates.enumerated().map { (place: $0.offset, candidate: $0.element, distance: distance(word, spelled($0.element))) }
        return near.filter { $0.distance <= most }.sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }.map(\.candidate)
    }

    /// Edits (insert, delete, replace a character, swap two neighbours) from one word to the other: the optimal string alignment
    /// distance, one row at a time.
    static func distance(_ from: String, _ to: String) -> Int {
        let source = Array(from), target = Array(to)
        var before: [Int] = [], row = Array(0...target.count)
        for index in source.indices {
            var next = [index + 1]
            for column in target.indices {
                let replaced = row[column] + (source[index] == target[column] ? 0 : 1)
                var least = min(replaced, next[column] + 1, row[column + 1] + 1)
                if index > 0, column > 0, source[index] == target[column - 1], source[index - 1] == target[column] {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[target.count]
    }
}
