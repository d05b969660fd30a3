import Foundation

/// The last price of each symbol, and whether more are to be expected.
struct PriceTable: Equatable {
    struct Row: Equatable {
        var price: Double
        /// Against the price before.
        var change: Double
    }

    private(set) var rows: [String: Row] = [:]
    private(set) var isConnected = false
    /// How many have come.
    private(set) var quotes = 0

    mutating func apply(_ link: Link<PriceQuote>) {
        switch link {
        case .up(let quote):
            let before = rows[quote.symbol]?.price ?? quote.price
            rows[quote.symbol] = Row(price: quote.price, change: quote.price - before)
            isConnected = true
            quotes += 1
        case .down:
            isConnected = false
        }
    }

    /// For a terminal.
    var lines: [String] {
        [isConnected ? "connected" : "connecting …"]
            + rows.sorted { $0.key < $1.key }.map { symbol, row in
                symbol.padding(toLength: 8, withPad: " ", startingAt: 0) + String(format: "%10.2f %+8.2f", row.price, row.change)
            }
    }
}
