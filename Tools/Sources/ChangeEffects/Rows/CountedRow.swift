/// As much of an entry of `rxbench list --json` as it takes to tell whether a change affects the row.
struct CountedRow: Decodable {
    let id: String
    let covers: [String]
    let latency: Latency?

    /// Whatever it says: rows that have it are of `rxbench latency`, and `check` doesn't know them.
    struct Latency: Decodable {}

    /// Whether it is a row of such a declaration. What covers nothing, as how an operator ends in other ways, begins with the operator's name.
    func isAffected(by declarations: Set<String>) -> Bool {
        if covers.isEmpty { return declarations.contains(String(id.prefix { $0 != "/" })) }
        return covers.contains { Self.isDeclared($0, in: declarations) }
    }

    /// Whether what a row covers, such as `ObservableType.take(_:) [count]`, is among declarations without labels.
    private static func isDeclared(_ cover: String, in declarations: Set<String>) -> Bool {
        let name = String(cover.prefix { $0 != "(" && $0 != " " })
        return declarations.contains(name) || name.split(separator: ".").last.map { declarations.contains(String($0)) } == true
    }
}
