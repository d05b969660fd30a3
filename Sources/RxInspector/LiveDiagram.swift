import Foundation

/// Draws a recorder's last moments in a terminal, again and again, each time over the drawing before.
///
///     let live = LiveDiagram(recorder)
///     …
///     live.stop()
public final class LiveDiagram: @unchecked Sendable {  // Sendable: what changes is touched on `queue` only.
    private let recorder: Recorder
    private let tick: Double
    private let columns: Int
    private let write: (String) -> Void
    let queue = DispatchQueue(label: "rx.inspector.live")
    private let timer: any DispatchSourceTimer
    private var linesAbove = 0
    private var isStopped = false

    /// - Parameters:
    ///   - tick: how long a column is, in seconds.
    ///   - columns: how many of them are drawn.
    ///   - period: the time between two drawings.
    ///   - write: gets what to send to the terminal, on a queue of its own; standard error unless given.
    public init(
        _ recorder: Recorder, tick: Double = 0.1, columns: Int = 60, every period: DispatchTimeInterval = .milliseconds(200),
        write: @escaping (String) -> Void = { FileHandle.standardError.write(Data($0.utf8)) }
    ) {
        self.recorder = recorder
        self.tick = tick
        self.columns = columns
        self.write = write
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + period, repeating: period)
        timer.setEventHandler { [weak self] in self?.timerFired() }
        timer.resume()
    }

    deinit { timer.cancel() }

    /// Draws once more, and no more after that.
    public func stop() {
        timer.cancel()
        queue.sync {
            if !isStopped { draw() }
            isStopped = true
        }
    }

    /// On `queue`. The timer may have come due before it was cancelled.
    func timerFired() { if !isStopped { draw() } }

    private func draw() {
        let frame = LiveDiagram.frame(recorder.trace, tick: tick, columns: columns, over: linesAbove)
        linesAbove = frame.lines
        write(frame.text)
    }

    /// One drawing: up over the one before, clear to the end of the screen, the lines.
    static func frame(_ trace: Trace, tick: Double, columns: Int, over linesAbove: Int) -> (text: String, lines: Int) {
        let begin = max(0, trace.end - tick * Double(columns - 1))
        let lines = trace.diagram(tick: tick, from: begin).lines()
        let up = linesAbove > 0 ? "\u{1B}[\(linesAbove)A" : ""
        return (up + "\r\u{1B}[J" + lines.map { $0 + "\n" }.joined(), lines.count)
    }
}
