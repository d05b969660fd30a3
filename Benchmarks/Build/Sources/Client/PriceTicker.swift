import Foundation
import Rx

struct Quote: Equatable {
    let symbol: String
    let cents: Int
    var volume = 1
}

struct Candle: Equatable {
    let symbol: String
    let open, high, low, close: Int

    init?(_ quotes: [Quote]) {
        guard let first = quotes.first, let last = quotes.last else { return nil }
        symbol = first.symbol
        open = first.cents
        close = last.cents
        high = quotes.map(\.cents).max() ?? open
        low = quotes.map(\.cents).min() ?? open
    }
}

/// Quotes of several symbols: the newest of each now and then, candles, and who has risen.
final class PriceTicker {
    private let quotes = PublishSubject<Quote>()
    private let scheduler: any SchedulerType
    private(set) var shown: [String: Int] = [:]
    private let bag = DisposeBag()

    init(scheduler: any SchedulerType) {
        self.scheduler = scheduler
        quotes
            .groupBy { $0.symbol }
            .flatMap { group in
                group.distinctUntilChanged(at: \.cents).throttle(.seconds(1), scheduler: scheduler)
            }
            .withUnretained(self)
            .subscribe(onNext: { ticker, quote in ticker.shown[quote.symbol] = quote.cents })
            .disposed(by: bag)
    }

    func candles(of symbol: String, each seconds: Int) -> Observable<Candle> {
        quotes
            .filter { $0.symbol == symbol }
            .buffer(timeSpan: .seconds(seconds), count: 100, scheduler: scheduler)
            .compactMap { Candle($0) }
    }

    var rises: Observable<(symbol: String, by: Int)> {
        Observable.zip(quotes, quotes.skip(1))
            .filter { $0.symbol == $1.symbol && $0.cents < $1.cents }
            .map { (symbol: $0.symbol, by: $1.cents - $0.cents) }
    }

    func receive(_ quote: Quote) { quotes.onNext(quote) }
}

func tickerScenario() {
    let scheduler = HistoricalScheduler()
    let ticker = PriceTicker(scheduler: scheduler)
    let candles = Recorder(ticker.candles(of: "ACME", each: 60))
    let rises = Recorder(ticker.rises.map { "\($0.symbol)+\($0.by)" })

    ticker.receive(Quote(symbol: "ACME", cents: 100))
    ticker.receive(Quote(symbol: "ACME", cents: 104, volume: 3))
    ticker.receive(Quote(symbol: "OTHR", cents: 7))
    expect(ticker.shown, ["ACME": 100, "OTHR": 7], "ticker: shown at once")
    scheduler.advance(by: 2)
    expect(ticker.shown, ["ACME": 104, "OTHR": 7], "ticker: shown after a second")
    ticker.receive(Quote(symbol: "ACME", cents: 98))
    scheduler.advance(by: 60)
    ticker.receive(Quote(symbol: "ACME", cents: 99))
    scheduler.advance(by: 60)

    expect(candles.elements.map { [$0.open, $0.high, $0.low, $0.close] }, [[100, 104, 98, 98], [99, 99, 99, 99]], "ticker: candles")
    expect(rises.elements, ["ACME+4", "ACME+1"], "ticker: rises")
}
