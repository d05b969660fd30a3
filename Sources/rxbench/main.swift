import BenchKit
import Benchmarks
#if CATALOGUE
import Catalogue
#else
/// A build without the rows of everything.
private let catalogue: [Benchmark] = []
#endif

/// What the measured code reads. Looked at before there are benchmarks: some ask for the default core as soon as they are made.
let variables = [
    EnvironmentVariable(
        "RX_CORE", values: ["lock", "queue", "unchecked"],
        "The core of what asks for none. Default: lock. Benchmarks name theirs."),
    EnvironmentVariable("RX_BIAS", values: ["0", "1"], "0: no gate is biased to a thread. Default: 1."),
]
EnvironmentVariable.require(variables, of: "rxbench")

/// Everything that is measured.
let suite: Suite = Benchmarks.suite(with: catalogue)

let program = CommandLineProgram(
    name: "rxbench", version: "0.1.0", summary: "Measures the cores of Rx against each other and against floors.",
    commands: suite.commands + [stressCommand(), soakCommand()], variables: variables)

program.main()
