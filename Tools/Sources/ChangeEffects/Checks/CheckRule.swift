/// Which files ask for which steps.
struct CheckRule {
    /// What a path begins with, if it has to: a folder with its slash, or a whole path.
    private let folders: [String]
    private let endings: [String]
    let steps: [CheckStep]

    private init(_ folders: [String], endings: [String] = [], _ steps: CheckStep...) {
        self.folders = folders
        self.endings = endings
        self.steps = steps
    }

    func concerns(_ path: String) -> Bool {
        (folders.isEmpty || folders.contains(where: path.hasPrefix)) && (endings.isEmpty || endings.contains(where: path.hasSuffix))
    }

    private static let code = [".swift", ".c", ".h"]

    /// A path may meet several of them.
    static let all = [
        CheckRule([], endings: [".swift"], .format),
        CheckRule(["Sources/Rx/", "Sources/RxPlatform/", "Sources/CRxPlatform/"], endings: code, .unsafe, .generated, .vocabulary, .laws),
        CheckRule(["Sources/Rx/Kernel/", "Sources/RxPlatform/", "Sources/CRxPlatform/"], endings: code, .armOrders),
        // The model checker puts a platform of its own under the kernel.
        CheckRule(["Sources/Rx/Kernel/", "Sources/RxPlatform/"], endings: code, .model),
        CheckRule(
            ["Sources/RxTest/", "Sources/RxBlocking/", "Sources/RxInspector/", "Sources/CRxInspector/", "Sources/RxMarbles/"], endings: code,
            .unsafe, .vocabulary, .tests),
        CheckRule(["Sources/BenchKit/", "Sources/CAllocationCounter/", "Sources/rxbench/", "Benchmarks/"], endings: code, .benchkit),
        CheckRule(["Plugins/"], .benchkit),
        CheckRule(["Examples/Collection/", "Examples/Program/"], .tests, .docs),
        CheckRule(["Examples/Apps/"], .apps),
        CheckRule(["Tests/LawTests/", "Tests/KernelTests/", "Tests/LawSupport/"], .laws),
        CheckRule(["Tests/BenchKitTests/"], .benchkit),
        CheckRule(["Tests/Clients/"], .clients),
        CheckRule(
            [
                "Tests/RxTests/", "Tests/InspectorTests/", "Tests/ExampleTests/", "Tests/InspectedProgram/", "Tests/SetClockProgram/",
                "Tests/CSetClock/",
            ], .tests),
        CheckRule(["Tools/"], .tools),
        CheckRule(["ModelChecker/"], .model, .selftest, .checker),
        CheckRule(["README.md", "docs/"], .docs),
        CheckRule(["Sources/Rx/Rx.docc/", "results/", "Benchmarks/Thresholds/"], .docs),
        CheckRule(["docs/unsafe.txt"], .unsafe),
        CheckRule(["docs/vocabulary"], endings: [".txt"], .vocabulary, .tests),
        CheckRule(["Scripts/", ".ci/run"], .shell, .benchkit),
        CheckRule(["Package.swift"], .laws, .tests, .benchkit),
    ]
}
