import Foundation

extension ObservableType {
    /// The source, with everything that happens printed to standard output. Its times are of the local time zone, in digits and the
    /// Gregorian calendar whatever the locale.
    ///
    ///     2026-03-01 12:00:00.000: name -> subscribed
    ///     2026-03-01 12:00:00.001: name -> Event next(1)
    ///     2026-03-01 12:00:00.002: name -> isDisposed
    ///
    /// - Parameters:
    ///   - identifier: the name; `File.swift:line (function)` unless given.
    ///   - trimOutput: whether to cut the middle out of events longer than 40 characters.
    ///
    /// Cost: a line of text for each event: its formatting, and the lock of standard output.
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> Observable<Element> {
        let source = source
        let name = identifier ?? "\(file.split(separator: "/").last ?? ""):\(line) (\(function))"
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let log = DebugLog(name: name, trimsEvents: trimOutput)
            log.write("subscribed")
            Trampoline.delayTurn()
            source.attach(
                segment,
                next: { element in
                    log.write(event: Event.next(element))
                    observer.send(element)
                },
                stop: { error in
                    log.write(event: Event<Element>.stop(error))
                    observer.stop(error)
                })
            segment.own { log.write("isDisposed") }  // Owned last: it is printed before the source is disposed.
        }
        return Observable(run)
    }
}

struct DebugLog {
    let name: String
    let trimsEvents: Bool
    let format: DateFormatter

    private static let longest = 40

    /// - Parameter format: as the user's locale and calendar make it.
    init(name: String, trimsEvents: Bool, format: DateFormatter = DateFormatter()) {
        self.name = name
        self.trimsEvents = trimsEvents
        self.format = format
        // Digits and years of the user's locale and calendar can't be read by tools.
        format.locale = Locale(identifier: "en_US_POSIX")
        format.calendar = Calendar(identifier: .gregorian)
        format.dateFormat = "yyyy-MM-dd HH:mm:ss.SSS"
    }

    func write<Element>(event: Event<Element>) {
        let text = "\(event)"
        let isLong = trimsEvents && text.count > DebugLog.longest
        let half = DebugLog.longest / 2
        write("Event " + (isLong ? "\(text.prefix(half))...\(text.suffix(half))" : text))
    }

    func write(_ text: String) { print("\(format.string(from: Date())): \(name) -> \(text)") }
}
