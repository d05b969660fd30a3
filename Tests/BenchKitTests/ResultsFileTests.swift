import Foundation
import Testing

@testable import BenchKit

/// Where files go that are written.
@Suite struct ResultsFileTests {
    private func isLink(_ path: String) -> Bool { (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil }

    @Test func whatWasWrittenIsNotDiscarded() throws {
        let results = try Fixture.run()
        try Fixture.inFolder { folder in
            let file = try ResultsFile(path: "\(folder)/a.json", makingDirectory: false)
            try file.checkpoint(results)
            file.discard()
            #expect(try ResultsFile.read(file.partial) == results)
        }
    }
}
