import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// The script that compares with another library, with a `swift` and programs that only pretend.
    @Suite struct PeerScriptTests {
        private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized.path

        private static let script = """
            mkdir "$2/Scripts" "$2/bin" "$2/peer"
            cp "$1/Scripts/peer" "$2/Scripts/peer"
            ln -s "$1/Sources" "$1/Benchmarks" "$2/"
            echo RXBENCH_JEMALLOC_INSTALLED=0 >"$2/Scripts/install"
            : >"$2/peer/Package.swift"
            printf '#!/bin/sh\n[ "$*" = library-products ] && echo Other\n' >"$2/Scripts/tools"
            chmod +x "$2/Scripts/tools"
            cat >"$2/bin/swift" <<'END'
            #!/bin/sh
            case "$*" in
            *--show-bin-path*) echo "$HERE/bin" ;;
            esac
            END
            cat >"$2/bin/Workloads" <<'END'
            #!/bin/sh
            shift 3
            echo "$RX_CORE $*" >>"$HERE/log"
            case $RX_CORE in lock) exit "$LOCK" ;; *) exit "$QUEUE" ;; esac
            END
            chmod +x "$2"/bin/*
            export HERE="$2" LOCK="$3" QUEUE="$4" RXBENCH_PEER="$2/peer"
            shift 4
            code=0
            PATH="$HERE/bin:$PATH" "$HERE/Scripts/peer" "$@" >/dev/null 2>&1 || code=$?
            cat "$HERE/log"
            echo $code
            """

        /// What the program was asked for on each core, and at last the exit code.
        private func peer(_ arguments: [String] = [], lock: Int32 = 0, queue: Int32 = 0) throws -> [String] {
            var found: [String] = []
            try Fixture.inFolder { folder in
                Interruption.install()
                defer { Interruption.restore() }
                let words = ["-c", Self.script, "sh", Self.root, folder, "\(lock)", "\(queue)"] + arguments
                found = try ChildProcess.lines(of: "/bin/bash", words, silence: 60).map { $0.replacingOccurrences(of: folder, with: "@") }
            }
            return found
        }

        @Test(arguments: [
            ("a/b.c/out.json", "a/b.c/out-lock.json", "a/b.c/out-queue.json"), ("a.b/out", "a.b/out-lock", "a.b/out-queue"),
            ("two words.json", "two words-lock.json", "two words-queue.json"), ("/dev/null", "/dev/null", "/dev/null"),
        ])
        func eachCoreHasAFileOfItsOwn(out: String, lock: String, queue: String) throws {
            #expect(try peer(["--out", out, "--forks", "1"]) == ["lock --out \(lock) --forks 1", "queue --out \(queue) --forks 1", "0"])
            #expect(try peer(["--forks", "1", "--out=\(out)"]) == ["lock --forks 1 --out=\(lock)", "queue --forks 1 --out=\(queue)", "0"])
        }

        /// 5 is a row that the other library gets wrong; it says nothing of the other core.
        @Test(
            arguments: [
                (0, 0, 0), (5, 0, 5), (0, 5, 5), (5, 6, 6), (6, 5, 6), (1, 5, 1), (5, 1, 1), (6, 1, 6), (139, 6, 139), (6, 139, 139),
            ] as [(Int32, Int32, Int32)])
        func bothCoresAreComparedAndTheWorseCodeCounts(lock: Int32, queue: Int32, code: Int32) throws {
            #expect(try peer(["--forks", "1"], lock: lock, queue: queue) == ["lock --forks 1", "queue --forks 1", "\(code)"])
        }

        @Test func anInterruptionEndsBoth() throws {
            #expect(try peer(lock: 130) == ["lock ", "130"])
        }
    }
}
