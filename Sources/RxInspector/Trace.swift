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

    /// How far down a subscription is below one without a parent.
    func depth(of number: Int) -> Int {
        var depth = 0, next = subscriptions[number].parent
        while let parent = next {
            depth += 1
            next = subscriptions[parent].parent
        }
        return depth
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
        let begins = subscriptions.map { subscription in
            let how = subscription.parent.map { " \(subscription.isInner ? "within an event of" : "for") \(label(of: $0))" } ?? ""
            return (subscription.time, 0, "\(label(of: subscription.number)) subscribed\(how), core \(subscription.core)", subscription.place)
        }
        let events = entries.map { entry in
            let text = entry.text.isEmpty ? entry.kind.rawValue : "\(entry.kind.rawValue)(\(entry.text))"
            return (entry.time, 1, "\(label(of: entry.subscription)) \(text)", entry.place)
        }
        let lines = merge(begins, events).map { time, _, text, place in
            "\(seconds(time))  thread \(place.thread) (\(place.queue))  \(text)"
        }
        return (lines + (dropped > 0 ? ["\(dropped) more were not recorded"] : [])).joined(separator: "\n")
    }

    private typealias Line = (time: Double, rank: Int, text: String, place: Place)

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

    /// The name; with the number where the name occurs more than once.
    func label(of number: Int) -> String {
        let name = subscriptions[number].name
        let same = subscriptions.filter { $0.name == name }
        guard same.count > 1 else { return name }
        return "\(name) #\((same.firstIndex { $0.number == number } ?? 0) + 1)"
    }
}

/// With milliseconds.
func seconds(_ time: Double) -> String {
    let milliseconds = Int((time * 1000).rounded())
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
}
