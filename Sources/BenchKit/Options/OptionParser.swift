/// The values that a command line gave.
public struct ParsedOptions: Equatable, Sendable {
    private var values: [String: String] = [:]
    private var switches: Set<String> = []
    /// The options' names, as often and in the order given.
    private(set) var given: [String] = []
    /// What is no option, in the order given.
    public fileprivate(set) var operands: [String] = []

    /// Whether a switch was given.
    public func has(_ name: String) -> Bool { switches.contains(name) }

    /// The value given last, or nil.
    public func value(_ name: String) -> String? { values[name] }

    /// The value given last as words without repetition, or nil.
    public func words(_ name: String) -> [String]? {
        guard let text = values[name] else { return nil }
        var seen: Set<String> = []
        return text.split(separator: ",").map(String.init).filter { seen.insert($0).inserted }
    }

    /// The value given last as a number, or nil.
    public func number(_ name: String) -> UInt64? { values[name].flatMap { UInt64($0) } }

    /// The value given last as a stretch of time, or nil.
    public func duration(_ name: String) -> Duration? { values[name].flatMap { Duration(written: $0) } }

    mutating func set(_ option: Option, to text: String?) {
        given.append(option.name)
        if case .names = option.value, let text, let before = values[option.name] {
            values[option.name] = "\(before),\(text)"
        } else if let text {
            values[option.name] = text
        } else {
            switches.insert(option.name)
        }
    }
}

/// Reads `--name value`, `--name=value` and `-n value`. An option given twice counts the last time; names add up.
public struct OptionParser: Sendable {
    let options: [Option]
    let takesOperands: Bool

    public init(_ options: [Option], takesOperands: Bool = false) {
        self.options = options
        self.takesOperands = takesOperands
    }

    /// - Throws: `UsageError` at the first argument that fits no option.
    public func parse(_ arguments: [String]) throws(UsageError) -> ParsedOptions {
        var parsed = ParsedOptions()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            // Everything after `--` is an operand.
            if argument == "--" {
                for operand in rest { try take(operand, into: &parsed) }
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                try take(argument, into: &parsed)
                continue
            }
            let (name, attached) = split(argument)
            let option = try find(name)
            parsed.set(option, to: try value(of: option, written: name, attached: attached, rest: &rest))
        }
        return parsed
    }

    private func take(_ operand: String, into parsed: inout ParsedOptions) throws(UsageError) {
        guard takesOperands else { throw .unexpectedArgument(operand) }
        parsed.operands.append(operand)
    }

    private func split(_ argument: String) -> (name: String, attached: String?) {
        guard let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
        return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }

    private func find(_ name: String) throws(UsageError) -> Option {
        let match = options.first { name == "--\($0.name)" || $0.short.map { name == "-\($0)" } == true }
        guard let match else {
            throw .unknownOption(name, suggestion: SpellingSuggestion.nearest(to: name, among: options.map { "--\($0.name)" }))
        }
        return match
    }

    private func value(
        of option: Option, written name: String, attached: String?, rest: inout ArraySlice<String>
    ) throws(UsageError) -> String? {
        guard let placeholder = option.placeholder else {
            if attached != nil { throw .unexpectedValue(option: name) }
            return nil
        }
        // What begins with dashes is the next option, not this one's value: `--out=--strange` still says otherwise.
        let text = attached ?? (rest.first.map { $0.hasPrefix("--") } == false ? rest.popFirst() : nil)
        guard let text else { throw .missingValue(option: name, placeholder: placeholder) }
        if let complaint = option.complaint(about: text) {
            throw .invalidValue(option: name, value: text, complaint: complaint)
        }
        return text
    }
}
