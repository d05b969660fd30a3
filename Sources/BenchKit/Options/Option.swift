/// What an option of the command line looks like. The parser, the checks and the help all read this one description.
public struct Option: Sendable, Equatable {
    /// What may follow the option's name.
    public enum Value: Sendable, Equatable {
        /// Nothing: the option is a switch.
        case none
        /// Any text.
        case text(placeholder: String)
        /// One of these words.
        case word(of: [String])
        /// One or more of these words, separated by commas.
        case words(of: [String])
        /// One or more names, separated by commas or each in an option of its own: of what has the option twice all count.
        case names(placeholder: String, of: [String])
        /// A whole number from 0 up to 2^64 - 1.
        case number
        /// A stretch of time: a whole number with a unit, `500ms`, `60s`, `5m` or `1h`.
        case duration
        /// A regular expression of Swift's `Regex`.
        case pattern
    }

    /// Without the dashes.
    public let name: String
    public let short: Character?
    public let value: Value
    /// One line.
    public let summary: String
    /// What holds when the option is absent, for the help.
    public let fallback: String?

    public init(
        _ name: String, short: Character? = nil, value: Value = .none, fallback: String? = nil, _ summary: String
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.summary = summary
        self.fallback = fallback
    }

    /// How a value is written in the help; nil for a switch.
    var placeholder: String? {
        switch value {
        case .none: nil
        case .text(let placeholder), .names(let placeholder, _): placeholder
        case .word(let words): words.joined(separator: "|")
        case .words(let words): words.joined(separator: ",")
        case .number: "N"
        case .duration: "TIME"
        case .pattern: "REGEX"
        }
    }

    /// What is wrong with a value, or nil.
    func complaint(about text: String) -> String? {
        switch value {
        case .none, .text:
            return text.isEmpty ? "it is empty" : nil
        case .word(let words):
            return words.contains(text) ? nil : "it is one of \(words.joined(separator: ", "))"
        case .words(let words):
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return parts.allSatisfy(words.contains) ? nil : "it is a list of \(words.joined(separator: ", "))"
        case .names(_, let known):
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard let wrong = parts.first(where: { !known.contains($0) }) else { return nil }
            if known.isEmpty { return "there are none" }
            return "'\(wrong)' is none of \(known.joined(separator: ", "))" + UsageError.hint(SpellingSuggestion.nearest(to: wrong, among: known))
        case .number:
            return UInt64(text) == nil ? "it is a whole number, 0 or more" : nil
        case .duration:
            return Duration(written: text) == nil ? "it is a time such as 500ms, 60s, 5m or 1h" : nil
        case .pattern:
            if text.isEmpty { return "it is empty, which is everything" }
            return (try? Regex(text)) == nil ? "it is not a regular expression" : nil
        }
    }
}

extension Duration {
    /// Reads a whole number with its unit; nil for anything else, and for more than a week.
    init?(written text: String) {
        let number = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int64(number), !number.isEmpty, count < 1_000_000_000 else { return nil }
        switch text.dropFirst(number.count) {
        case "ms": self = .milliseconds(count)
        case "s": self = .seconds(count)
        case "m": self = .seconds(60 * count)
        case "h": self = .seconds(3600 * count)
        default: return nil
        }
        if self > .seconds(7 * 24 * 3600) { return nil }
    }

    /// In seconds.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// The command line is wrong. Its description is one line for the user; the program exits with `ExitCode.usage`.
public enum UsageError: Error, Equatable, CustomStringConvertible {
    case unknownCommand(String, suggestion: String?)
    case unknownOption(String, suggestion: String?)
    case missingValue(option: String, placeholder: String)
    /// It has to be given, and wasn't.
    case missingOption(String, placeholder: String)
    case unexpectedValue(option: String)
    case invalidValue(option: String, value: String, complaint: String)
    case unexpectedArgument(String)
    /// The options are well formed but ask for what is not there.
    case impossible(String)

    public var description: String {
        switch self {
        case .unknownCommand(let name, let suggestion):
            "unknown command \(name)" + UsageError.hint(suggestion)
        case .unknownOption(let name, let suggestion):
            "unknown option \(name)" + UsageError.hint(suggestion)
        case .missingValue(let option, let placeholder):
            "option \(option) needs a value: \(option) \(placeholder)"
        case .missingOption(let option, let placeholder):
            "option \(option) is required: \(option) \(placeholder)"
        case .unexpectedValue(let option):
            "option \(option) takes no value"
        case .invalidValue(let option, let value, let complaint):
            "option \(option) cannot be '\(value)': \(complaint)"
        case .unexpectedArgument(let argument):
            "unexpected argument '\(argument)'"
        case .impossible(let reason):
            reason
        }
    }

    static func hint(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean \($0)?" } ?? ""
    }
}
