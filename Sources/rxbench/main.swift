import BenchKit
import Benchmarks
import Foundation

let program = CommandLineProgram(
    name: "rxbench", version: "0.1.0", summary: "Measures the cores of Rx against each other and against floors.",
    commands: [runCommand(suite), listCommand(suite), doctorCommand()])

exit(program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
