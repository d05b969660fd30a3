import AblationTable
import Foundation

let outcome = AblationCommand().run(Array(CommandLine.arguments.dropFirst()))
for line in outcome.output { print(line) }
for line in outcome.errors { FileHandle.standardError.write(Data((line + "\n").utf8)) }
exit(outcome.exitCode)
