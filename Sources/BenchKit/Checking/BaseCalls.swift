/// How often functions were called in the program that a baseline is of: what it doesn't keep, and what a difference is explained with.
enum BaseCalls {
    /// - Parameter path: a results file of `counts`.
    /// - Throws: `UsageError` where it can't be read, or has no calls although it has instructions: rows of several threads, of which mallocs
    /// alone are counted, never have any.
    static func read(_ path: String) throws(UsageError) -> [RowKey: FunctionCalls] {
        let results: Results
        do {
            results = try ResultsFile.read(path)
        } catch {
            throw .impossible("--calls: \(error)")
        }
        let calls = results.rows.compactMap { row in row.counts?.calls.map { (row.key, $0) } }
        let isOfCallgrind = results.rows.contains { $0.counts?.perEvent[.instructions] != nil }
        if calls.isEmpty, isOfCallgrind {
            throw .impossible("--calls: \(path) has no calls of functions: counts writes them, without --no-calls")
        }
        return Dictionary(calls) { first, _ in first }
    }
}
