/// What something costs now. On the wire: `ACME 101.25`.
struct PriceQuote: Equatable, Sendable {
    let symbol: String
    let price: Double

    init(_ symbol: String, _ price: Double) {
        self.symbol = symbol
        self.price = price
    }

    /// nil: the line is no quote.
    init?(line: String) {
        let words = line.split(separator: " ")
        guard words.count == 2, let price = Double(words[1]), price.isFinite else { return nil }
        self.init(String(words[0]), price)
    }

    var line: String { "\(symbol) \(price)" }
}
