/// Finds what the user may have meant.
enum Spelling {
    /// The candidate that takes the fewest edits to reach, if they are few for the word's length.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let ranked = candidates.map { (candidate: $0, distance: distance(word, $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        let letters = word.drop { $0 == "-" }.count
        return best.distance <= max(1, letters / 3) ? best.candidate : nil
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
