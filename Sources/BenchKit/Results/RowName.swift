/// How a row is called in tables, messages and exports.
enum RowName {
    /// `publish/1-observer (lock)`, or `publish/1-observer` without variants. No two rows have one name: where a benchmark's own id looks
    /// like that, it has its variant `-` in parentheses too, and a variant's own opening parentheses are doubled, so the last odd run of
    /// them begins the variant.
    static func text(_ benchmark: String, _ variant: String) -> String {
        if variant == Suite.onlyVariant, !looksNamed(benchmark) { return benchmark }
        var doubled = String.UnicodeScalarView()
        for scalar in variant.unicodeScalars { doubled.append(contentsOf: scalar == "(" ? ["(", "("] : [scalar]) }
        return "\(benchmark) (\(String(doubled)))"
    }

    /// Whether a text ends like a benchmark with its variant.
    private static func looksNamed(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return scalars.last == ")" && zip(scalars, scalars.dropFirst()).contains { $0 == " " && $1 == "(" }
    }
}

/// Which row is meant, without doubt.
struct RowKey: Hashable {
    let benchmark: String
    let variant: String

    var text: String { RowName.text(benchmark, variant) }
}

extension Row {
    var key: RowKey { RowKey(benchmark: benchmark, variant: variant) }
}

extension [String] {
    /// The first that equals one before it.
    var firstTwice: String? {
        var seen: Set<String> = []
        return first { !seen.insert($0).inserted }
    }
}
