/// From when to when an observer was subscribed, in virtual time.
public struct Subscription: Hashable, Sendable {
    public let subscribe: Int
    /// `Int.max` while it is subscribed.
    public let unsubscribe: Int

    public init(_ subscribe: Int) { self.init(subscribe, Int.max) }

    public init(_ subscribe: Int, _ unsubscribe: Int) {
        self.subscribe = subscribe
        self.unsubscribe = unsubscribe
    }
}

extension Subscription: CustomDebugStringConvertible {
    public var debugDescription: String {
        "(\(subscribe): \(unsubscribe == Int.max ? "Infinity" : "\(unsubscribe)"))"
    }
}
