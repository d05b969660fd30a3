import ChangeEffects
import DocumentationArchive
import Foundation
import MachineOrders
import ResultFiles
import SourceFacts
import ToolCommand

let toolbox = Toolbox([
    PriceList(), LatencyTables(), OperatorCosts(), ResultsCheck(),
    UnsafeUses(), VocabularyCheck(), DocumentationBlocks(), LibraryProducts(), LawRows(),
    AffectedRows(), CheckSteps(), ArchivePages(), ArchiveCheck(), ArmOrders(), OrderList(),
])
let place = ToolPlace(
    folder: URL(fileURLWithPath: FileManager.default.currentDirectoryPath),
    input: { FileHandle.standardInput.readDataToEndOfFile() })
let outcome = toolbox.run(Array(CommandLine.arguments.dropFirst()), in: place)
for line in outcome.errors { FileHandle.standardError.write(Data((line + "\n").utf8)) }
for line in outcome.output { print(line) }
exit(outcome.exitCode)
