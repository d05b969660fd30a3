// Ten operators: from, startWith, map, filter, distinctUntilChanged, scan, flatMap, withLatestFrom, take, do.
// `WithFoundation` prints the same.
import Foundation
import Rx

let limit = BehaviorRelay(value: ProcessInfo.processInfo.arguments.count + 3)
let words = Observable.from(["swift", "swift", "is", "compiled", "before", "it", "runs"])

_ = words
    .startWith("the")
    .map { $0.uppercased() }
    .filter { $0.count > 2 }
    .distinctUntilChanged()
    .scan("") { $0 + $1.prefix(1) }
    .flatMap { Observable.of($0, $0.lowercased()) }
    .withLatestFrom(limit) { "\($0) of \($1)" }
    .take(limit.value)
    .do(onCompleted: { print("completed") })
    .subscribe(onNext: { print($0) })
