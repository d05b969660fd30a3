import Rx
import RxTest
import Testing

/// The errors of the operator tests.
enum Failure: Error { case first, second, thrown }

typealias RecordedEvents<Element> = [Recorded<Event<Element>>]

/// Expects that `observer` recorded exactly `events`.
func expect<Element: Equatable>(
    _ observer: TestableObserver<Element>, _ events: RecordedEvents<Element>,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    expect(observer.events, events, sourceLocation: sourceLocation)
}

/// Expects two equal lists.
func expect<Item: Equatable>(
    _ items: [Item], _ expected: [Item], sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(items == expected, sourceLocation: sourceLocation)
}

/// Expects that `source` was subscribed exactly from when to when `spans` tell.
func expect<Element>(
    _ source: TestableObservable<Element>, subscribed spans: [ClosedRange<Int>],
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let expected = spans.map { Subscription($0.lowerBound, $0.upperBound) }
    #expect(source.subscriptions == expected, sourceLocation: sourceLocation)
}

/// What tests write down as it happens.
final class Journal {
    private(set) var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
    func event<Element>(_ name: String) -> (Event<Element>) -> Void { { self.add("\(name) \($0)") } }
}

extension TestScheduler {
    /// A hot sequence of events that don't tell their element's type.
    func createHotObservable<Element>(
        _ events: RecordedEvents<Element>, of _: Element.Type
    ) -> TestableObservable<Element> {
        createHotObservable(events)
    }
}
