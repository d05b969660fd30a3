import SourceFacts

/// An operation of the library that has a memory order, by what `docs/orders.txt` calls it: its file and function, and what it is.
struct OrderPlace: Hashable, Sendable {
    let file: String
    let function: String
    let operation: String

    var name: String { "\(file).\(function) \(operation)" }

    /// What calls are of which operation, and whether hardly anything else is called so.
    static let operations: [String: (operation: String, isCertain: Bool)] = [
        "loadAcquiring": ("load", true), "storeReleasing": ("store", true), "fetchOr": ("or", true), "fetchAnd": ("and", true),
        "compareExchange": ("compare-exchange", true), "compareExchangeReleasing": ("compare-exchange", true), "heavyFence": ("heavy fence", true),
        "lookAgain": ("second look at a mark", true), "exchange": ("exchange", false), "add": ("add", false), "subtract": ("subtract", false),
        "publish": ("publishing a mark", false),
    ]

    /// - Parameter text: Swift.
    /// - Returns: each operation with how often its function has it, and whether it is one beyond doubt.
    static func all(in text: String, file: String) -> [(place: OrderPlace, isCertain: Bool)] {
        var reader = FunctionReader(), found: [(OrderPlace, Bool)] = []
        for line in CodeAlone.text(of: text).split(separator: "\n", omittingEmptySubsequences: false) {
            reader.read(line) { name, function in
                guard let (operation, isCertain) = operations[name] else { return }
                found.append((OrderPlace(file: file, function: function, operation: operation), isCertain))
            }
        }
        return found
    }
}

/// Goes through code and knows which function it is in: as `#function` has it, without parameters.
private struct FunctionReader {
    /// Of each open brace the function that it begins; nil where it begins none.
    private var open: [String?] = []
    private var pending: String?

    private var function: String? { open.last { $0 != nil } ?? pending }

    /// - Parameter visit: gets the name of each call of a method or function, and the function that makes it.
    mutating func read(_ line: Substring, _ visit: (_ name: String, _ function: String) -> Void) {
        var rest = line, before: Character = " ", word = ""
        while let character = rest.first {
            if character.isLetter || character == "_" {
                let last = word
                word = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
                rest = rest.dropFirst(word.count)
                switch last {
                case "func", "var": pending = word
                default:
                    if word == "deinit" || word == "init" && before != "." {
                        pending = word
                    } else if rest.first == "(" {
                        visit(word, function ?? "")
                    }
                }
                before = "a"
                continue
            }
            switch character {
            case "{":
                open.append(pending)
                pending = nil
            case "}": if !open.isEmpty { open.removeLast() }
            case " ": break
            default: word = ""
            }
            before = character
            rest = rest.dropFirst()
        }
        // A stored property; a function's parameters may go on.
        if let name = pending, line.contains("var \(name)") { pending = nil }
    }
}
