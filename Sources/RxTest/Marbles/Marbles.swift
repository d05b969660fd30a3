import Rx

/// The error that `#` stands for in a marble string, unless another one is given.
public struct MarbleError: Error, Equatable, CustomStringConvertible {
    public init() {}
    public var description: String { "#" }
}

/// A marble string, read.
///
///     -       one tick passes
///     a       an element: any character that has no other meaning
///     |       completion
///     #       an error
///     (ab|)   several events at one time; it takes as many ticks as it has characters
///     ^  !    from when to when an observer is subscribed
///
/// Each character takes one tick of the scheduler's virtual time; spaces take none, so strings can be aligned.
struct Marbles {
    enum Symbol: Equatable {
        case element(Character), completed, error, subscribe, unsubscribe
    }

    /// In order of time.
    let marks: [(time: TestTime, symbol: Symbol)]

    /// Traps if `text` isn't a marble string: a mistake in the test.
    init(_ text: String) {
        var marks: [(time: TestTime, symbol: Symbol)] = []
        var time = 0, group: TestTime?
        for character in text where character != " " {
            switch character {
            case "-": precondition(group == nil, "marble string \(text): time can't pass within parentheses")
            case "(":
                precondition(group == nil, "marble string \(text): parentheses within parentheses")
                group = time
            case ")":
                precondition(group != nil, "marble string \(text): nothing to close")
                group = nil
            default: marks.append((group ?? time, Marbles.symbol(character)))
            }
            time += 1
        }
        precondition(group == nil, "marble string \(text): a parenthesis is left open")
        self.marks = marks
    }

    private static func symbol(_ character: Character) -> Symbol {
        switch character {
        case "|": .completed
        case "#": .error
        case "^": .subscribe
        case "!": .unsubscribe
        default: .element(character)
        }
    }

    /// The events that it stands for, later by `origin`.
    func events<Element>(
        from origin: TestTime, error: any Error, element: (Character) -> Element
    ) -> [Recorded<Event<Element>>] {
        marks.map { time, symbol in
            switch symbol {
            case .element(let character): .next(origin.advanced(byAtMost: time), element(character))
            case .completed: .completed(origin.advanced(byAtMost: time))
            case .error: .error(origin.advanced(byAtMost: time), error)
            case .subscribe, .unsubscribe: preconditionFailure("marble string: ^ and ! are for subscriptions")
            }
        }
    }

    /// The subscription that it stands for, later by `origin`.
    func subscription(from origin: TestTime) -> Subscription {
        var begin: TestTime?, end = Int.max
        for (time, symbol) in marks {
            switch symbol {
            case .subscribe where begin == nil: begin = origin.advanced(byAtMost: time)
            case .unsubscribe where begin != nil && end == .max: end = origin.advanced(byAtMost: time)
            default: preconditionFailure("marble string of a subscription: one ^, then at most one !")
            }
        }
        guard let begin else { preconditionFailure("marble string of a subscription: it needs a ^") }
        return Subscription(begin, end)
    }
}

/// What the characters of a marble string stand for.
struct MarbleValues<Element> {
    let element: (Character) -> Element

    init(_ values: [Character: Element]) {
        element = { character in
            guard let value = values[character] else {
                preconditionFailure("marble string: no value is given for \(character)")
            }
            return value
        }
    }
}

extension MarbleValues where Element: LosslessStringConvertible {
    /// Each character is an element of its own: `"a"`, or 1 where elements are integers.
    init(of _: Element.Type) {
        element = { character in
            guard let value = Element(String(character)) else {
                preconditionFailure("marble string: \(character) is no \(Element.self)")
            }
            return value
        }
    }
}
