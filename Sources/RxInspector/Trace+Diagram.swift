import RxMarbles

extension Trace {
    /// The trace as a text marble diagram, a row for each subscription, those below another one indented.
    ///
    /// - Parameters:
    ///   - tick: how long a column is, in seconds.
    ///   - begin, end: what to draw, in seconds; everything unless given.
    ///   - longest: texts are cut at so many characters.
    public func diagram(
        tick: Double, from begin: Double = 0, to end: Double? = nil, longest: Int = 8
    ) -> MarbleDiagram {
        precondition(tick > 0, "diagram: a tick takes some time")
        let end = end ?? self.end
        // As far as there are numbers: a tick may be of any length.
        func column(_ time: Double) -> Int { Int(min(max(((time - begin) / tick).rounded(.down), -1e18), 1e18)) }
        let marks = Dictionary(grouping: entries.filter { $0.time >= begin && $0.time <= end }, by: \.subscription)
        let stopped = Set(entries.lazy.filter { $0.kind == .completed || $0.kind == .error }.map(\.subscription))
        let over = Dictionary(
            entries.lazy.filter { $0.kind == .ended }.map { ($0.subscription, $0.time) }, uniquingKeysWith: { one, _ in one })
        let labels = labels, depths = depths
        let rows = outline.compactMap { number -> MarbleDiagram.Row? in
            let subscription = subscriptions[number]
            if subscription.time > end || over[number] ?? .infinity < begin { return nil }
            let events = marks[number] ?? []
            return MarbleDiagram.Row(
                name: String(repeating: "  ", count: depths[number]) + labels[number],
                begin: max(column(subscription.time), 0),
                marks: events.compactMap { $0.mark(at: column($0.time), longest, hasStopped: stopped.contains(number)) })
        }
        return MarbleDiagram(rows: rows, lastTick: max(column(end), 0))
    }
}

extension Trace.Entry {
    /// An end after a stop event isn't drawn: the stop event is.
    fileprivate func mark(at tick: Int, _ longest: Int, hasStopped: Bool) -> MarbleDiagram.Row.Mark? {
        switch kind {
        case .next: .init(tick: tick, text: text.count > longest ? text.prefix(max(longest - 1, 0)) + "…" : text)
        case .error: .init(tick: tick, text: "#", isLast: true)
        case .completed: .init(tick: tick, text: "|", isLast: true)
        case .ended: hasStopped ? nil : .init(tick: tick, text: "!", isLast: true)
        }
    }
}
