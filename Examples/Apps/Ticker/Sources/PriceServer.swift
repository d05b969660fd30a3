import LineSockets
import Rx

/// Sends prices to whoever connects.
struct PriceServer {
    /// Of each client its own.
    let quotes: Observable<PriceQuote>

    /// Serves `channels` as long as it is subscribed to. A client is served until it leaves, or `quotes` completes; then its channel is closed.
    func serve(_ channels: Observable<any LineChannel>) -> Completable {
        channels
            .flatMap { channel in
                quotes.do(onNext: { channel.send($0.line) }, onCompleted: { channel.close() }).take(until: channel.ended)
            }
            .ignoreElements()
            .asCompletable()
    }
}

extension PriceQuote {
    /// Prices that wander, one each `period`: the same each time.
    static func walk(_ symbols: [String], every period: RxTimeInterval, scheduler: any SchedulerType) -> Observable<PriceQuote> {
        Observable<Int>.interval(period, scheduler: scheduler)
            .scan((prices: symbols.map { _ in 100.0 }, symbol: 0)) { state, step in
                var next = state
                next.symbol = step % symbols.count
                next.prices[next.symbol] += Double((step * 7919 + 13) % 21 - 10) / 8
                return next
            }
            .map { PriceQuote(symbols[$0.symbol], $0.prices[$0.symbol]) }
    }
}
