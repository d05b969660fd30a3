#if os(Linux)
import Foundation
import Rx
import Testing

/// Durations go by a clock that nobody sets, unlike the time of day.
@Suite struct SetClockTests {
    /// In a process of its own, whose time of day is set an hour forward, and back, while every operator and scheduler that knows time waits.
    @Test(arguments: Core.allCases, [3600, -3600])
    func nothingComesEarlyOrNeverWhenTheTimeOfDayIsSet(core: Core, seconds: Int) throws {
        let process = Process(), output = Pipe()
        let tests = try #require(Bundle.main.executableURL)  // The package manager puts the programs beside it.
        process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("SetClockProgram")
        process.arguments = ["\(seconds)", "\(core)"]
        process.standardOutput = output
        try process.run()
        let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(lines)")
        #expect(lines.hasSuffix(" 0 faults\n"))
    }
}
#endif
