import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// Commands that are killed, which they can do nothing about.
    @Suite(.serialized, .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/environ"), "where processes are found by their environment"))
    struct OrphanTests {
        /// Functions of the scripts. A process and all that it has started share a variable, whatever else they do.
        private static let functions = """
            marked() {
              for file in /proc/[0-9]*/environ; do
                if grep -qs "MARK=$mark" "$file"; then process=${file#/proc/}; echo ${process%/environ}; fi
              done
            }
            # Waits until there are so many of them.
            until_marked() {
              end=$(($(date +%s) + 40))
              while [ "$(date +%s)" -lt $end ]; do
                count=$(marked | wc -l)
                if [ "$1" = none ]; then [ "$count" = 0 ] && return; else [ "$count" -ge "$1" ] && return; fi
                sleep 0.02
              done
              echo "there are $count marked processes, wanted $1"
              for process in $(marked); do tr '\\0' ' ' </proc/$process/cmdline; echo; kill -KILL $process; done
            }
            mark=$2/here program=$1

            """

        /// - Parameter script: gets the program as `$1` and a folder with an empty folder `tmp` as `$2`.
        private func shell(_ script: String, in folder: String) throws -> [String] {
            Interruption.install()
            defer { Interruption.restore() }
            try FileManager.default.createDirectory(atPath: "\(folder)/tmp", withIntermediateDirectories: true)
            let words = ["-c", Fixture.waitFor + Self.functions + script, "sh", try #require(Fixture.mine), folder]
            return try ChildProcess.lines(of: "/bin/sh", words, silence: 120)
        }

        /// The command is killed as soon as it has children: the one that it started, and the one that sees to that.
        /// - Parameter sign: a file that says that it is so far, if there is one.
        private func expectNoOrphan(of command: String, sign: String = "tmp", in folder: String) throws {
            let lines = try shell(
                """
                cd "$2"
                MARK=$mark TMPDIR="$2/tmp" "$1" \(command) >out 2>err &
                main=$!
                wait_for 'ls -d \(sign) || ! kill -0 $main'
                until_marked 3
                kill -KILL $main
                until_marked none
                TMPDIR="$2/tmp" "$1" list >/dev/null
                ls tmp | grep -v '^TemporaryDirectory'
                true
                """, in: folder)
            #expect(lines == [], "\(command)")
        }

        private static let commands = [
            "run --profile quick --forks 1000 --out a.json", "compare --against \"$1\"",
            "calibrate --out noise.json", "check --self-test --no-counts",
        ]

        @Test(arguments: commands) func nothingThatACommandHasStartedOutlivesIt(command: String) throws {
            try Fixture.inFolder { try expectNoOrphan(of: command, in: $0) }
        }

        /// While valgrind is at work, which a worker is under, with copies of the program.
        @Test(.enabled(if: Fixture.canCount), arguments: ["counts --out a.json", "fit --out a.json", "baseline accept --reason x --out b.json"])
        func norDoesValgrind(command: String) throws {
            try Fixture.inFolder { try expectNoOrphan(of: command, sign: "tmp/rxbench-*/*/log", in: $0) }
        }

        /// These ask for versions, or build; whatever that starts, in whatever group, goes too. `swift` here is none.
        @Test(arguments: ["doctor", "run --profile quick --no-write", "compare --against HEAD"])
        func norDoesWhatThatHasStarted(command: String) throws {
            try Fixture.inFolder { folder in
                let swift = """
                    mkdir "$2/bin"
                    cat >"$2/bin/swift" <<'END'
                    #!/bin/bash
                    set -m
                    trap '' INT TERM HUP
                    sleep 600 &
                    bash -c 'trap "" INT TERM HUP; sleep 600 & wait' &
                    wait
                    END
                    chmod +x "$2/bin/swift"
                    PATH="$2/bin:$PATH"
                    cd "$2"
                    git init -q . && git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m one
                    """
                let lines = try shell(
                    swift + """

                        MARK=$mark TMPDIR="$2/tmp" "$1" \(command) >out 2>err &
                        main=$!
                        # It, its keeper, swift, and what that has started.
                        until_marked 6
                        kill -KILL $main
                        until_marked none
                        TMPDIR="$2/tmp" "$1" list >/dev/null
                        ls tmp
                        """, in: folder)
                #expect(lines == [], "\(command)")
            }
        }

        /// The gate's programs here only pretend; its check takes long.
        @Test(.enabled(if: Executables.find("setpriv") != nil && Executables.find("flock") != nil)) func aKilledGateLeavesNothing() throws {
            let script = ((#filePath as NSString).deletingLastPathComponent as NSString).appendingPathComponent("../../Scripts/gate")
            try Fixture.inFolder { folder in
                let lines = try shell(
                    """
                    mkdir "$2/bin" "$2/head" "$2/base"
                    cd "$2"
                    cat >bin/git <<'END'
                    #!/bin/sh
                    case $1 in rev-parse) echo c0ffee ;; worktree) [ $2 != add ] || mkdir -p "$5" ;; esac
                    END
                    cat >bin/swift <<'END'
                    #!/bin/sh
                    here=$(cd "$(dirname "$0")/.." && pwd)
                    case "$*" in *--show-bin-path*) case "$*" in *--package-path*) echo "$here/base" ;; *) echo "$here/head" ;; esac ;; esac
                    END
                    cat >head/rxbench <<'END'
                    #!/bin/sh
                    [ $1 != check ] || { touch "$(dirname "$0")/../ready"; exec sleep 600; }
                    END
                    cp head/rxbench base/rxbench
                    chmod +x bin/* head/rxbench base/rxbench
                    MARK=$mark TMPDIR="$2/tmp" PATH="$2/bin:$PATH" "\(script)" REVISION "$2/out" >out.txt 2>err &
                    main=$!
                    wait_for '[ -e ready ] || ! kill -0 $main'
                    ls tmp | cut -c 1-13
                    TMPDIR="$2/tmp" "$1" list >/dev/null
                    ls tmp | cut -c 1-13
                    kill -KILL $main
                    until_marked none
                    TMPDIR="$2/tmp" "$1" list >/dev/null
                    ls tmp
                    """, in: folder)
                #expect(lines == ["rxbench-gate-", "rxbench-gate-"])
            }
        }

        /// What a living process keeps there stays, whoever tidies up, and so do SwiftPM's locks, but for those of a folder that has gone.
        @Test func whatALivingProcessUsesIsLeftAlone() throws {
            try Fixture.inFolder { folder in
                let lines = try shell(
                    """
                    cd "$2"
                    MARK=$mark TMPDIR="$2/tmp" "$1" run --profile quick --filter append --forks 3 --out a.json >out 2>err &
                    main=$!
                    until_marked 3
                    wait_for 'TMPDIR="$here/tmp" "$program" list && ! kill -0 $main'
                    wait $main
                    echo $?
                    mkdir tmp/rxbench-not-ours tmp/other tmp/rxbench-empty
                    touch tmp/rxbench-not-ours/file tmp/rxbench-file
                    id=rxbench-00000000-0000-4000-8000-00000000000
                    mkdir tmp/${id}1
                    start=tmp/$(echo "$2/tmp/" | tr / _)
                    touch "$start${id}0_a_.build.lock" "$start${id}1_a_.build.lock" tmp/_work_${id}2_.build.lock tmp/${id}1/file
                    TMPDIR="$2/tmp" "$1" list >/dev/null
                    LC_ALL=C ls tmp | grep -v '^TemporaryDirectory' | sed "s|^${start#tmp/}|_|"
                    """, in: folder)
                let id = "rxbench-00000000-0000-4000-8000-000000000001"
                #expect(
                    Set(lines) == [
                        "0", "_\(id)_a_.build.lock", "_work_\(id.dropLast())2_.build.lock", "other", id, "rxbench-empty", "rxbench-file",
                        "rxbench-not-ours",
                    ])
            }
        }

        /// Also of a fork that hasn't ended: the script is one, which doesn't before its row is in the file of the whole run.
        @Test func whatAForkMeasuresIsKeptRowByRow() throws {
            try Fixture.inFolder { folder in
                let row = Fixture.timed("T1", "lock", nanoseconds: 10)
                let floor = Fixture.timed("floor.closure-call", "-", nanoseconds: 1)
                let files = [
                    "whole": try Fixture.results(.run, rows: [row, floor]), "part": try Fixture.results(.run, rows: [row], complete: false),
                ]
                for (name, results) in files { try results.json().write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
                let script = """
                    #!/bin/sh
                    for word; do case $word in --out=*) out=${word#--out=} ;; esac; done
                    cp "\(folder)/part" "$out.partial"
                    until grep -qs '"benchmark" : "T1"' "\(folder)/out.json.partial"; do sleep 0.01; done
                    rm "$out.partial"
                    cp "\(folder)/whole" "$out"

                    """
                let path = "\(folder)/program"
                try Data(script.utf8).write(to: URL(fileURLWithPath: path))
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
                var options = RunOptions(profile: .instant, out: "\(folder)/out.json", seed: 1)
                options.forks = 1
                options.limit = 10
                var session = RunSession(suite: Suite.withFloor(Fixture.benchmark("T1")), options: options, output: CapturedOutput().output)
                session.program = path
                #expect(try session.run() == .success)
            }
        }
    }
}
