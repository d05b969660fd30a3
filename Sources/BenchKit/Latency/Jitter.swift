/// What the machine does while a program does nothing.
enum Jitter {
    /// Looks at the clock and at nothing else, and records how long an event would have had to wait for the next look that came at any time: of one
    /// imagined event a microsecond, in a pause of 5 ms the first would have waited for 5 ms and the last hardly.
    ///
    /// The idea is jHiccup's; a thread that never sleeps sees what the kernel and the host take, and not how fine timers are.
    static func measure(seconds: Double) -> Histogram {
        var histogram = Histogram()
        let begin = Clock.monotonic(), end = begin + UInt64(seconds * 1e9)
        var event = begin
        while event < end {
            let now = Clock.monotonic()
            while event <= now, event < end {
                histogram.record(Int(now - event))
                event += step
            }
        }
        return histogram
    }

    /// Nanoseconds between the events that are imagined.
    private static let step: UInt64 = 1_000
}
