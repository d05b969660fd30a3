/// The figures of a row's latency in two files.
extension FigurePairs {
    mutating func add(_ old: RowLatency, _ new: RowLatency, of row: String) {
        let before = lines.count
        for name in new.figures {
            guard let base = old.distributions[name], let distribution = new.distributions[name] else { continue }
            add(base, distribution, name, kind: RecordedDifferences.distribution, row: row, element: name)
        }
        add(old.jitter, new.jitter, "the machine's jitter", kind: "rows.latency.jitter", row: row, element: "")
        func place(_ field: String) -> Place { Place(kind: "rows.latency.\(field)", item: row) }
        add(place("capacity"), "capacity, a second", old.capacity, new.capacity)
        add(place("rate"), "rate, a second", old.rate, new.rate)
        add(place("sent"), "sent", old.sent.map { Double($0) }, new.sent.map { Double($0) })
        latencies += lines.count - before
    }

    /// - Parameters:
    ///   - title: for people.
    ///   - kind: of the distribution in a results file, and which of its kind.
    private mutating func add(
        _ old: RowLatency.Distribution, _ new: RowLatency.Distribution, _ title: String, kind: String, row: String, element: String
    ) {
        // Other units are told of, and figures in these don't compare.
        guard old.unit == new.unit else { return }
        let known = Percentile.allCases.map(\.rawValue)
        for percentile in known + new.percentiles.keys.filter({ !known.contains($0) }).sorted() {
            guard let before = old.percentiles[percentile], let after = new.percentiles[percentile] else { continue }
            func place(_ field: String) -> Place {
                Place(kind: "\(kind).percentiles.<percentile>.\(field)", item: row, element: RecordedDifferences.joined(element, percentile))
            }
            let isHidden = before.hidden == true || after.hidden == true
            add(
                place("value"), "\(percentile) of \(title), \(new.unit)", before.value, after.value,
                Interval(of: after.interval, over: before.interval), isInconclusive: isHidden)
            add(place("multiple"), "\(percentile) of \(title), × the floor's", before.multiple, after.multiple, isInconclusive: isHidden)
        }
        add(
            Place(kind: "\(kind).histogram.largest", item: row, element: element), "max of \(title), \(new.unit)", Double(old.histogram.largest),
            Double(new.histogram.largest))
    }
}
