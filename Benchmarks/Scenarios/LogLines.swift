import BenchKit
import Rx

/// Lines of real text: parsed, filtered, grouped by their first letter, each group cut into windows of a hundred, each
/// window reduced to a digest. A plain loop over the same lines says what must come out.
let logLines = workload(
    "real.log-lines", "lines of real text: map, filter, groupBy, window, reduce", unit: "line", kind: .scenario,
    isSingleThreaded: false, events: Events(quick: 5_000, ci: 20_000, full: 20_000)
) { run, core in
    guard let text = RealText.found else {
        run.missing("input", reason: "no text of some size was found")
        throw Unavailable("no text of some size was found on this machine")
    }
    for file in text.files { run.metric("bytes of \(file.name)", Double(file.bytes), unit: "B") }
    let digests = WindowDigests(), n = run.n
    let scheduler = SerialScheduler(core: core)
    run.timed {
        _ = lines(of: text, count: n)
            .map { Line($0) }
            .filter { $0.words > 0 }
            .groupBy(keySelector: \.initial)
            .flatMap { group in
                group.asObservable()
                    // The time limit never comes; its timers are started and cancelled like any others.
                    .window(timeSpan: .seconds(3600), count: windowSize, scheduler: scheduler)
                    .flatMap { window in window.reduce(WindowDigest(initial: group.key)) { $0.adding($1) } }
            }
            .subscribe(onNext: digests.add, onCompleted: digests.complete)
    }
    let expected = expectedDigests(of: text, count: n)
    try run.expect(digests.isComplete, true, "whether it completed")
    try run.expectElements(digests.all.sorted(), expected.sorted(), "digests of the windows")
}

private let windowSize = 100

/// The first `count` lines, from the beginning again after the last.
private func lines(of text: RealText, count: Int) -> Observable<ArraySlice<UInt8>> {
    .create { observer in
        var index = 0
        for _ in 0..<count {
            observer.onNext(text.bytes[text.lines[index]])
            index += 1
            if index == text.lines.count { index = 0 }
        }
        observer.onCompleted()
        return Disposables.create()
    }
}

/// What is read from a line.
private struct Line {
    let words: Int
    let length: Int
    /// The first letter or digit, lower case; 0 without one.
    let initial: UInt8

    init(_ text: ArraySlice<UInt8>) {
        var words = 0, isInWord = false, initial: UInt8 = 0
        for byte in text {
            let lower = byte | 0x20
            let isWord = (0x61...0x7a).contains(lower) || (0x30...0x39).contains(byte)
            if isWord && !isInWord {
                words += 1
                if initial == 0 { initial = lower }
            }
            isInWord = isWord
        }
        self.words = words
        self.length = text.count
        self.initial = initial
    }
}

/// What is left of a window. Depends on the order of its lines.
private struct WindowDigest: Hashable, Comparable {
    let initial: UInt8
    var lines = 0
    var words = 0
    var hash: UInt64 = 0

    func adding(_ line: Line) -> WindowDigest {
        WindowDigest(
            initial: initial, lines: lines + 1, words: words + line.words,
            hash: hash &* 31 &+ UInt64(line.length * 64 + line.words))
    }

    static func < (one: WindowDigest, other: WindowDigest) -> Bool {
        (one.initial, one.lines, one.words, one.hash) < (other.initial, other.lines, other.words, other.hash)
    }
}

/// What the subscription receives, serially.
private final class WindowDigests {
    @exclusivity(unchecked) private(set) var all: [WindowDigest] = []
    @exclusivity(unchecked) private(set) var isComplete = false

    func add(_ digest: WindowDigest) { all.append(digest) }
    func complete() { isComplete = true }
}

/// The same by a loop. A group that ends on a full window has opened an empty one after it.
private func expectedDigests(of text: RealText, count: Int) -> [WindowDigest] {
    var open: [UInt8: WindowDigest] = [:], closed: [WindowDigest] = []
    for index in 0..<count {
        let line = Line(text.bytes[text.lines[index % text.lines.count]])
        if line.words == 0 { continue }
        let digest = open[line.initial, default: WindowDigest(initial: line.initial)].adding(line)
        let isFull = digest.lines == windowSize
        if isFull { closed.append(digest) }
        open[line.initial] = isFull ? WindowDigest(initial: line.initial) : digest
    }
    return closed + open.values
}
