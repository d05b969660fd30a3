import Foundation
import Synchronization
import Testing

@testable import BenchKit

/// Where files go that are written.
@Suite struct ResultsFileTests {
    private func isLink(_ path: String) -> Bool { (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil }

    @Test func aSymbolicLinkStaysAndItsFileIsWritten() throws {
        let results = try Fixture.run()
        try Fixture.inFolder(["real.json": Data("old".utf8)]) { folder in
            for (link, target) in [("a.json", "real.json"), ("b.json", "new.json")] {
                try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(link)", withDestinationPath: target)
                let file = try ResultsFile(path: "\(folder)/\(link)", makingDirectory: false)
                try file.checkpoint(results)
                try file.finish(results)
                #expect(isLink("\(folder)/\(link)"))
                #expect(try ResultsFile.read("\(folder)/\(target)") == results)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.json", "b.json", "new.json", "real.json"])
        }
    }

    /// Also while a row is put in its place, where a file takes the place of another one.
    @Test func noOtherProgramMayWriteItBetweenTwoRows() throws {
        let results = try Fixture.run()
        try Fixture.inFolder { folder in
            let file = try ResultsFile(path: "\(folder)/a.json", makingDirectory: false)
            let isOver = Mutex(false), taken = Mutex(0), partial = file.partial, ended = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                while !isOver.withLock({ $0 }) {
                    let other = ResultsFileLock()
                    if other.take(partial) == nil { taken.withLock { $0 += 1 } }
                }
                ended.signal()
            }
            for _ in 0..<1000 { try file.checkpoint(results) }
            isOver.withLock { $0 = true }
            ended.wait()
            #expect(taken.withLock { $0 } == 0)
            try file.finish(results)
        }
    }

    /// The one before isn't let go of earlier, nor if that fails.
    @Test func aClaimIsHeldUntilTheNextOneIsInItsPlace() throws {
        try Fixture.inFolder { folder in
            let fileLock = ResultsFileLock(), old = "\(folder)/old", fresh = "\(folder)/fresh"
            #expect(fileLock.take(old) == nil)
            #expect(fileLock.take(fresh, then: { ResultsFileLock().take(old) == EWOULDBLOCK ? EACCES : EIO }) == EACCES)
            #expect(ResultsFileLock().take(old) == EWOULDBLOCK)
            #expect(ResultsFileLock().take(fresh) == nil)
            #expect(fileLock.take(fresh, then: { rename(fresh, old) == 0 && ResultsFileLock().take(old) == EWOULDBLOCK ? nil : EIO }) == nil)
            #expect(ResultsFileLock().take(old) == EWOULDBLOCK)
        }
    }

    @Test func foldersOfPaths() {
        let folders = ["x": ".", "ab": ".", "a/b": "a", "/x": "/", "/ab/c.json": "/ab", ".": ".", "ä": ".", "ä/ö": "ä"]
        for (path, folder) in folders { #expect(ResultsFile.directory(of: path) == folder, "\(path)") }
    }

    @Test func whatIsNoRegularFileIsWrittenInPlace() throws {
        let results = try Fixture.run()
        try Fixture.inFolder { folder in
            let path = "\(folder)/fifo"
            try #require(mkfifo(path, 0o600) == 0)
            let descriptor = open(path, O_RDWR | O_NONBLOCK)
            defer { close(descriptor) }
            let file = try ResultsFile(path: path, makingDirectory: false)
            try file.checkpoint(results)
            try file.finish(results)
            file.discard()
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(descriptor, &bytes, bytes.count)
            #expect(try Data(bytes.prefix(max(0, count))) == results.json())
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["fifo"])
        }
    }

    @Test func anInputIsNeverOverwritten() throws {
        let json = try Fixture.run().json()
        try Fixture.inFolder(["a.json": json]) { folder in
            let path = "\(folder)/a.json", link = "\(folder)/link.json"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            for other in [path, "\(folder)/./a.json", link] {
                let refusal = UsageError.impossible("\(other) is what is read: it cannot be written too")
                #expect(throws: refusal) {
                    try ExportSession(file: path, format: .csv, out: other, output: CapturedOutput().output).run()
                }
                for field in [\ReportOptions.html, \.junit] {
                    var options = ReportOptions(files: [path])
                    options[keyPath: field] = other
                    #expect(throws: refusal) { try ReportSession(options: options, output: CapturedOutput().output).run() }
                }
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == json)
        }
    }

    @Test func whatWasWrittenIsNotDiscarded() throws {
        let results = try Fixture.run()
        try Fixture.inFolder { folder in
            let file = try ResultsFile(path: "\(folder)/a.json", makingDirectory: false)
            try file.checkpoint(results)
            file.discard()
            #expect(try ResultsFile.read(file.partial) == results)
        }
    }

    @Test func aRelativePathIsMeantAsOfTheFolderAtTheStart() throws {
        let name = "rxbench-test-\(UUID().uuidString).json"
        let file = try ResultsFile(path: name, makingDirectory: false)
        defer { file.discard() }
        #expect(file.path == name)
        #expect(file.destination == "\(FileManager.default.currentDirectoryPath)/\(name)")
    }

    @Test func whatAnotherRunHasLeftIsKeptUnderAnotherName() throws {
        try Fixture.inFolder(["a.json.partial": Data("one".utf8), "a.json.partial.1": Data("zero".utf8)]) { folder in
            func content(_ name: String) -> String? { try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }
            let recording = CapturedOutput()
            let refused = try ResultsFile(path: "\(folder)/a.json", makingDirectory: false, output: recording.output)
            refused.discard()
            #expect(recording.error == "\(folder)/a.json.partial is of another run: it is kept as \(folder)/a.json.partial.2\n")
            #expect(content("a.json.partial") == nil)
            #expect(content("a.json.partial.1") == "zero")
            #expect(content("a.json.partial.2") == "one")
            let second = try ResultsFile(path: "\(folder)/a.json", makingDirectory: false, output: recording.output)
            #expect(recording.error.split(separator: "\n").count == 1)
            try second.finish(Data("two".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.json", "a.json.partial.1", "a.json.partial.2"])
        }
    }
}
