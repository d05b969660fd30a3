/// What a recorder has recorded: a value, to look at, to draw or to save.
public struct Trace: Codable, Sendable, Equatable {
    /// A subscription to an inspected place of a chain.
    public struct Subscription: Codable, Sendable, Equatable {
        /// Its index in `subscriptions`.
        public let number: Int
        /// What `inspect` was given.
        public let name: String
        /// The type of its elements.
        public let element: String
        /// The core that it runs on.
        public let core: String
        /// The subscription that subscribed to it, or whose event did.
        public let parent: Int?
        /// Whether it was made while an event of its parent was passed on: an inner sequence, a retry.
        public let isInner: Bool
        /// When it was made, in seconds since the recorder was.
        public let time: Double
        /// Where it was made.
        public let place: Place
    }

    /// A thread, and what it was doing.
    public struct Place: Codable, Sendable, Equatable {
        /// Threads are numbered from 1 on as they appear.
        public let thread: Int
        /// The label of the Dispatch queue, which for a scheduler on a queue names the scheduler; `main` on the main queue.
        public let queue: String
    }

    /// Something that happened to a subscription.
    public struct Entry: Codable, Sendable, Equatable {
        public enum Kind: String, Codable, Sendable {
            case next, error, completed
            /// It ended, after a stop event or by `dispose`.
            case ended
        }

        public let subscription: Int
        public let kind: Kind
        /// The element or the error, as it prints; cut if it is long.
        public let text: String
        /// In seconds since the recorder was made.
        public let time: Double
        public let place: Place
    }

    public internal(set) var subscriptions: [Subscription] = []
    /// In order of time.
    public internal(set) var entries: [Entry] = []
    /// What came after the recorder was full.
    public internal(set) var dropped = 0

    /// How far down each subscription is below one without a parent. A parent has a smaller number.
    var depths: [Int] {
        var depths: [Int] = []
        for subscription in subscriptions { depths.append(subscription.parent.map { depths[$0] + 1 } ?? 0) }
        return depths
    }

    /// The numbers of the subscriptions, each followed by those below it.
    var outline: [Int] {
        let children = Dictionary(grouping: subscriptions, by: \.parent).mapValues { $0.map(\.number) }
        var result: [Int] = [], stack = Array((children[nil] ?? []).reversed())
        while let number = stack.popLast() {
            result.append(number)
            stack += (children[number] ?? []).reversed()
        }
        return result
    }

    /// When the last thing happened.
    public var end: Double { max(entries.last?.time ?? 0, subscriptions.last?.time ?? 0) }
}

extension Trace: CustomStringConvertible {
    /// A line for each thing that happened, in order of time.
    public var description: String {
        let labels = labels
        let begins = subscriptions.map { subscription in
            let how = subscription.parent.map { " \(subscription.isInner ? "within an event of" : "for") \(labels[$0])" } ?? ""
            let text = "\(labels[subscription.number]) subscribed\(how), core \(subscription.core)"
            return Line(subscription.time, text, subscription.place)
        }
        let events = entries.map { entry in
            let text = entry.text.isEmpty ? entry.kind.rawValue : "\(entry.kind.rawValue)(\(entry.text))"
            return Line(entry.time, "\(labels[entry.subscription]) \(text)", entry.place)
        }
        let lines = merge(begins, events).map { time, text, place in
            "\(seconds(time))  thread \(place.thread) (\(place.queue))  \(text)"
        }
        return (lines + (dropped > 0 ? ["\(dropped) more were not recorded"] : [])).joined(separator: "\n")
    }

    private typealias Line = (time: Double, text: String, place: Place)

    /// Both are in order already; of two lines of one time the subscription comes first.
    private func merge(_ begins: [Line], _ events: [Line]) -> [Line] {
        var result: [Line] = [], rest = begins[...]
        for event in events {
            // An event can't come before its own subscription, whatever the clock's resolution.
            while let first = rest.first, first.time <= event.time { result.append(rest.removeFirst()) }
            result.append(event)
        }
        return result + rest
    }

    /// The name of each subscription; with a number where the name occurs more than once.
    var labels: [String] {
        let counts = Dictionary(subscriptions.lazy.map { ($0.name, 1) }, uniquingKeysWith: +)
        var seen: [String: Int] = [:]
        return subscriptions.map { subscription in
            let name = subscription.name
            seen[name, default: 0] += 1
            return counts[name] == 1 ? name : "\(name) #\(seen[name] ?? 0)"
        }
    }
}

/// With milliseconds.
func seconds(_ time: Double) -> String {
    let milliseconds = Int((time * 1000).rounded())
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
}
