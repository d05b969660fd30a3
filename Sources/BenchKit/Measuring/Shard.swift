/// A part of a suite: several machines, each with one, measure all of it.
public struct Shard: Sendable, Equatable, CustomStringConvertible {
    /// Which of the parts, from 1.
    public let index: Int
    public let count: Int

    public var description: String { "\(index)/\(count)" }

    /// - Parameter text: such as `2/5`.
    /// - Returns: nil where it is no part.
    public init?(_ text: String) {
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == 2, let index = Int(words[0]), let count = Int(words[1]), index > 0, index <= count else { return nil }
        self.index = index
        self.count = count
    }

    /// What of a list belongs to it: every so manieth, since neighbours take about as long.
    func take<Element>(_ elements: [Element]) -> [Element] {
        elements.enumerated().filter { $0.offset % count == index - 1 }.map(\.element)
    }
}

extension Option {
    static let shard = Option("shard", value: .text(placeholder: "I/N"), fallback: "all of it", "Measure the I-th of N parts, for merge.")
}

extension ParsedOptions {
    func shard() throws(UsageError) -> Shard? {
        guard let text = value("shard") else { return nil }
        guard let shard = Shard(text) else {
            throw .invalidValue(option: "--shard", value: text, complaint: "it is a part as I/N, from 1/N to N/N")
        }
        return shard
    }
}
