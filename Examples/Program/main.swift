import ExampleCollection
import Foundation

let command = ExamplesCommand(
    write: { print($0) },
    complain: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) })
exit(try command.run(Array(CommandLine.arguments.dropFirst())))
