/// Finds what the user may have meant.
enum Spelling {
    /// The candidate that takes the fewest edits to reach, if they are few for the word's length.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let ranked = candidates.map { (candidate: $0, distance: distance(word, $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        let letters = word.drop { $0 == "-" }.count
        return best.distance <= max(1, letters / 3) ? best.candidate : nil
    }

    /// Edits (insert, delete, replace a character) from one word to the other: Levenshtein's distance, one row at a time.
    static func distance(_ from: String, _ to: String) -> Int {
        let target = Array(to)
        var row = Array(0...target.count)
        for (index, character) in from.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in target.indices {
                let replaced = diagonal + (character == target[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
            }
        }
        return row[target.count]
    }
}
