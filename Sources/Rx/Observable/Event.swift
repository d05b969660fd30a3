/// What an observer is told: `next* (error | completed)?`.
@frozen
public enum Event<Element> {
    /// The next element.
    case next(Element)
    /// The sequence ended with an error; nothing follows.
    case error(any Error)
    /// The sequence ended; nothing follows.
    case completed
}

extension Event: Sendable where Element: Sendable {}

extension Event: CustomDebugStringConvertible {
    public var debugDescription: String {
        switch self {
        case .next(let element): "next(\(element))"
        case .error(let error): "error(\(error))"
        case .completed: "completed"
        }
    }
}

extension Event {
    /// Whether nothing follows this event.
    @inlinable
    public var isStopEvent: Bool {
        if case .next = self { false } else { true }
    }

    /// The element of a `next`.
    @inlinable
    public var element: Element? {
        if case .next(let element) = self { element } else { nil }
    }

    /// The error of an `error`.
    @inlinable
    public var error: (any Error)? {
        if case .error(let error) = self { error } else { nil }
    }

    @inlinable
    public var isCompleted: Bool {
        if case .completed = self { true } else { false }
    }

    /// The event with its element transformed; an error if `transform` throws.
    @inlinable
    public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
        switch self {
        case .next(let element):
            do { return .next(try transform(element)) } catch { return .error(error) }
        case .error(let error): return .error(error)
        case .completed: return .completed
        }
    }

    /// The stop event that an internal `stop` stands for: `nil` is `completed`.
    @inlinable @inline(__always)
    static func stop(_ error: (any Error)?) -> Event {
        if let error { .error(error) } else { .completed }
    }
}

/// Something that stands for an event; the bound of `dematerialize`.
public protocol EventConvertible {
    associatedtype Element
    var event: Event<Element> { get }
}

extension Event: EventConvertible {
    public var event: Event<Element> { self }
}
