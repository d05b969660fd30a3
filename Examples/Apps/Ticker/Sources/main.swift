// A table of prices from a server in this process: TickerApp [QUOTES]. The server hangs up now and then; the board connects again. It ends after so
// many quotes, 60 unless told otherwise.
import Foundation
import LineSockets
import Rx

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 60
let scheduler = SerialScheduler()

let listener = try LineListener()
let walk = PriceQuote.walk(["ACME", "GLOBEX", "INITECH"], every: .milliseconds(100), scheduler: scheduler)
let serving = PriceServer(quotes: walk.take(25)).serve(listener.channels).subscribe()

let board = PriceBoard(lines: .deferred { try LineSocket(port: listener.port).lines }, scheduler: scheduler)
let ended = DispatchSemaphore(value: 0)
let subscription = board.tables
    .take(until: { $0.quotes >= count }, behavior: .inclusive)
    .throttle(.milliseconds(200), scheduler: scheduler)
    .subscribe(onNext: { print($0.lines.joined(separator: "\n") + "\n") }, onDisposed: { ended.signal() })
ended.wait()
serving.dispose()
