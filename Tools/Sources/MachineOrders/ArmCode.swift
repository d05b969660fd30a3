/// What the assembler code of a module for aarch64 says of its atomic steps.
struct ArmCode {
    /// A comment with the number of a light fence.
    static let lightFence = "// light fence"

    /// What a step has become: instructions, by their names; of a call of a helper the helper's name.
    private(set) var instructions: [Int: [String]] = [:]
    /// The numbers of steps, in the order of the instructions, of each stretch of code that is only entered at its beginning.
    private(set) var stretches: [[Int]] = []

    init(_ text: String) {
        var step: Int?, stretch: [Int] = []
        for line in text.split(separator: "\n") {
            if line.utf8.first != UInt8(ascii: "\t") {
                if line.hasPrefix(" ") || line.hasPrefix("//") || line.hasPrefix(".Ltmp") { continue }
                // A block goes on with the line of the one before, unless it says another one; a function doesn't.
                if line.utf8.first != UInt8(ascii: ".") { step = nil }
                if !stretch.isEmpty { stretches.append(stretch) }
                stretch = []
                continue
            }
            let text = line.dropFirst()
            if text.hasPrefix(".loc\t") {
                let at = text.dropFirst(5).split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0) } ?? 0
                step = at >= ModuleCode.firstLine ? at - ModuleCode.firstLine : nil
            } else if text.hasPrefix(Self.lightFence) {
                let number = text.dropFirst(Self.lightFence.count + 1).prefix { $0 >= "0" && $0 <= "9" }
                if let number = Int(number) {
                    instructions[number, default: []].append(Self.lightFence)
                    stretch.append(number)
                }
            } else if let step, let name = Self.name(of: text) {
                instructions[step, default: []].append(name)
                // Its address may be computed earlier.
                if ArmInstruction(name).kind != .other, stretch.last != step { stretch.append(step) }
            }
        }
        if !stretch.isEmpty { stretches.append(stretch) }
    }

    /// By the light fences in them.
    var stretchesWithFences: [Int: [[Int]]] {
        var found: [Int: [[Int]]] = [:]
        for stretch in stretches {
            for number in Set(stretch) where instructions[number]?.first == Self.lightFence { found[number, default: []].append(stretch) }
        }
        return found
    }

    private static func name(of text: Substring) -> String? {
        guard let first = text.utf8.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") else { return nil }
        let words = text.split(whereSeparator: { $0 == "\t" || $0 == " " })
        switch words[0] {
        case "bl", "b": return words.count > 1 && words[1].hasPrefix("__aarch64_") ? String(words[1]) : String(words[0])
        case "dmb": return words.count > 1 ? "dmb \(words[1])" : nil
        default: return String(words[0])
        }
    }
}
