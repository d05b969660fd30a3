import Rx
import RxMarbles

/// What came isn't what a marble string said. Its description draws both.
public struct MarbleMismatch: Error, CustomStringConvertible {
    /// File and line of the expectation.
    public let place: String
    /// What was expected, and what came.
    public let diagram: MarbleDiagram

    public var description: String { "\(place): what came isn't what was expected\n\(diagram)" }
}

extension MarbleDiagram.Row {
    /// A row of recorded events. Elements are drawn as `symbol` has them, or as they print.
    ///
    /// - Parameter origin: the time of the first column.
    public init<Element>(
        name: String, begin: TestTime? = nil, _ events: [Recorded<Event<Element>>], from origin: TestTime = 0,
        _ symbol: (Element) -> String? = { _ in nil }
    ) {
        self.init(
            name: name, begin: (begin ?? origin) - origin,
            marks: events.map { recorded in
                let tick = recorded.time - origin
                return switch recorded.value {
                case .next(let element): Mark(tick: tick, text: symbol(element) ?? "\(element)")
                case .error: Mark(tick: tick, text: "#", isLast: true)
                case .completed: Mark(tick: tick, text: "|", isLast: true)
                }
            })
    }

    /// A row of a subscription: `^---!`.
    init(name: String, _ subscription: Subscription, from origin: TestTime) {
        var marks = [Mark(tick: subscription.subscribe - origin, text: "^")]
        if subscription.unsubscribe != .max {
            marks.append(Mark(tick: subscription.unsubscribe - origin, text: "!", isLast: true))
        }
        self.init(name: name, begin: subscription.subscribe - origin, marks: marks)
    }
}
