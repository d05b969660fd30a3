import Testing

/// The script that runs steps, with a tool that only pretends to choose them.
@Suite struct CheckScriptTests {
    private func check(_ steps: String, _ arguments: String = "HEAD") throws -> (output: [String], exitCode: Int32) {
        let folder = try ToolFolder(["Scripts/tools": "#!/bin/sh\n[ \"$*\" = 'check-steps HEAD' ] || exit 64\nprintf '\(steps)'\n"])
        try folder.copy("Scripts/check")
        try folder.shell("chmod +x Scripts/tools")
        try folder.commit()
        var result = try folder.result(of: "Scripts/check \(arguments); code=$?; cat .build/check/times; exit $code")
        // However long it takes.
        result.output = result.output.map { $0.replacing(#/(after|in) \d+ s/#) { "\($0.1) N s" }.replacing(#/^(\w+) \d+$/#) { "\($0.1) N" } }
        return result
    }

    @Test func itSaysFirstWhatItRunsAndAtLastHowThatWent() throws {
        let result = try check(#"quick\t3\ttrue\nslow\t240\techo said\n"#)
        #expect(result.exitCode == 0)
        #expect(
            result.output == [
                "  quick       about 3 s      true", "  slow        about 4 min    echo said", "  about 4 min in all", "quick: passed after N s",
                "slow: passed after N s", "Scripts/check: all 2 steps passed in N s", "quick N", "slow N",
            ])
    }

    @Test func aStepThatFailsKeepsNoOtherFromRunning() throws {
        let result = try check(#"wrong\t-\techo oops; exit 7\nright\t1\tcat\n"#)
        #expect(result.exitCode == 1)
        #expect(
            result.output == [
                "  wrong       not timed yet  echo oops; exit 7", "  right       about 1 s      cat", "  about 1 s in all, and 1 not timed yet",
                "wrong: FAILED with exit code 7 after N s; .build/check/wrong.log has all, and ends:", "    oops", "right: passed after N s",
                "Scripts/check: 1 of 2 steps failed in N s: wrong", "right N",
            ])
    }

    @Test func beforeTheFirstTimeItPromisesNothing() throws {
        let result = try check(#"first\t-\ttrue\n"#)
        #expect(result.output.prefix(2) == ["  first       not timed yet  true", "  how long that takes is known after the first time"])
    }

    @Test func aListRunsNothing() throws {
        let result = try check(#"wrong\t9\texit 7\n"#, "--list HEAD")
        #expect(result.output.prefix(2) == ["  wrong       about 9 s      exit 7", "  about 9 s in all"])
        #expect(!result.output.contains { $0.contains("FAILED") })
    }

    @Test func withoutStepsItSaysSo() throws {
        let result = try check("")
        #expect(result.output.first == "Scripts/check: nothing to run for what differs from HEAD")
        #expect(result.exitCode == 0)
    }

    @Test(arguments: ["--all", "HEAD HEAD", "--list HEAD HEAD", "nowhere"]) func otherArgumentsAreRefused(arguments: String) throws {
        let result = try check(#"wrong\t9\texit 7\n"#, arguments)
        #expect(result.exitCode == 64)
        #expect(!result.output.contains { $0.contains("FAILED") || $0.contains("passed") })
    }
}
