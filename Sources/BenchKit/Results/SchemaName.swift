/// What a file says it is, such as `rxbench/2`: of which kind, and the number of its form. A form that isn't this program's is not read.
struct SchemaName {
    let text: String

    init(_ text: String) { self.text = text }

    private var parts: [Substring] { text.split(separator: "/", omittingEmptySubsequences: false) }
    private var kind: Substring { parts[0] }
    /// Nil where it has none.
    private var number: Int? { parts.count == 2 ? Int(parts[1]) : nil }

    /// Why a program that reads `wanted` doesn't read this, beginning with the schema's name; nil where it does.
    func refusal(by wanted: SchemaName) -> String? {
        if text == wanted.text { return nil }
        let reads = "\(text); this program reads \(wanted.text)"
        guard kind == wanted.kind, let number, let wantedNumber = wanted.number, number != wantedNumber else { return reads }
        return reads + (number < wantedNumber ? ": record it anew" : ": a newer one wrote the file")
    }
}
