/// An atomic step of a module, by a number that no other one has.
struct PlacedStep: Sendable {
    let number: Int
    let step: AtomicStep
    /// Where it comes from, the innermost place first.
    let frames: [OriginFrame]
    /// Steps of one basic block follow each other in the program's order.
    let block: Int

    /// The place in the library's own sources, or, of the platform's own code, there.
    var site: OriginFrame? { frames.first { !$0.isPlatform } ?? frames.last }

    var place: String {
        guard let site else { return "a place that the compiler has forgotten" }
        let known = site.line > 0 ? "\(site.path):\(site.line)" : site.path
        return "\(known) (\(site.function))"
    }
}

/// A module in LLVM's intermediate code: the atomic steps in it, and the same module for aarch64.
///
/// Only functions with such steps are compiled: all else is said to be in another module. Each of their steps gets a line of its own as where it comes
/// from, so that the assembler code says which instructions it has become.
struct ModuleCode {
    /// Behind the lines of any source.
    static let firstLine = 1_000_000

    private(set) var steps: [PlacedStep] = []
    /// For aarch64.
    private(set) var translated: String = ""

    private var origins = CodeOrigins(), lines: [Substring] = [], metadata: [String] = []
    private var next = 0, block = 0

    /// - Parameters:
    ///   - text: as `swiftc -emit-ir` and `clang -emit-llvm -S` print it.
    ///   - triple: what it is to be compiled for.
    init(_ text: String, triple: String) {
        let all = text.split(separator: "\n", omittingEmptySubsequences: false)
        for line in all { origins.read(line) }
        next = origins.next
        let file = node("!DIFile(filename: \"steps\", directory: \"\")")
        let unit = node("distinct !DICompileUnit(language: DW_LANG_C99, file: !\(file), emissionKind: LineTablesOnly)")
        var head: Substring?, body: [Substring] = []
        for line in all {
            if let opening = head {
                if line == "}" {
                    append(opening, body, file: file, unit: unit)
                    head = nil
                } else {
                    body.append(line)
                }
            } else if line.hasPrefix("define ") {
                (head, body) = (line, [])
            } else if line.hasPrefix("target datalayout") {
                continue
            } else if line.hasPrefix("target triple") {
                lines.append("target triple = \"\(triple)\"")
            } else if line.hasPrefix("!llvm.dbg.cu") {
                lines.append("!llvm.dbg.cu = !{!\(unit)}")
            } else if line.hasPrefix("attributes #") {
                lines.append(["target-cpu", "target-features", "tune-cpu"].reduce(line) { $0.without(attribute: $1) })
            } else if line.hasPrefix("@") {
                appendVariable(line)
            } else {
                lines.append(line)
            }
        }
        translated = (lines + metadata.map { $0[...] }).joined(separator: "\n") + "\n"
    }

    /// Adds a node to the module's metadata. Returns its number.
    private mutating func node(_ text: String) -> Int {
        defer { next += 1 }
        metadata.append("!\(next) = \(text)")
        return next
    }

    private mutating func appendVariable(_ line: Substring) {
        guard !line.hasPrefix("@llvm."), let end = line.end(of: " = ") else { return }
        lines.append(line.has(" alias ") ? line[..<end] + "external global i8" : line.withLocation(nil).elsewhere(behind: " = "))
    }

    private mutating func append(_ head: Substring, _ body: [Substring], file: Int, unit: Int) {
        let found = body.map { AtomicStep($0) }
        guard found.contains(where: { $0 != nil }) else {
            lines += [head.withLocation(nil).elsewhere(behind: "define "), "entry:", "  unreachable", "}"]
            return
        }
        let function = node(
            "distinct !DISubprogram(name: \"f\", scope: !\(file), file: !\(file), line: 1, unit: !\(unit), spFlags: DISPFlagDefinition)")
        let elsewhere = node("!DILocation(line: 1, scope: !\(function))")
        lines.append(head.withLocation(nil).dropLast() + "!dbg !\(function) {")
        block += 1
        for (line, step) in zip(body, found) {
            if let first = line.utf8.first, first != UInt8(ascii: " ") { block += 1 }  // A label.
            if line.hasPrefix("    #dbg_") || line.has("@llvm.x86.sse2.pause") { continue }
            guard let step else {
                lines.append(line.withLocation(elsewhere).withoutLoop.inArmAssembler)
                continue
            }
            let frames = CodeOrigins.location(of: line).map(origins.frames) ?? []
            steps.append(PlacedStep(number: steps.count, step: step, frames: frames, block: block))
            let location = node("!DILocation(line: \(Self.firstLine + steps.count - 1), scope: !\(function))")
            lines.append(line.withLocation(location).inArmAssembler.marked(as: step, number: steps.count - 1))
        }
        lines.append("}")
    }
}

extension Substring {
    /// With another number as `!dbg`, or without any.
    fileprivate func withLocation(_ number: Int?) -> Substring {
        guard let end = end(of: "!dbg !") else { return self }
        let rest = self[end...].drop { $0 >= "0" && $0 <= "9" }
        if let number { return self[..<end] + "\(number)" + rest }
        let before = self[..<end].dropLast("!dbg !".count)
        return (before.hasSuffix(", ") ? before.dropLast(2) : before) + rest
    }

    /// What is known of a loop says where it is, in metadata that isn't used any more.
    fileprivate var withoutLoop: Substring {
        guard let end = end(of: ", !llvm.loop !") else { return self }
        return self[..<end].dropLast(", !llvm.loop !".count) + self[end...].drop { $0 >= "0" && $0 <= "9" }
    }

    /// As something that another module has: known here, and not compiled.
    fileprivate func elsewhere(behind mark: String) -> Substring {
        guard let start = end(of: mark) else { return self }
        let linkages: Set<Substring> = ["private", "internal", "weak", "weak_odr", "linkonce", "linkonce_odr", "dso_local"]
        var rest = self[start...]
        while linkages.contains(rest.prefix { $0 != " " }) { rest = rest.drop { $0 != " " }.dropFirst() }
        if rest.hasPrefix("external ") || rest.hasPrefix("extern_weak ") { return self }
        let text = self[..<start] + "available_externally " + rest
        return text.replacing(", comdat", by: "").replacing(" comdat ", by: " ")
    }

    /// Pieces of assembler in the headers of the platform, as that has them for aarch64.
    fileprivate var inArmAssembler: Substring {
        guard has("asm sideeffect") else { return self }
        let pairs = [
            ("movq %fs:0, $0", "mrs $0, tpidr_el0"), ("prefetchw $0", "prfm pstl1keep, $0"), (",~{dirflag},~{fpsr},~{flags}", ""),
        ]
        return pairs.reduce(self) { $0.replacing($1.0, by: $1.1) }
    }

    /// A light fence is no instruction: a comment says where it is.
    fileprivate func marked(as step: AtomicStep, number: Int) -> Substring {
        step == .lightFence ? replacing("asm sideeffect \"\"", by: "asm sideeffect \"\(ArmCode.lightFence) \(number)\"") : self
    }

    fileprivate func without(attribute name: String) -> Substring {
        guard let end = end(of: "\"\(name)\"=\"") else { return self }
        return self[..<end].dropLast(name.utf8.count + 4) + self[end...].drop { $0 != "\"" }.dropFirst()
    }

    private func replacing(_ old: String, by new: String) -> Substring {
        guard let end = end(of: old) else { return self }
        return self[..<utf8.index(end, offsetBy: -old.utf8.count)] + new + self[end...]
    }
}
