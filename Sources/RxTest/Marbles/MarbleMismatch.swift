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
            name: name, begin: column(begin ?? origin, from: origin),
            marks: events.map { recorded in
                let tick = column(recorded.time, from: origin)
                return switch recorded.value {
                case .next(let element): Mark(tick: tick, text: symbol(element) ?? "\(element)")
                case .error: Mark(tick: tick, text: "#", isLast: true)
                case .completed: Mark(tick: tick, text: "|", isLast: true)
                }
            })
    }

    /// A row of a subscription: `^---!`.
    init(name: String, _ subscription: Subscription, from origin: TestTime) {
        var marks = [Mark(tick: column(subscription.subscribe, from: origin), text: "^")]
        if subscription.unsubscribe != .max {
            marks.append(Mark(tick: column(subscription.unsubscribe, from: origin), text: "!", isLast: true))
        }
        self.init(name: name, begin: column(subscription.subscribe, from: origin), marks: marks)
    }
}

/// How far a time lies behind the first one; as far as there are numbers.
private func column(_ time: TestTime, from origin: TestTime) -> Int {
    let (distance, overflows) = time.subtractingReportingOverflow(origin)
    return overflows ? (time > origin ? .max : .min) : distance
}
