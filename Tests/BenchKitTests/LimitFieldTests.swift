import Foundation
import Testing

@testable import BenchKit

/// The limits are written by people: what nobody would look at is refused.
@Suite struct LimitFieldTests {
    private func complaint(_ text: String) throws -> String {
        var found = "none"
        try Fixture.inFolder(["limits.json": Data(text.utf8)]) { folder in
            do { _ = try Thresholds.read("\(folder)/limits.json") } catch { found = "\(error)".replacingOccurrences(of: "\(folder)/", with: "") }
        }
        return found
    }

    /// A field too much in each object, and each field misspelt.
    @Test func aFieldThatIsNoneIsRefusedEverywhere() throws {
        #expect(try complaint(WholeDocument.limits) == "none")
        let document = try Document(WholeDocument.limits)
        for (path, value) in document.leaves {
            let place = path.dropLast().map { Int($0) == nil ? $0 : "[\($0)]" }
            let name = (place + ["nonsense"]).joined(separator: ".")
            let more = String(decoding: document.setting(path.dropLast() + ["nonsense"], to: 1).data, as: UTF8.self)
            #expect(try complaint(more) == "limits.json: \(name) is no field")
            let field = path[path.count - 1]
            if field == "schema" { continue }
            let misspelt = document.setting(path, to: nil).setting(path.dropLast() + [field + "x"], to: value)
            #expect(
                try complaint(String(decoding: misspelt.data, as: UTF8.self))
                    == "limits.json: \((place + [field + "x"]).joined(separator: ".")) is no field; did you mean \(field)?")
        }
    }

    @Test func aFieldThatIsThereTwiceIsRefused() throws {
        let text = WholeDocument.limits
        let slower = text.replacingOccurrences(of: "\"slower\": 0.03", with: "\"slower\": 0.03, \"sl\\u006fwer\": 3")
        #expect(try complaint(slower) == "limits.json: slower is there twice")
        let ratios = text.replacingOccurrences(of: "\"ratios\":", with: "\"ratios\": [], \"ratios\":")
        #expect(try complaint(ratios) == "limits.json: ratios is there twice")
        // Of two bounds each has its own, and a text may look like a field.
        let bounds = "\"ratios\": [{\"benchmark\": \"a\\\": {\", \"variant\": \"most\", \"base\": \"}\", \"most\": 1}, "
        #expect(try complaint(text.replacingOccurrences(of: "\"ratios\": [", with: bounds)) == "none")
    }

    @Test func checkSaysSoInOneLine() throws {
        let text = WholeDocument.limits.replacingOccurrences(of: "slower", with: "slowr")
        try Fixture.inFolder(["limits.json": Data(text.utf8)]) { folder in
            let recording = CapturedOutput(), suite = BenchKit.Suite.withFloor(Fixture.benchmark("T1"))
            let program = CommandLineProgram(name: "bench", version: "1", summary: "", commands: suite.commands)
            #expect(program.run(["check", "--gates", "\(folder)/limits.json"], environment: [:], output: recording.output) == .failure)
            #expect(recording.error == "bench: \(folder)/limits.json: times.slowr is no field; did you mean slower?\n")
        }
    }
}
