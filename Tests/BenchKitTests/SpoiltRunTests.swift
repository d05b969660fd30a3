import Benchmarks
import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// Runs that a benchmark, the disk or the reader of the output spoils, as programs.
    @Suite(.serialized) struct SpoiltRunTests {
        /// - Parameter script: gets the program as `$1` and a folder as `$2`.
        /// - Returns: the lines it printed.
        private func shell(_ script: String, in folder: String) throws -> [String] {
            // A wish to stop may be left of another test.
            Interruption.install()
            defer { Interruption.restore() }
            return try ChildProcess.lines(of: "/bin/sh", ["-c", Fixture.waitFor + script, "sh", try #require(Fixture.mine), folder], silence: 120)
        }

        private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

        private func expectAFailedRow(fault: String, saying message: String, limit: Int = 60) throws {
            try Fixture.inFolder { folder in
                let command = "\"$1\" planted --fault \(fault) --limit \(limit) --out \"$2/a.json\" >\"$2/out\" 2>\"$2/err\"; echo $?"
                #expect(try shell(command, in: folder) == ["1"])
                let results = try ResultsFile.read("\(folder)/a.json")
                #expect(!results.passed)
                #expect(!results.complete)
                #expect(results.rows.contains { $0.benchmark == PlantedSuite.innocents[0] && $0.time != nil })
                let failed = results.row(PlantedSuite.guilty, "only")
                #expect(failed?.failure == RowFailure(kind: .error, message: message))
                #expect(!FileManager.default.fileExists(atPath: "\(folder)/a.json.partial"))
                #expect(try text("\(folder)/err").contains("\(PlantedSuite.guilty): \(message); the results so far are in \(folder)/a.json\n"))
                let digest = Digest([Digest.Source(name: "a.json", results: results)])
                #expect(JUnitReport(digest).text.contains("<error message=\"\(message)\""))
                #expect(ReportVerdict(digest).headline == "Errors")
            }
        }

        @Test func aCrashIsAFailedRowOfTheFile() throws {
            try expectAFailedRow(fault: "crash", saying: "crashed the process")
        }

        @Test func whatDoesNotEndIsAFailedRowOfTheFile() throws {
            try expectAFailedRow(fault: "hang", saying: "did not end within 10 s (does it wait for the main thread, which it runs on?)", limit: 10)
        }

        @Test func aBenchmarkThatEndsTheProcessIsAFailure() throws {
            try expectAFailedRow(fault: "exit", saying: "ended the process")
        }

        @Test func aBenchmarkThatChangesTheFolderDoesNotMoveTheFile() throws {
            try Fixture.inFolder { folder in
                let lines = try shell(
                    "cd \"$2\"; mkdir sub; \"$1\" planted --fault move --out sub/a.json >out 2>err; echo $?; ls sub; tail -n 1 out", in: folder)
                #expect(lines == ["0", "a.json", "results: sub/a.json"])
                #expect(try ResultsFile.read("\(folder)/sub/a.json").row(PlantedSuite.guilty, "only")?.time != nil)
            }
        }

        /// The planted leak is one: the object lives on, and what counts the living says so.
        @Test(.enabled(if: !Fixture.isSanitized, "which would report it, too"))
        func aSubscriptionThatIsNeverDisposedOfIsAWrongResult() throws {
            try Fixture.inFolder { folder in
                func run(_ fault: String) throws -> (code: String?, row: Row?) {
                    let script = "\"$1\" planted --fault \(fault) --out \"$2/a.json\" >/dev/null 2>&1; echo $?"
                    let code = try shell(script, in: folder).first
                    return (code, try ResultsFile.read("\(folder)/a.json").row(PlantedSuite.guilty, "only"))
                }
                let leaking = try run("leak")
                #expect(leaking.code == "6")
                #expect(leaking.row?.failure == RowFailure(kind: .wrongResult, message: "resources left behind: subscriptions 2 instead of 1"))
                let whole = try run("none")
                #expect(whole.code == "0")
                #expect(whole.row?.resources?.peak == ["subscriptions": 1])
                #expect(whole.row?.resources?.after == ["subscriptions": 0])
            }
        }

        @Test(.enabled(if: !Fixture.isSanitized, "which would report it, too"))
        func theLeakOfTheLibrarysSuiteIsASubscriptionOfItsOwn() throws {
            let suite = Benchmarks.suite
            let leak = try #require(suite.leak), probe = try #require(suite.probe), before = probe()
            leak()
            let left = probe().filter { $0.value != before[$0.key] }.mapValues { $0 }
            #expect(left["subscriptions"] == before["subscriptions", default: 0] + 1)
            #expect(left["subjects"] == before["subjects", default: 0] + 1)
            #expect(PlantedSuite.suite(.leak, of: suite).probe?().keys.contains("mailboxes") == true)
        }

        @Test func anOutputThatCannotBeWrittenFailsAndTheFileIsKept() throws {
            try Fixture.inFolder { folder in
                let run = "\"$1\" run --profile quick --filter append --out \"$2/a.json\""
                let lines = try shell("\(run) >/dev/full 2>\"$2/err\"; echo $?", in: folder)
                #expect(lines == ["1"])
                #expect(try text("\(folder)/err").hasSuffix("cannot write the standard output: No space left on device\n"))
                #expect(try ResultsFile.read("\(folder)/a.json").complete)
            }
        }

        @Test func aReaderThatHasGoneEndsTheProgramQuietlyAndTheFileIsKept() throws {
            try Fixture.inFolder { folder in
                let run = "\"$1\" run --profile quick --filter append --out \"$2/a.json\""
                // The code is there at once, and whole.
                let script = """
                    cd "$2"
                    (\(run) 2>err; echo $? >new; mv new code) | :
                    wait_for '[ -e code ]'
                    cat code
                    """
                #expect(try shell(script, in: folder) == ["141"])
                let errors = try text("\(folder)/err")
                #expect(!errors.contains("rror"))
                #expect(try ResultsFile.read("\(folder)/a.json").complete)
            }
        }

        /// Interrupted while valgrind starts, which takes a second: nothing is counted yet, and nothing may stay.
        @Test(.enabled(if: Fixture.canCount)) func anInterruptedCountLeavesNoFolder() throws {
            try Fixture.inFolder { folder in
                let script = """
                    mkdir "$2/tmp"
                    TMPDIR="$2/tmp" "$1" counts --filter append --out "$2/a.json" >/dev/null 2>&1 &
                    main=$!
                    wait_for 'ls "$here"/tmp/*/*/log'
                    kill -INT $main
                    wait $main
                    echo $?
                    ls "$2"
                    # The folder of the compiler, which is asked for its version, is none of ours.
                    ls "$2/tmp" | grep -v '^TemporaryDirectory' || true
                    """
                let lines = try shell(script, in: folder)
                #expect(lines == ["130", "tmp"])
            }
        }

        /// The `swift` here is none, but starts programs as `swift build` does: in process groups of their own, which start others.
        @Test(arguments: ["TERM", "INT"]) func anInterruptedBuildOfARevisionLeavesNoCompiler(signal: String) throws {
            try Fixture.inFolder { folder in
                let script = """
                    mkdir "$2/bin" "$2/repository" "$2/tmp"
                    cat >"$2/bin/swift" <<'END'
                    #!/bin/bash
                    set -m
                    trap '' INT TERM
                    sleep 600 & echo $! >>../pids
                    bash -c 'trap "" INT TERM; sleep 600 & echo $! >>../pids; wait' & echo $! >>../pids
                    until [ "$(wc -l <../pids)" = 3 ]; do sleep 0.01; done
                    touch ../ready
                    wait
                    END
                    chmod +x "$2/bin/swift"
                    cd "$2/repository"
                    git init -q . && git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m one
                    PATH="$2/bin:$PATH" TMPDIR="$2/tmp" "$1" compare --against HEAD >/dev/null 2>&1 &
                    main=$!
                    wait_for '[ -e ../ready ]'
                    kill -\(signal) $main
                    wait $main
                    echo $?
                    wc -l <../pids
                    for process in $(cat ../pids); do
                      if grep -qs '^State:.[^Z]' /proc/$process/status; then echo "left behind"; kill -KILL $process; fi
                    done
                    ls ../tmp
                    """
                let lines = try shell(script, in: folder)
                #expect(lines == ["130", "3"])
            }
        }

        @Test func forksArePooledIntoOneFile() throws {
            try Fixture.inFolder { folder in
                let run = "\"$1\" run --profile quick --filter append --forks 2 --seed 5 --out \"$2/a.json\""
                let lines = try shell("\(run) >/dev/null 2>\"$2/err\"; echo $?; ls \"$2\"", in: folder)
                #expect(lines == ["0", "a.json", "err"])
                #expect(try text("\(folder)/err").contains("fork 2 of 2"))
                let results = try ResultsFile.read("\(folder)/a.json")
                #expect(results.complete)
                #expect(results.seed == 5)
                #expect(results.forks == 2)
                let row = try #require(results.rows.first { $0.benchmark.hasPrefix("append") })
                #expect(row.warmUp != nil)
                #expect(row.multipleOfReference != nil)
                let forks = try #require(row.time?.forks)
                #expect(row.time?.samples.count == forks.reduce(0) { $0 + $1.samples })
                let missing = try shell("\"$1\" run --forks 2 --filter none --out \"$2/b.json\" 2>/dev/null; echo $?; ls \"$2\"", in: folder)
                #expect(missing == ["64", "a.json", "err"])
            }
        }

        @Test(.enabled(if: !Fixture.isSanitized, "a sanitizer writes larger files before the program begins"))
        func aFullDiskIsOneLineAndKeepsWhatWasWritten() throws {
            try Fixture.inFolder { folder in
                let run = "\"$1\" run --profile quick --filter 'append|contains' --out \"$2/a.json\""
                let script = "(ulimit -f 12; trap '' XFSZ; \(run) >/dev/null 2>\"$2/err\"); echo $?"
                #expect(try shell(script, in: folder) == ["1"])
                let partial = "\(folder)/a.json.partial"
                let message = "cannot write \(folder)/a.json: File too large; what was written so far is in \(partial)\n"
                #expect(try text("\(folder)/err").hasSuffix(message))
                let kept = try ResultsFile.read(partial)
                #expect(!kept.rows.isEmpty)
            }
        }
    }
}
