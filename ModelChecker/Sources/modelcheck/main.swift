import Foundation
import Scenarios

let usage = """
    modelcheck                    looks for a violation for about two minutes; exit 1 if there is one
    modelcheck run [options]      explores the interleavings of every scenario; exit 1 if one violates a law
      --quick                     the short profile; --filter REGEX; --core lock,queue; --bias off,on,again
      --memory SC,TSO,C11         memory models; SC and TSO unless told otherwise
      --first                     begins no check after one that violates a law
      --brief                     prints what the table comes to, without it
      --json FILE                 writes the table; --jobs N: checks at the same time
      --executions N --seconds S  limits of each check
      --minutes N                 instead of seconds: of the whole run, if each job has a processor
      --since COMMIT              what runs code of files that differ from it, with its own limits; then the rest, in what is left of the minutes,
                                  without minutes not at all; where it can't be told what differs, all with its own limits
      --preemptions N | --exhaustive   instead of each scenario's own bound
      --stale N|all               under C11, with a bound: so many reads of an execution may read another store than the newest; 2
      --random N | --priorities N [--depth D] [--seed S]   N executions at random instead
    modelcheck replay SCENARIO CORE CHOICES [--memory TSO|C11] [--bias on|again]
    modelcheck replay SCENARIO CORE --seed S [--random 1 | --priorities 1 --depth D] [--memory TSO|C11] [--bias on|again]
                                  shows one execution, a line a step; exit 1 if it violates a law
    modelcheck orders [options]   takes half of each memory order away, one at a time, and says which scenario fails without it
      --filter REGEX --core lock,queue --bias off,on,again --jobs N, as above
      --checks N --seconds S      so many checks that come by an operation are tried, at most; 40; none is begun after so long a time for it
      --rows FILE                 adds each row to the file as it is found, and doesn't try again what the file has
      run and replay take --weaken FILE:LINE:COLUMN:HALF, with acquire, release, failure or fence for the half
    modelcheck list               the scenarios
    modelcheck selftest           the planted bugs; exit 1 if one is not found
    """

func run(_ arguments: [String]) throws -> Int32 {
    if arguments.dropFirst().contains("--help") {
        print(usage)
        return 0
    }
    let options = try CheckerOptions(arguments.dropFirst())
    switch arguments.first {
    case nil:
        for (what, options) in CheckerOptions.everyday {
            print("\(what):")
            let status = try RunScenariosCommand(options: options).run()
            if status != 0 { return status }
        }
        print("no violation found")
        return 0
    case "help", "--help", "-h":
        print(usage)
        return 0
    case "run":
        guard options.positional.isEmpty else { throw OptionError(text: "run takes options only: \(options.positional[0])") }
        return try RunScenariosCommand(options: options).run()
    case "check": return try CheckerProcess.check(options)
    case "replay": return try ReplayCommand(options: options).run()
    case "orders": return try OrdersCommand(options: options).run()
    case "selftest": return SelfTestCommand().run()
    case "list":
        for scenario in AllScenarios.scenarios { print("\(scenario.name)  \(scenario.summary)") }
        return 0
    case .some(let option) where option.hasPrefix("-"): throw OptionError(text: "\(option): options follow a command, as in run \(option)")
    case .some(let command): throw OptionError(text: "no such command: \(command)")
    }
}

do {
    exit(try run(Array(CommandLine.arguments.dropFirst())))
} catch let error as OptionError {
    FileHandle.standardError.write(Data("modelcheck: \(error.text)\n\(usage)\n".utf8))
    exit(64)
}
