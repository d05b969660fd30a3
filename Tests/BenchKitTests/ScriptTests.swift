import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// The script that compares a revision with what is checked out: what it refuses before it builds anything.
    @Suite struct ScriptTests {
        private static let script = ((#filePath as NSString).deletingLastPathComponent as NSString)
            .appendingPathComponent("../../Scripts/gate")

        private func failure(_ arguments: String...) -> ChildProcess.Failure? {
            do {
                _ = try ChildProcess.lines(of: Self.script, arguments, silence: 30)
                return nil
            } catch {
                return error as? ChildProcess.Failure
            }
        }

        /// Runs the gate with programs that only pretend: `git`, `swift` and both builds of rxbench, which say in a log what they are
        /// asked for.
        private func gate(
            _ arguments: [String] = [], building: Int = 0, counting: Int = 0, calibrating: Int = 0, checking: Int = 0, affected: String = "",
            knowing: Int = 0
        ) throws -> (failure: ChildProcess.Failure?, log: [String]) {
            var found: (failure: ChildProcess.Failure?, log: [String]) = (nil, [])
            let programs = [
                "git": "case $1 in rev-parse) echo c0ffee ;; worktree) [ $2 != add ] || mkdir -p \"$5\" ;; esac",
                "swift": """
                case "$*" in
                *--product\\ tools*--show-bin-path*) echo @/tools ;;
                *--product\\ tools*) ;;
                *--show-bin-path*) case "$*" in *--package-path*) echo @/base ;; *) echo @/head ;; esac ;;
                *--package-path*) exit \(building) ;;
                esac
                """,
                "tools/tools": """
                case "$*" in "affected c0ffee "*/list.json) ;; *) exit 99 ;; esac
                [ "$(cat "$3")" = listed ] || exit 99
                echo '\(affected)'
                exit \(knowing)
                """,
                // Where it is its own revision, which goes with the counts.
                "base/rxbench": "[ \"$(basename \"$PWD\")\" = base ] || exit 99; echo base $* >>@/log; exit \(counting)",
                "head/rxbench": """
                if [ $1 = list ]; then echo listed; exit; fi
                echo head $* >>@/log
                case $1 in calibrate) exit \(calibrating) ;; check) echo >@/out/check.json; exit \(checking) ;; esac
                """,
            ]
            try Fixture.inFolder { folder in
                for (name, body) in programs {
                    let path = "\(folder)/\(name)", text = "#!/bin/sh\n" + body.replacingOccurrences(of: "@", with: folder) + "\n"
                    let parent = (path as NSString).deletingLastPathComponent
                    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
                    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
                    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
                }
                // A wish to stop may be left of another test.
                Interruption.install()
                defer { Interruption.restore() }
                let words = ["PATH=\(folder):/usr/local/bin:/usr/bin:/bin", Self.script, "REVISION", "\(folder)/out"] + arguments
                do {
                    _ = try ChildProcess.lines(of: "/usr/bin/env", words, silence: 60)
                } catch {
                    found.failure = error as? ChildProcess.Failure
                }
                let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
                found.log = log.replacingOccurrences(of: folder, with: "@").split(separator: "\n").map(String.init)
            }
            return found
        }

        /// The script that runs the tests, with a `swift` that only pretends.
        @Test(arguments: [
            (lines: "for i in $(seq 20000); do echo \"✘ Test $i failed\"; done; echo last", code: 1, shown: 200, last: false),
            (lines: "echo '✘ Test a failed'; echo '✘ Test a failed'; echo last", code: 1, shown: 1, last: false),
            (lines: "echo last", code: 3, shown: 0, last: true), (lines: "echo last", code: 0, shown: 0, last: false),
            // One of the two processes fails, or what they need doesn't build.
            (lines: "case $* in *--filter*) ;; *) exit 0 ;; esac; echo '✘ Test a failed'", code: 1, shown: 1, last: false),
            (lines: "case $* in *--skip\\ *) ;; *) exit 0 ;; esac; echo '✘ Test a failed'", code: 1, shown: 1, last: false),
            (lines: "case $1 in build) ;; *) echo '✘ Test a failed'; exit 0 ;; esac; echo 'error: a'", code: 1, shown: 0, last: false),
        ]) func whatFailedIsShownOnceAndItsCodeIsTheScripts(lines: String, code: Int32, shown: Int, last: Bool) throws {
            let test = (Self.script as NSString).deletingLastPathComponent + "/test"
            try Fixture.inFolder { folder in
                let script = """
                    mkdir "$2/Scripts" "$2/bin"
                    cp "$1" "$2/Scripts/test"
                    echo "install_package() { :; }" >"$2/Scripts/install"
                    printf '%s\\n' '#!/bin/bash' "$3" 'exit '"$4" >"$2/bin/swift"
                    chmod +x "$2/bin/swift"
                    code=0
                    PATH="$2/bin:$PATH" "$2/Scripts/test" 2>&1 || code=$?
                    echo $code
                    """
                Interruption.install()
                defer { Interruption.restore() }
                let found = try ChildProcess.lines(of: "/bin/sh", ["-c", script, "sh", test, folder, lines, "\(code)"], silence: 60)
                #expect(found.last == "\(code)")
                #expect(found.filter { $0.hasPrefix("✘") }.count == shown)
                #expect(found.contains("last") == last)
                #expect(found.contains { $0.hasPrefix("Scripts/test: " + (code == 0 ? "passed" : "FAILED with exit code \(code)")) })
            }
        }

        /// Before it begins the script says how long the same took the last time that it passed, and meanwhile how many tests have ended.
        @Test func howLongItTakesIsSaidBeforehand() throws {
            let test = (Self.script as NSString).deletingLastPathComponent + "/test"
            try Fixture.inFolder { folder in
                let script =
                    Fixture.waitFor + """
                        mkdir "$2/Scripts" "$2/bin" "$2/.build"
                        cp "$1" "$2/Scripts/test"
                        echo "install_package() { :; }" >"$2/Scripts/install"
                        cat >"$2/bin/swift" <<'END'
                        #!/bin/bash
                        case "$*" in *Slow*) ;; *) exit ;; esac
                        echo '◇ Test run started.'
                        echo '✔ Test a() passed after 0.001 seconds.'
                        echo '✘ Test b(core:) failed after 0.001 seconds with 1 issue.'
                        echo '◇ Test c() started.'
                        until [ -e "${0%/*}/go" ]; do sleep 0.02; done
                        exit "$(cat "${0%/*}/go")"
                        END
                        chmod +x "$2/bin/swift"
                        run() {
                          rm -f "$here/bin/go" "$here/said"
                          RX_TEST_EVERY=0.1 PATH="$here/bin:$PATH" "$here/Scripts/test" --filter "$1" >"$here/said" 2>&1 &
                          main=$!
                          if [ "$1" = Slow ]; then wait_for 'grep -q ended "$here/said"'; fi
                          echo "$2" >"$here/bin/go"
                          wait $main || true
                          grep -m 1 -E 'not timed|last time' "$here/said"
                          grep -m 1 -o '[0-9]* tests have ended.*' "$here/said" || true
                        }
                        run Slow 1
                        run Slow 0
                        printf '77\\ttest.log --filter Slow\\n' >>"$here/.build/test-times"
                        run Slow 0
                        run Quick 0
                        """
                Interruption.install()
                defer { Interruption.restore() }
                let found = try ChildProcess.lines(of: "/bin/bash", ["-c", script, "bash", test, folder], silence: 60)
                let untimed =
                    "Scripts/test: not timed here yet; on two processors all tests take about 5 minutes, and compiling everything before that 8 to 15"
                let progress = "2 tests have ended; ◇ Test c() started."
                #expect(
                    found == [
                        untimed, progress, untimed, progress, "Scripts/test: the last time this took 77 s, with what had to be compiled", progress,
                        untimed,
                    ])
            }
        }

        /// Tests that hang are ended, with their names, and whatever they have started with them.
        @Test(arguments: ["", "--skip nothing"]) func testsThatPrintNothingAreEndedAndNamed(arguments: String) throws {
            let test = (Self.script as NSString).deletingLastPathComponent + "/test"
            try Fixture.inFolder { folder in
                let script = """
                    mkdir "$2/Scripts" "$2/bin"
                    cp "$1" "$2/Scripts/test"
                    echo "install_package() { :; }" >"$2/Scripts/install"
                    cat >"$2/bin/swift" <<'END'
                    #!/bin/bash
                    case "$*" in build*) exit ;; *--filter*) exit ;; esac
                    echo '◇ Test hangs(core:) started.'
                    echo '◇ Test ends() started.'
                    echo '◇ Test hangs() started.'
                    echo '✔ Test ends() passed after 0.001 seconds.'
                    sleep 1000 &
                    echo $! >"${0%/*}/sleeper"
                    wait
                    END
                    chmod +x "$2/bin/swift"
                    code=0
                    RX_TEST_EVERY=1 RX_TEST_SILENCE=2 PATH="$2/bin:$PATH" "$2/Scripts/test" $3 2>&1 || code=$?
                    # Whoever it falls to takes its exit status a moment after its end.
                    for moment in $(seq 100); do kill -0 "$(cat "$2/bin/sleeper")" 2>/dev/null || break; sleep 0.1; done
                    kill -0 "$(cat "$2/bin/sleeper")" 2>/dev/null && echo sleeps
                    echo $code
                    """
                Interruption.install()
                defer { Interruption.restore() }
                let found = try ChildProcess.lines(of: "/bin/sh", ["-c", script, "sh", test, folder, arguments], silence: 60)
                #expect(
                    found.filter { $0.hasPrefix("error: ") } == [
                        "error: nothing was printed for 2 s", "error: still running: hangs()", "error: still running: hangs(core:)",
                    ])
                #expect(found.last != "0" && !found.contains("sleeps"))
            }
        }

        /// Neither an interrupted recording nor one that failed replaces what was committed, whichever of its commands that happens to; the next one
        /// isn't begun.
        @Test(arguments: [("times", 3), ("counts", 4), ("latency", 8), ("scale", 1), ("producers", 1), ("baseline", 1)])
        func whatWasRecordedStaysWhereMeasuringFails(name: String, files: Int) throws {
            let record = (Self.script as NSString).deletingLastPathComponent + "/record"
            let script = """
                mkdir -p "$2/Scripts" "$2/bin" "$2/results"
                cp "$1" "$2/Scripts/record"
                echo "install_package() { :; }" >"$2/Scripts/install"
                cat >"$2/bin/swift" <<END
                #!/bin/sh
                case "\\$*" in *--show-bin-path*) echo "$2/bin" ;; esac
                END
                cat >"$2/bin/rxbench" <<END
                #!/bin/sh
                if [ \\$1 = recorded ]; then echo '"dirty" : false'; exit; fi
                echo \\$1 >>"$2/log"
                if [ \\$(wc -l <"$2/log") = $3 ]; then exit 130; fi
                while [ "\\$1" != --out ]; do shift; done
                echo new >"\\$2"
                END
                chmod +x "$2/bin/swift" "$2/bin/rxbench"
                code=0
                REASON=test PATH="$2/bin:$PATH" "$2/Scripts/record" "$4" catalogue 2>"$2/errors" || code=$?
                grep 'ended with' "$2/errors" || true
                wc -l <"$2/log"
                { find "$2/results" "$2/Benchmarks" -type f 2>/dev/null || true; } | wc -l
                echo $code
                """
            /// The last words of the script, how many commands there were, how many files were replaced, and the exit code.
            func outcome(failing: Int) throws -> [String] {
                var found: [String] = []
                try Fixture.inFolder { folder in
                    Interruption.install()
                    defer { Interruption.restore() }
                    found = try ChildProcess.lines(of: "/bin/sh", ["-c", script, "sh", record, folder, "\(failing)", name], silence: 60)
                }
                return found.map { $0.trimmingCharacters(in: .whitespaces) }
            }
            let whole = try outcome(failing: 0)
            try #require(whole.count == 3 && whole[1...] == ["\(files)", "0"], "\(whole)")
            // The last one is of the catalogue.
            let commands = try #require(Int(whole[0])) - 1
            for failing in 1...commands {
                #expect(try outcome(failing: failing) == ["Scripts/record: \(name) ended with exit code 130", "\(failing)", "0", "130"])
            }
        }

        /// A page made of a part would have gaps.
        @Test func pagesAreNotMadeOfAnIncompleteRecording() throws {
            let docs = (Self.script as NSString).deletingLastPathComponent + "/docs"
            for (complete, code) in [(false, 1), (true, 7)] {
                try Fixture.inFolder { folder in
                    let script = """
                        mkdir -p "$2/Scripts" "$2/bin" "$2/.build/recorded"
                        cp "$1" "$2/Scripts/docs"
                        printf '{\\n  "command" : "run",\\n  "complete" : %s,\\n' "$3" >"$2/.build/recorded/catalogue.json"
                        printf '#!/bin/sh\\nexit 7\\n' >"$2/bin/swift"
                        chmod +x "$2/bin/swift"
                        code=0
                        PATH="$2/bin:$PATH" "$2/Scripts/docs" --pages 2>&1 || code=$?
                        echo $code
                        """
                    Interruption.install()
                    defer { Interruption.restore() }
                    let found = try ChildProcess.lines(of: "/bin/sh", ["-c", script, "sh", docs, folder, "\(complete)"], silence: 60)
                    #expect(found.last == "\(code)")
                    #expect(found.count == (complete ? 1 : 2))
                    #expect(complete || found[0].hasPrefix("Scripts/docs: .build/recorded/catalogue.json is not complete: "))
                }
            }
        }

        @Test func aRevisionThatCannotBeUsedIsNoFaultOfWhatIsChecked() throws {
            let unbuilt = try gate(building: 1)
            #expect(unbuilt.failure?.reason == .exited(5))
            #expect(unbuilt.failure?.lastWords == "Scripts/gate: nothing to compare with: REVISION (c0ffee) doesn't build")
            let wrong = try gate(counting: 6)
            #expect(wrong.failure?.reason == .exited(5))
            #expect(wrong.failure?.lastWords == "Scripts/gate: nothing to compare with: REVISION (c0ffee) can't be counted (exit code 6)")
            #expect(wrong.log.count == 1)
            #expect(try gate(counting: 130).failure?.reason == .exited(130))
        }

        @Test func theGateCalibratesWhatHasNoFloorBeforeItComparesTimes() throws {
            let whole = try gate(["--filter", "T1"])
            #expect(whole.failure == nil)
            #expect(
                whole.log.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
                    "base counts", "head baseline", "head calibrate", "head check", "head report",
                ])
            #expect(whole.log[2] == "head calibrate --missing --filter T1 --out .build/noise.json")
            #expect(
                whole.log[3].hasPrefix(
                    "head check --against @/base/rxbench --noise .build/noise.json --calls @/out/base-counts.json --allow new --baseline "))
            #expect(try gate(calibrating: 3).failure == nil)
            #expect(try gate(calibrating: 130).failure?.reason == .exited(130))
            #expect(try gate(["--noise", "x"]).log.contains { $0.contains("calibrate") } == false)
            let counts = try gate(["--no-times"])
            #expect(
                counts.log.map { $0.contains("calibrate") || $0.contains("--against") || $0.contains("--noise") } == [
                    false, false, false, false,
                ])
            #expect(try gate(checking: 2).failure?.reason == .exited(2))
        }

        /// What isn't a fault of what is checked passes with a warning; what nobody judged doesn't.
        @Test(arguments: [(0, 0), (1, 1), (2, 2), (3, 0), (4, 0), (5, 5), (6, 6), (130, 130)] as [(Int, Int32)])
        func theGatesExitCodeFollowsFromThatOfCheck(check: Int, gate code: Int32) throws {
            let found = try gate(["--no-times"], checking: check)
            #expect(found.failure?.reason == (code == 0 ? nil : .exited(code)))
            // The reports are there whatever was found.
            #expect(found.log.last?.hasPrefix("head report @/out/check.json ") == true)
        }

        /// What was counted of the base stays among what the gate leaves.
        @Test func theGateExplainsFindingsWithTheCallsOfTheBase() throws {
            let counts = try gate(["--no-times"])
            #expect(counts.log[0] == "base counts --out @/out/base-counts.json")
            #expect(counts.log[1].contains(" --counts @/out/base-counts.json "))
            #expect(counts.log[2].hasPrefix("head check --calls @/out/base-counts.json "))
            #expect(try gate(["--no-counts"]).log.contains { $0.contains("--calls") } == false)
        }

        /// With a base and a baseline of their own, since those of all rows take minutes.
        @Test func theGateJudgesWhatAChangeAffectsBeforeItCountsAll() throws {
            func log(_ arguments: String..., counting: Int = 0, knowing: Int = 0) throws -> [String] {
                try gate(["--no-times"] + arguments, counting: counting, affected: "^(T1/)", knowing: knowing).log.map { line in
                    line.replacing(#/[^ ]*/(first-baseline|first|baseline|base-counts|check)\.json/#) { String($0.1) }
                }
            }
            let all = try log("--core", "lock")
            #expect(
                all.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
                    "base counts", "head baseline", "head check", "base counts", "head baseline", "head check", "head report",
                ])
            #expect(all[0] == "base counts --core lock --filter ^(T1/) --out first")
            #expect(all[1].hasSuffix("--counts first --out first-baseline"))
            #expect(all[2] == "head check --core lock --no-times --filter ^(T1/) --calls first --allow new --baseline first-baseline")
            #expect(all[3] == "base counts --core lock --out base-counts")
            #expect(all[5] == "head check --calls base-counts --allow new --baseline baseline --out check --no-times --core lock")
            // Rows that are chosen already are few: of those, the affected ones come first.
            let chosen = try log("--filter", "T")
            #expect(chosen.count == 4)
            #expect(chosen[2].hasPrefix("head check --calls base-counts --first ^(T1/) --allow new "))
            // Nothing is compared where the base has none of these rows, and all is where nobody can tell what is affected.
            #expect(try log(counting: 64) == ["base counts --filter ^(T1/) --out first", "base counts --out base-counts"])
            #expect(try log(knowing: 64).count == 4)
            #expect(try gate(["--no-counts"], affected: "^(T1/)").log.contains { $0.contains("T1") } == false)
            // By the same limits as all, and in the order that the arguments ask for.
            let judged = try log("--gates", "limits", "--allow=new,removed")
            #expect(judged[2].hasSuffix(" --baseline first-baseline --gates limits --allow=new,removed"))
            let ordered = try log("--filter", "T", "--first", "T2")
            #expect(ordered[2].contains(" --first T2") && !ordered[2].contains("T1"))
        }

        /// Mallocs of several threads are counted with nothing else running, by checks and by their self-test.
        @Test func nothingIsCheckedBesideSomethingElse() throws {
            let path = ((Self.script as NSString).deletingLastPathComponent as NSString).appendingPathComponent("../.ci/run")
            let beside = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("beside ") }
            #expect(!beside.isEmpty && beside.allSatisfy { $0.contains(" swift build ") || $0.hasSuffix(" --build") })
        }

        @Test func whatIsFoundFirstDoesNotDecide() throws {
            let found = try gate(["--no-times"], checking: 2, affected: "^(T1/)")
            #expect(found.failure?.reason == .exited(2))
            #expect(found.log.filter { $0.hasPrefix("head check") }.count == 2)
            #expect(try gate(["--no-times"], counting: 130, affected: "^(T1/)").log.count == 1)
        }

        @Test func newRowsPassTheGateAndOthersOnlyWhereTheArgumentsSaySo() throws {
            let check = try #require(try gate(["--allow", "new,removed"]).log.first { $0.hasPrefix("head check") })
            // The last one counts.
            #expect(check.contains(" --allow new --baseline "))
            #expect(check.hasSuffix(" --allow new,removed"))
        }

        @Test func theGateWantsARevision() {
            let missing = failure()
            #expect(missing?.reason == .exited(64))
            #expect(missing?.lastWords == "usage: Scripts/gate REVISION [FOLDER [ARGUMENTS OF rxbench check]]")
            let unknown = failure("no-such-revision")
            #expect(unknown?.reason == .exited(64))
            #expect(unknown?.lastWords == "Scripts/gate: there is no revision no-such-revision")
        }
    }
}
