import Foundation
import Testing
import ToolCommand

@testable import ChangeEffects

@Suite struct CheckStepsTests {
    @Test(
        arguments: [
            (paths: ["docs/Testing.md"], steps: [.docs]), (paths: ["README.md"], steps: [.docs]), (paths: ["results/counts.json"], steps: [.docs]),
            (paths: ["Sources/Rx/Rx.docc/Cores.md"], steps: [.docs]), (paths: ["docs/unsafe.txt"], steps: [.unsafe, .docs]),
            (paths: ["Tools/Sources/tools/main.swift"], steps: [.format, .tools]), (paths: ["Tools/Tests/A/Measured/a.json"], steps: [.tools]),
            (paths: ["Sources/Rx/Operators/Map.swift"], steps: [.format, .unsafe, .generated, .vocabulary, .laws]),
            (paths: ["Sources/Rx/Kernel/Gate.swift"], steps: [.format, .unsafe, .generated, .vocabulary, .laws, .armOrders, .model]),
            (paths: ["Sources/CRxPlatform/Platform.c"], steps: [.unsafe, .generated, .vocabulary, .laws, .armOrders]),
            (paths: ["Sources/RxTest/Marbles.swift"], steps: [.format, .unsafe, .vocabulary, .tests]),
            (paths: ["Sources/BenchKit/Row.swift"], steps: [.format, .benchkit]), (paths: ["Benchmarks/Thresholds/baseline.json"], steps: [.docs]),
            (paths: ["ModelChecker/Sources/Explorer/Run.swift"], steps: [.format, .model, .selftest, .checker]),
            (paths: ["Tests/LawTests/DisposeLaws.swift"], steps: [.format, .laws]),
            (paths: ["Tests/KernelTests/GateTests.swift"], steps: [.format, .laws]),
            (paths: ["Tests/LawSupport/Probe.swift"], steps: [.format, .laws]),
            (paths: ["Tests/Clients/Swift5/Package.swift"], steps: [.format, .clients]),
            (paths: ["Examples/Apps/Search/Sources/A.swift"], steps: [.format, .apps]),
            (paths: ["Examples/Collection/A.swift"], steps: [.format, .docs, .tests]), (paths: ["Scripts/gate"], steps: [.shell, .benchkit]),
            (paths: ["Package.swift"], steps: [.format, .laws, .tests, .benchkit]),
            (paths: [".gitignore", ".github/workflows/machines.yml"], steps: []), (paths: [], steps: []),
            (paths: ["docs/Testing.md", "Sources/BenchKit/Row.swift", "docs/Costs.md"], steps: [.format, .docs, .benchkit]),
        ] as [(paths: [String], steps: [CheckStep])]) func stepsFollowFromThePaths(paths: [String], steps: [CheckStep])
    {
        #expect(CheckStep.chosen(by: paths) == steps)
    }

    /// A folder that nobody thought of would pass without a check.
    @Test func everySourceOfTheRepositoryAsksForMoreThanItsFormat() throws {
        let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let place = ToolPlace(folder: root)
        guard let listed = place.git("ls-files", "*.swift", "*.c", "*.h") else { return }  // Not in a work tree.
        let unchecked = listed.split(separator: "\n").map(String.init).filter { path in
            CheckStep.chosen(by: [path]).allSatisfy { $0 == .format } && !path.hasPrefix("Tests/SanitizerCheck/")
        }
        #expect(unchecked == [])
    }

    @Test func eachStepIsChosenBySomething() {
        #expect(Set(CheckRule.all.flatMap(\.steps)) == Set(CheckStep.allCases))
    }

    @Test func whatIsChangedAndWhatIsNewCountsSinceTheBase() throws {
        let folder = try ToolFolder(["README.md": "a", "docs/unsafe.txt": "a", "Scripts/test": "a", ".gitignore": ".build/\n"])
        try folder.commit()
        #expect(folder.run(CheckSteps(), "HEAD") == ToolOutcome(errors: ["check steps: 0 files differ from HEAD"]))
        try folder.write("b", "README.md")
        try folder.write("b", "docs/New Page.md")
        try folder.remove("docs/unsafe.txt")
        let outcome = folder.run(CheckSteps(), "HEAD")
        #expect(outcome.errors == ["check steps: 3 files differ from HEAD"])
        #expect(outcome.output == ["unsafe\t-\tScripts/tools unsafe-uses", "docs\t-\tScripts/docs --check"])
    }

    @Test func theTimesOfTheLastRunHereAreTold() throws {
        let folder = try ToolFolder(["README.md": "a", ".gitignore": ".build/\n"])
        try folder.commit()
        try folder.write("docs 7\nnonsense\ndocs nine\nlaws 3\ndocs 8\n", CheckSteps.times)
        try folder.write("b", "README.md")
        let outcome = folder.run(CheckSteps(), "HEAD")
        #expect(outcome == ToolOutcome(output: ["docs\t8\tScripts/docs --check"], errors: ["check steps: 1 file differs from HEAD"]))
    }

    @Test func aBaseThatThereIsNotIsRefusedInOneLine() throws {
        let folder = try ToolFolder(["README.md": "a"])
        try folder.commit()
        let complaint = folder.complaint(CheckSteps(), ["nowhere"], exitCode: 64)
        #expect(complaint == "check steps: there is no revision nowhere that this one comes from")
        #expect(folder.complaint(CheckSteps(), [], exitCode: 64) == "check steps: usage: tools check-steps BASE")
    }
}
