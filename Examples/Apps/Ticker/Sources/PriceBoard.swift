import Rx

/// A server that should have gone on has closed the connection.
struct ConnectionClosed: Error {}

/// The table of prices, as lines from a server make it.
struct PriceBoard {
    /// The newest one at once, then each one that follows. There is one connection for all who look, as long as anybody does.
    let tables: Observable<PriceTable>

    /// - Parameters:
    ///   - lines: connects when it is subscribed to, anew for each subscription.
    ///   - pauses: between connections, the shortest and the longest one, in milliseconds.
    ///   - scheduler: of these pauses.
    init(lines: Observable<String>, pauses: ClosedRange<Int> = 1000...8000, scheduler: any SchedulerType) {
        tables =
            lines
            .compactMap(PriceQuote.init(line:))
            .concat(Observable.error(ConnectionClosed()))
            .reconnecting(after: pauses, scheduler: scheduler)
            .scan(into: PriceTable()) { table, link in table.apply(link) }
            .startWith(PriceTable())
            .share(replay: 1)
    }
}
