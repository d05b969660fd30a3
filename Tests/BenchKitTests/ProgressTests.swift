import Testing

@testable import BenchKit

@Suite struct ProgressTests {
    private func lines(_ count: Int, errorIsTerminal: Bool, interval: Double) -> String {
        let recording = CapturedOutput()
        let progress = Progress(items: count, output: recording.output(errorIsTerminal: errorIsTerminal, progressInterval: interval))
        for index in 0..<count { progress.start("row", index: index) }
        #expect(recording.standard.isEmpty)
        return recording.error
    }

    @Test func aLogHasFewLinesHoweverManyRowsThereAre() {
        #expect(lines(3000, errorIsTerminal: false, interval: 3600) == "[1/3000] row\n")
        #expect(lines(3, errorIsTerminal: false, interval: 0).split(separator: "\n").count == 3)
        #expect(Output.terminal.progressInterval == 5)
    }

    @Test func aTerminalHasOneLineThatIsWrittenOver() {
        let text = lines(3, errorIsTerminal: true, interval: 3600)
        #expect(!text.contains("\n"))
        #expect(text.contains("[3/3] row (about "))
    }

    @Test func theTimeLeftIsThatOfAllThatIsToCome() {
        #expect(Progress.timeLeft(done: 2, of: 6, elapsed: 5) == " (about 10 s left)")
        #expect(Progress.timeLeft(done: 0, of: 6, elapsed: 5).isEmpty)
    }
}
