import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// Where a revision is built.
    @Suite struct WorktreeTests {
        private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

        private static func make(_ folders: [String], files: [String: String] = [:], in folder: String) throws {
            for path in folders { try FileManager.default.createDirectory(atPath: "\(folder)/\(path)", withIntermediateDirectories: true) }
            for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        }

        @Test func whatLiesBesideTheRepositoryLiesBesideTheWorktree() throws {
            try Fixture.inFolder { folder in
                try Self.make(
                    ["above/work/mine/Bench", "above/work/lib", "above/other"],
                    files: ["above/work/lib/name": "lib", "above/other/name": "other"], in: folder)
                let path: String
                do {
                    let worktree = try Worktree(of: "\(folder)/above/work/mine", package: "Bench")
                    path = worktree.path
                    #expect((path as NSString).lastPathComponent == "mine")
                    #expect(worktree.package == path + "/Bench")
                    #expect(!Self.exists(path) && !Self.exists(path + "/../mine"))
                    // As SwiftPM reads a path: by its words.
                    for (relative, text) in [("../lib/name", "lib"), ("../../other/name", "other")] {
                        let name = ("\(path)/\(relative)" as NSString).standardizingPath
                        #expect(name.hasPrefix(NSTemporaryDirectory()))
                        #expect(try String(contentsOfFile: name, encoding: .utf8) == text)
                    }
                    withExtendedLifetime(worktree) {}
                }
                // Links go, and nothing that they lead to.
                #expect(!Self.exists((path as NSString).deletingLastPathComponent))
                #expect(Self.exists("\(folder)/above/work/lib/name") && Self.exists("\(folder)/above/other/name"))
            }
        }

        @Test func theProgramsPackageIsLookedForInTheRepository() throws {
            try Fixture.inFolder { folder in
                let repository = folder + "/mine"
                let manifests = ["mine/Package.swift": "", "mine/Bench/Package.swift": "", "Package.swift": ""]
                try Self.make(["mine/Bench/.build/release", "mine/Bench/Sources", "mine/Other", "minenot"], files: manifests, in: folder)
                for (places, package) in [
                    (["mine/Bench/.build/release/Mine", "mine"], "Bench"), (["mine/.build/release/Mine", "mine/Bench"], ""),
                    (["minenot/Mine", "mine/Bench/Sources"], "Bench"), (["elsewhere", "mine/Other"], ""), (["elsewhere", "minenot"], ""),
                    (["mine/Bench"], "Bench"),
                ] {
                    #expect(Worktree.package(around: places.map { "\(folder)/\($0)" }, in: repository) == package, "\(places)")
                }
            }
        }

        /// The `swift` here is none, but tells which package it is to build, and what a path relative to that leads to. It leaves a lock behind, as
        /// SwiftPM does; one of another's build stays.
        @Test func aRevisionOfAPackageInAFolderIsBuiltWithWhatLiesBesideTheRepository() throws {
            try Fixture.inFolder { folder in
                let script = """
                    mkdir -p "$2/bin" "$2/tmp" "$2/work/lib" "$2/work/mine/Bench"
                    echo library >"$2/work/lib/name"
                    cat >"$2/bin/swift" <<'END'
                    #!/bin/sh
                    echo "$5" | sed 's,.*/work/,,' >>"$SEEN"
                    cat "$5/Package.swift" "$5/../../lib/name" >>"$SEEN"
                    touch "$TMPDIR/$(echo "_tmp${5#"$TMPDIR"}/.build.lock" | tr / _)" "$TMPDIR/_elsewhere_.build.lock"
                    ls "$TMPDIR" | grep -c '_work_mine_Bench_.build.lock$' >>"$SEEN"
                    exit 1
                    END
                    chmod +x "$2/bin/swift"
                    cd "$2/work/mine/Bench"
                    echo manifest >Package.swift
                    git init -q .. && git add . && git -c user.name=a -c user.email=a@b.c -c commit.gpgsign=false commit -q -m one
                    PATH="$2/bin:$PATH" SEEN="$2/seen" TMPDIR="$2/tmp" "$1" compare --against HEAD >/dev/null 2>&1
                    echo $?
                    cat "$2/seen" "$2/work/lib/name"
                    ls "$2/tmp"
                    git worktree list --porcelain | grep -c '^worktree'
                    """
                Interruption.install()
                defer { Interruption.restore() }
                let lines = try ChildProcess.lines(of: "/bin/sh", ["-c", script, "sh", try #require(Fixture.mine), folder], silence: 120)
                #expect(lines == ["5", "mine/Bench", "manifest", "library", "1", "library", "_elsewhere_.build.lock", "1"])
            }
        }

        @Test func aRepositoryWithoutACommitIsSaidToBeOne() throws {
            try Fixture.inFolder { folder in
                let script = """
                    cd "$2"
                    "$1" planted --fault none --out a.json >/dev/null 2>&1; git init -q .
                    "$1" planted --fault none --out b.json >/dev/null 2>&1
                    """
                Interruption.install()
                defer { Interruption.restore() }
                _ = try ChildProcess.lines(of: "/bin/sh", ["-c", script, "sh", try #require(Fixture.mine), folder], silence: 120)
                let reasons = ["a": "the working directory is in no git repository", "b": "the git repository has no commit yet"]
                for (file, reason) in reasons {
                    let environment = try ResultsFile.read("\(folder)/\(file).json").environment
                    #expect(environment.missing["commit"] == reason && environment.missing["dirty"] == reason)
                }
            }
        }
    }
}
