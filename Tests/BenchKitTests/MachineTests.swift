import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// Machines that lack something, or give a program less than they have.
    @Suite(.serialized) struct MachineTests {
        /// - Parameter script: gets the program as `$1` and a folder, which is the current one, as `$2`.
        private func shell(_ script: String, in folder: String) throws -> [String] {
            // A wish to stop may be left of another test.
            Interruption.install()
            defer { Interruption.restore() }
            let words = ["-c", "cd \"$2\"\n" + Fixture.waitFor + script, "sh", try #require(Fixture.mine), folder]
            return try ChildProcess.lines(of: "/bin/sh", words, silence: 120)
        }

        private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

        /// What gives a process, and those that it starts, an empty `/proc`; nil where that isn't allowed.
        private static let withoutProc: String? = {
            let inside = "mount -t tmpfs none /proc && exec \"$@\""
            return ["-m", "-rm"].map { "unshare \($0) sh -c '\(inside)' sh " }.first { words in
                (try? ChildProcess.lines(of: "/bin/sh", ["-c", words + "true"], silence: 20, heedsInterruption: false)) != nil
            }
        }()

        @Test(
            .enabled(if: withoutProc != nil, "where /proc can be hidden"),
            arguments: [
                ("list --json", "contains/elements=10"), ("doctor", "no /proc/self/task/*/schedstat"), ("fit --list", "search from the start"),
                ("run --profile quick --filter append --no-write", "append "),
                ("run --profile quick --filter append --forks 2 --no-write", "append "),
                ("compare --against \"$1\" --filter append --forks 1", "append "), ("nonsense", "unknown command nonsense"),
            ])
        func withoutProcEveryCommandIsStillItself(command: String, expected: String) throws {
            try Fixture.inFolder { folder in
                let lines = try shell("\(try #require(Self.withoutProc)) \"$1\" \(command) 2>&1 || true", in: folder)
                #expect(lines.contains { $0.contains(expected) }, "\(command): \(lines)")
                // A full run has the row that the filter leaves out, or that nobody asked for.
                #expect(!lines.contains { $0.contains("[1/6]") || $0.contains("Backtrac") })
            }
        }

        /// In a process of its own, since others of this one read and write, too.
        @Test(.enabled(if: ProcessProbes.transfers()?.readCalls != nil)) func whatIsReadAndWrittenIsCounted() async {
            await #expect(processExitsWith: .success) {
                try Fixture.inFolder { folder in
                    let path = folder + "/file"
                    let benchmark = Benchmark("transfers", "writes and reads", events: Events(5)) { run in
                        try run.timed {
                            let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
                            guard file >= 0 else { throw WrongResult("\(path) can't be opened: error \(errno)") }
                            var byte: UInt8 = 1
                            for _ in 0..<run.n { write(file, &byte, 1) }
                            lseek(file, 0, SEEK_SET)
                            for _ in 0..<2 * run.n { read(file, &byte, 1) }
                            close(file)
                        }
                    }
                    let runner = try IterationRunner(benchmark, variant: "-", n: 5, probe: nil)
                    // Threads of the testing library's and of Dispatch's read a few bytes now and then: not beside each of several.
                    func least(_ n: Int) throws -> Transfers {
                        let found = try (0..<10).map { _ in try #require(try ResourceMeasurement(runner, n: n).transfers) }
                        return try #require(found.min { ($0.readCalls ?? 0) < ($1.readCalls ?? 0) })
                    }
                    let found = try least(5)
                    #expect(found.writeCalls == 5 && found.bytesWritten == 5, "\(found)")
                    #expect(found.readCalls == 10 && found.bytesRead == 5, "\(found)")
                    let idle = try least(0)
                    #expect(idle.readCalls == 0 && idle.writeCalls == 0 && idle.bytesRead == 0, "\(idle)")
                }
            }
        }

        @Test(.enabled(if: Executables.find("taskset") != nil && Processors.bound != nil)) func theProcessorsThatMayBeUsedCount() throws {
            let one = try #require(Processors.bound?.min())
            try Fixture.inFolder { folder in
                let run = "taskset -c \(one) \"$1\" run --profile quick --filter append --out a.json >/dev/null 2>&1; echo $?"
                let lines = try shell(run, in: folder)
                #expect(lines == ["0"])
                #expect(try ResultsFile.read("\(folder)/a.json").environment.cores == 1)
                #expect(try shell("taskset -c \(one) \"$1\" doctor", in: folder).contains { $0.contains(" on 1 processor") })
            }
        }

        /// Of both versions of control groups, and with both at once.
        @Test(
            arguments: [
                ("0::/\n", ["sys/fs/cgroup/cpu.max": "150000 100000\n"], 1.5),
                ("0::/\n", ["sys/fs/cgroup/cpu.max": "max 100000\n"], nil),
                ("0::/a/b\n", ["sys/fs/cgroup/a/b/cpu.max": "max 100000\n", "sys/fs/cgroup/a/cpu.max": "50000 100000\n"], 0.5),
                ("0::/a/b\n", ["sys/fs/cgroup/a/b/cpu.max": "20000 10000\n", "sys/fs/cgroup/a/cpu.max": "50000 10000\n"], 2),
                (
                    "4:memory:/x\n3:cpu,cpuacct:/x\n",
                    [
                        "sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_quota_us": "300000\n",
                        "sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_period_us": "100000\n",
                    ], 3
                ),
                (
                    "3:cpuacct,cpu:/outside\n", ["sys/fs/cgroup/cpu/cpu.cfs_quota_us": "25000\n", "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n"],
                    0.25
                ),
                ("3:cpu:/\n", ["sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n", "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n"], nil),
                ("3:cpuset:/\n0::/\n", ["sys/fs/cgroup/unified/cpu.max": "10000 100000\n"], 0.1),
                ("no groups", [:], nil), ("0::/\n", ["sys/fs/cgroup/cpu.max": "nonsense"], nil), ("0::/\n", ["sys/fs/cgroup/cpu.max": "5 0\n"], nil),
            ] as [(String, [String: String], Double?)])
        func theShareOfAGroupIsKnown(groups: String, files: [String: String], share: Double?) throws {
            try Fixture.inFolder { folder in
                for (name, text) in files.merging(["proc/self/cgroup": groups], uniquingKeysWith: { $1 }) {
                    let path = "\(folder)/\(name)"
                    try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
                    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
                }
                #expect(Processors(root: folder).share == share)
            }
        }

        @Test func idleProcessorsThatMayNotBeUsedAreOfNoUse() throws {
            let text = "cpu  0 0 0 700 100 0\ncpu0 0 0 0 100 0 0\ncpu1 0 0 0 600 100 0\nintr 0\n"
            let all = try #require(BackgroundLoad.idle(text)), one = try #require(BackgroundLoad.idle(text, of: [0]))
            #expect(all.processors == 2)
            #expect(one.processors == 1)
            #expect(all.seconds == 8 * one.seconds)
        }

        @Test func twoProgramsDoNotWriteOneFile() throws {
            try Fixture.inFolder { folder in
                let lines = try shell(
                    """
                    "$1" run --profile quick --seed 1 --out a.json >out 2>err &
                    main=$!
                    wait_for '[ -s a.json.partial ]'
                    append="run --profile quick --filter append"
                    for command in "$append" "$append --forks 1" "fit --filter none-such|search"; do
                      "$1" $command --out a.json 2>&1 >/dev/null; echo $?
                    done
                    "$1" run --profile quick --filter append --out "$2/a.json" 2>&1 >/dev/null; echo $?
                    wait $main; echo $?
                    ls
                    "$1" run --profile quick --seed 2 --filter append --out a.json >/dev/null 2>&1; echo $?
                    """, in: folder)
                func complaint(_ path: String) -> String { "Mine: cannot write \(path): another program is writing it" }
                let refusal = complaint("a.json"), other = complaint("\(folder)/a.json")
                #expect(lines == [refusal, "64", refusal, "64", refusal, "64", other, "64", "0", "a.json", "err", "out", "0"])
                #expect(try ResultsFile.read("\(folder)/a.json").seed == 2)
            }
        }

        /// What a benchmark prints, by whatever means, is no result.
        @Test func theStandardOutputHasResultsAlone() throws {
            try Fixture.inFolder { folder in
                let lines = try shell("\"$1\" planted --fault print --out a.json 2>err", in: folder)
                #expect(!lines.contains { $0.contains("planted words") })
                #expect(lines.last == "results: a.json")
                let errors = try text("\(folder)/err")
                for words in ["planted words\n", "planted words of C\n", "planted words of another program\n"] { #expect(errors.contains(words)) }
                let full = try shell("\"$1\" planted --fault print --out a.json >/dev/full 2>err; echo $?; tail -n 1 err", in: folder)
                #expect(full.first == "1")
                #expect(try text("\(folder)/err").contains("Mine: cannot write the standard output: No space left on device\n"))
            }
        }

        @Test func aRunFitsIntoItsOwnLimit() throws {
            try Fixture.inFolder { folder in
                let run = "\"$1\" run --profile full --limit 2 --filter 'append|sort' --no-write >/dev/null 2>err; echo $?; grep 'did not end' err"
                let lines = try shell("(\(run)) || true", in: folder)
                #expect(lines == ["0"])
            }
        }

        @Test func aFolderThatCannotBeUsedIsNamedForWhatItIs() throws {
            try Fixture.inFolder(["file": Data()]) { folder in
                func complaint(_ path: String, making: Bool = false) -> String {
                    do {
                        _ = try ResultsFile(path: path, makingDirectory: making)
                        return ""
                    } catch {
                        return "\(error)".replacingOccurrences(of: folder, with: "@")
                    }
                }
                #expect(complaint("\(folder)/none/a.json") == "cannot write @/none/a.json: there is no directory @/none")
                #expect(complaint("\(folder)/file/a.json") == "cannot write @/file/a.json: Not a directory")
                #expect(complaint("\(folder)/file/x/a.json") == "cannot write @/file/x/a.json: @/file/x: Not a directory")
                func unmade(_ name: String, _ why: String) -> String {
                    "cannot write @/\(name)/a.json: cannot make the directory @/\(name): \(why)"
                }
                #expect(complaint("\(folder)/file/x/a.json", making: true) == unmade("file/x", "Not a directory"))
                #expect(complaint("\(folder)/file", making: true) == "")
                // The first user may do all.
                if geteuid() == 0 { return }
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/shut", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o500])
                #expect(complaint("\(folder)/shut/a.json") == "cannot write @/shut/a.json: Permission denied")
                #expect(complaint("\(folder)/shut/x/a.json", making: true) == unmade("shut/x", "Permission denied"))
            }
        }

        /// Before the first row there is nothing to keep, of whatever command.
        @Test(arguments: ["run --profile quick", "run --profile quick --forks 2", "fit", "compare --against \"$1\""])
        func anInterruptionBeforeTheFirstRowKeepsNothing(command: String) throws {
            try Fixture.inFolder { folder in
                let lines = try shell(
                    """
                    "$1" \(command) --out a.json >out 2>err &
                    main=$!
                    wait_for 'grep -e "\\[1/" -e "fork 1" err'
                    kill -INT $main
                    wait $main; echo $?
                    tail -n 1 err
                    ls
                    """, in: folder)
                let isEmpty = !FileManager.default.fileExists(atPath: "\(folder)/a.json")
                #expect(lines.first == "130")
                // It may have come to the first row by then.
                let errors = try text("\(folder)/err")
                #expect(errors.contains("what was measured is kept") == !isEmpty)
                #expect(errors.contains("interrupted before anything was measured") == isEmpty)
            }
        }

        @Test func aRefusalForAnotherMachineNamesTheWayOut() throws {
            try Fixture.inFolder { folder in
                for (name, allocator) in [("a", "one"), ("b", "another")] {
                    try Fixture.run(allocator: allocator).json().write(to: URL(fileURLWithPath: "\(folder)/\(name).json"))
                }
                let script = "\"$1\" compare a.json b.json 2>&1; mkdir Scripts; touch Scripts/gate; \"$1\" compare a.json b.json 2>&1; true"
                let lines = try shell(script, in: folder)
                #expect(lines.count == 2)
                #expect(lines[0].hasSuffix("(--anyway does; count or measure both on this machine)"))
                #expect(lines[1].hasSuffix("(--anyway does; Scripts/gate REVISION compares with a revision on this machine)"))
            }
        }
    }
}
