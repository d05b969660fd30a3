import ToolCommand

/// Compares a page's table of laws with the tests; see `summary`.
public struct LawRows: Tool {
    public let name = "law-rows", subject = "law rows"
    public let forms = ["PAGE TESTS..."]
    public let summary = """
        Compares the rows of PAGE, `| Suite.test | what was broken |`, with the tests in the folders TESTS: each row is of a test that is there, and
        each test of a suite `…Laws` has a row. Exit code 1 if one differs.
        """

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        guard arguments.count > 1, !arguments[0].hasPrefix("-") else { throw wrongArguments }
        let page = arguments[0], lines = try place.text(page).split(separator: "\n", omittingEmptySubsequences: false)
        var tests: Set<String> = []
        for folder in arguments.dropFirst() {
            for file in place.files(under: folder) where file.hasSuffix(".swift") { tests.formUnion(Self.tests(in: try place.text(file))) }
        }
        guard !tests.isEmpty else { throw ToolFailure("there are no tests in \(arguments.dropFirst().joined(separator: ", "))") }
        var defects: [String] = [], named: Set<String> = []
        for (index, line) in lines.enumerated() {
            for name in Self.names(in: line) {
                if !tests.contains(name) { defects.append("\(page):\(index + 1): there is no test \(name)") }
                named.insert(name)
            }
        }
        let laws = tests.filter { $0.prefix { $0 != "." }.hasSuffix("Laws") }
        defects += laws.subtracting(named).sorted().map { "\(page): \($0) has no row" }
        return .found(defects, otherwise: "law rows: \(laws.count) laws, \(named.count) tests with a row")
    }

    /// The tests that a row's first cell is of. What else is in such a cell is no name.
    private static func names(in line: Substring) -> [String] {
        guard let cell = line.prefixMatch(of: #/\| ((?:\w+\.\w+(?:, )?)+) \|/#) else { return [] }
        return cell.1.split(separator: ", ").map(String.init)
    }

    /// Of each test in a source the name with its suite: the innermost type around it that is a suite's, or isn't inside another one.
    static func tests(in source: String) -> [String] {
        var suites: [(indentation: Int, name: String)] = [], isTest = false, isSuite = false, tests: [String] = []
        for line in source.split(separator: "\n") {
            let indentation = line.prefix { $0 == " " }.count, words = line.dropFirst(indentation)
            if words == "}", suites.last?.indentation == indentation { suites.removeLast() }
            if words.hasPrefix("@Suite") { isSuite = true }
            if isSuite || indentation == 0, let type = words.firstMatch(of: #/\b(?:struct|class|enum|actor|extension) (\w+)/#) {
                suites.removeAll { $0.indentation >= indentation }
                suites.append((indentation, String(type.1)))
                isSuite = false
            }
            if words.contains("@Test") { isTest = true }
            if isTest, let suite = suites.last?.name, let function = words.firstMatch(of: #/\bfunc (\w+)/#) {
                tests.append("\(suite).\(function.1)")
                isTest = false
            }
        }
        return tests
    }
}
