/// How many sources a function has.
struct Arity {
    static let all = (2...8).map(Arity.init)

    let count: Int

    var word: String { ["two", "three", "four", "five", "six", "seven", "eight"][count - 2] }

    /// The text of each source, made of its number; the first has number 1.
    func each(_ text: (Int) -> String) -> [String] { (1...count).map(text) }

    /// The same with commas between, for what stays in one line.
    func list(_ text: (Int) -> String) -> String { each(text).joined(separator: ", ") }

    /// The parameter that makes an element of the sources' elements, whose types are given.
    func selector(of element: (Int) -> String) -> String { "resultSelector: @escaping (\(list(element))) throws -> Element" }
}
