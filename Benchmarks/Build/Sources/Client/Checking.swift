import Foundation
import Rx

/// Ends the program with one line and status 1 if `value` isn't what it has to be.
func expect<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) {
    guard value != expected else { return }
    FileHandle.standardError.write(Data("\(what): \(value) instead of \(expected)\n".utf8))
    exit(1)
}

enum Ending: Equatable {
    case open, completed
    case failed(String)
}

/// What a sequence has sent so far, and how it has ended.
final class Recorder<Element> {
    private(set) var elements: [Element] = []
    private(set) var ending = Ending.open
    private var subscription: (any Disposable)?

    init(_ source: Observable<Element>) {
        subscription = source.subscribe { [unowned self] event in
            switch event {
            case .next(let element): elements.append(element)
            case .error(let error): ending = .failed("\(error)")
            case .completed: ending = .completed
            }
        }
    }

    func stop() { subscription?.dispose() }

    deinit { stop() }
}

extension HistoricalScheduler {
    func advance(by seconds: TimeInterval) { advanceTo(clock.addingTimeInterval(seconds)) }
}
