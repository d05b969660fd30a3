/// What a view of the search shows.
enum Screen: Equatable {
    case searching(String)
    case results(String, count: Int)
    case failed(String)
}

struct ShownScreen: Equatable {
    /// Microseconds from the start.
    let time: Int
    let screen: Screen
}

/// The search worked out by arithmetic, without a scheduler or a sequence: what the views must show.
struct SearchModel {
    /// Microseconds. Neither its multiples nor sums of them and latencies fall on a key's time: order is never a question.
    static let throttle = 299_700
    static let attempts = 3

    /// What the first view shows.
    let early: [ShownScreen]
    /// What the view shows that comes with the key in the middle: the last screen again, then the same as the first.
    let late: [ShownScreen]
    /// Microseconds: when the last key is typed.
    let end: Int

    init(keys: Int) {
        var typed = "", time = 0, texts: [(time: Int, text: String)] = []
        for index in 0..<keys {
            let key = KeystrokeTrace.keys[index % KeystrokeTrace.keys.count]
            time += key.gap * 1000
            typed = key.typed(into: typed)
            texts.append((time, typed))
        }
        end = time
        early = SearchModel.screens(SearchModel.withoutRepeats(SearchModel.throttled(texts)))
        guard keys > 0 else {
            late = []
            return
        }
        let arrival = texts[keys / 2].time
        let before = early.last { $0.time <= arrival }
        late = (before.map { [ShownScreen(time: arrival, screen: $0.screen)] } ?? []) + early.filter { $0.time > arrival }
    }

    /// The first text of each stretch at once, the last one at its end.
    private static func throttled(_ texts: [(time: Int, text: String)]) -> [(time: Int, text: String)] {
        var passed: [(time: Int, text: String)] = [], waiting: String?
        func endOfStretch() -> Int { passed.last.map { $0.time + throttle } ?? 0 }
        for (time, text) in texts {
            if let last = waiting, endOfStretch() <= time {
                passed.append((endOfStretch(), last))
                waiting = nil
            }
            if time < endOfStretch() { waiting = text } else { passed.append((time, text)) }
        }
        if let waiting { passed.append((endOfStretch(), waiting)) }
        return passed
    }

    private static func withoutRepeats(_ texts: [(time: Int, text: String)]) -> [(time: Int, text: String)] {
        texts.enumerated().filter { $0 == 0 || texts[$0 - 1].text != $1.text }.map(\.element)
    }

    /// Each query searches until the next one.
    private static func screens(_ queries: [(time: Int, text: String)]) -> [ShownScreen] {
        queries.enumerated().flatMap { index, query in
            let end = index + 1 < queries.count ? queries[index + 1].time : Int.max
            let answer = answer(to: query.text, at: query.time)
            let searching = ShownScreen(time: query.time, screen: .searching(query.text))
            return answer.time < end ? [searching, answer] : [searching]
        }
    }

    private static func answer(to query: String, at start: Int) -> ShownScreen {
        var time = start
        for attempt in 1...attempts {
            let outcome = outcome(of: query, attempt: attempt)
            time += outcome.latency
            if let count = outcome.count { return ShownScreen(time: time, screen: .results(query, count: count)) }
        }
        return ShownScreen(time: time, screen: .failed(query))
    }

    /// How the server answers an attempt: after how many microseconds, with how many results, `nil` for an error.
    /// One attempt in three fails.
    static func outcome(of query: String, attempt: Int) -> (latency: Int, count: Int?) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a.
        hash = (hash ^ UInt64(attempt)) &* 0x100_0000_01b3  // First: the last byte hardly changes the upper bits.
        for byte in query.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let latency = 60_037 + Int(hash >> 32) % 200 * 1000
        return (latency, (hash >> 16) % 3 == 0 ? nil : Int(hash >> 40) % 1000)
    }
}
