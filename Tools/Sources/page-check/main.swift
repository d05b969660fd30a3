import PageCheck
import Foundation

let outcome = PageCheckCommand().run(Array(CommandLine.arguments.dropFirst()))
for line in outcome.output { print(line) }
for line in outcome.errors { FileHandle.standardError.write(Data((line + "\n").utf8)) }
exit(outcome.exitCode)
