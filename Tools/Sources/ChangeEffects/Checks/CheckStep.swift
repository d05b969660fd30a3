/// What `Scripts/check` runs before a commit, in the order in which it is run: the quickest first.
enum CheckStep: String, CaseIterable {
    case shell, format, unsafe, generated, tools, vocabulary, docs, clients, apps, laws
    case armOrders = "arm-orders"
    case model, selftest, checker, tests, benchkit

    var command: String {
        switch self {
        case .shell: "for script in Scripts/* .ci/run; do bash -n \"$script\" || exit; done"
        case .format: "Scripts/format --check"
        case .unsafe: "Scripts/tools unsafe-uses"
        case .generated: "swift run --quiet --package-path Tools arity --check"
        case .tools: "swift test --package-path Tools"
        case .vocabulary: "Scripts/vocabulary"
        case .docs: "Scripts/docs --check"
        case .clients: "Scripts/clients"
        case .apps: "Scripts/apps"
        case .laws: "RX_LAWS_ALONE=1 Scripts/test --scratch-path .build/laws"
        case .armOrders: "Scripts/tools arm-orders"
        case .model: "Scripts/test --model run --memory C11 --priorities 500 --first --brief"
        case .selftest: "Scripts/test --model selftest"
        case .checker: "swift test -c release --disable-testable-imports --package-path ModelChecker"
        case .tests: "Scripts/test --filter '^(RxTests|InspectorTests|ExampleTests)\\.'"
        case .benchkit: "Scripts/test --filter '^BenchKitTests\\.'"
        }
    }

    /// The steps that a change of these files asks for.
    static func chosen(by paths: [String]) -> [CheckStep] {
        let wanted = Set(paths.flatMap { path in CheckRule.all.filter { $0.concerns(path) }.flatMap(\.steps) })
        return allCases.filter(wanted.contains)
    }
}
