/// A place in the sources from which an instruction comes: the innermost one, or one that calls the next inner one.
struct OriginFrame: Hashable, Sendable {
    /// The path that the compiler was told; another one where it has forgotten it.
    let path: String
    /// `Type.function`, or a function of C.
    let function: String
    let line: Int
    let column: Int
    /// Whether it is code of RxPlatform or of the C beneath it.
    let isPlatform: Bool
}

/// What a module's intermediate code says of where its instructions come from: metadata by their numbers.
struct CodeOrigins {
    private var nodes: [Int: Substring] = [:]
    /// The first number that is free.
    private(set) var next = 0

    /// - Parameter line: any line of the module; others than metadata are of no account.
    mutating func read(_ line: Substring) {
        guard line.utf8.first == UInt8(ascii: "!"), let number = Int(line.dropFirst().prefix { $0 != " " }) else { return }
        nodes[number] = line.drop { $0 != "=" }
        next = max(next, number + 1)
    }

    /// The number of what an instruction or a function has as `!dbg`.
    static func location(of line: Substring) -> Int? { number(behind: "!dbg !", in: line) }

    /// - Returns: the innermost place first.
    func frames(at location: Int) -> [OriginFrame] {
        var frames: [OriginFrame] = [], at: Int? = location
        while let number = at, let node = nodes[number] {
            guard let scope = Self.number(behind: "scope: !", in: node), let function = function(around: scope) else { break }
            frames.append(
                frame(of: function, line: Self.number(behind: "line: ", in: node) ?? 0, column: Self.number(behind: "column: ", in: node) ?? 0))
            at = Self.number(behind: "inlinedAt: !", in: node)
        }
        return frames
    }

    private func function(around scope: Int) -> Substring? {
        var at = scope
        while let node = nodes[at] {
            if node.has("DISubprogram(") { return node }
            guard let outer = Self.number(behind: "scope: !", in: node) else { return nil }
            at = outer
        }
        return nil
    }

    private func frame(of function: Substring, line: Int, column: Int) -> OriginFrame {
        let symbol = Self.text(behind: "linkageName: \"", in: function) ?? ""
        let name = Self.text(behind: "(name: \"", in: function) ?? Self.text(behind: " name: \"", in: function)
        let file = Self.number(behind: "file: !", in: function).flatMap { nodes[$0] }
        let path = file.flatMap { Self.text(behind: "filename: \"", in: $0) } ?? ""
        let isC = symbol.isEmpty && path[...].has("CRxPlatform")
        return OriginFrame(
            path: path, function: Self.qualified(name, symbol), line: line, column: column, isPlatform: isC || symbol.hasPrefix("$s10RxPlatform"))
    }

    /// A function's name with its type's, which only the symbol has: `$s10RxPlatform4WordV5store…` is `Word.store`. A closure has no name.
    static func qualified(_ name: String?, _ symbol: String) -> String {
        let short = name.map { String($0.prefix { $0 != "(" }) }
        guard symbol.hasPrefix("$s") else { return short ?? symbol }
        var rest = symbol.dropFirst(2)
        func word() -> String? {
            let digits = rest.prefix(while: \.isNumber)
            guard let length = Int(digits), length > 0 else { return nil }
            defer { rest = rest.dropFirst(digits.count + length) }
            return String(rest.dropFirst(digits.count).prefix(length))
        }
        guard let module = word(), let type = word(), ["V", "C", "O"].contains(rest.prefix(1)) else { return short ?? symbol }
        rest = rest.dropFirst()
        if let short { return "\(type).\(short)" }
        return module == "RxPlatform" ? word().map { "\(type).\($0)" } ?? symbol : symbol
    }

    private static func number(behind mark: String, in line: Substring) -> Int? {
        guard let start = line.end(of: mark) else { return nil }
        return Int(line[start...].prefix { $0 >= "0" && $0 <= "9" })
    }

    private static func text(behind mark: String, in line: Substring) -> String? {
        guard let start = line.end(of: mark) else { return nil }
        return String(line[start...].prefix { $0 != "\"" })
    }
}

extension Substring {
    /// Where `mark` ends, which is ASCII; by bytes, as a module has a million lines.
    func end(of mark: String) -> Index? {
        let pattern = Array(mark.utf8)
        guard let first = pattern.first else { return startIndex }
        var at = utf8.startIndex
        while let found = utf8[at...].firstIndex(of: first) {
            let rest = utf8[found...]
            if rest.starts(with: pattern) { return utf8.index(found, offsetBy: pattern.count) }
            at = utf8.index(after: found)
        }
        return nil
    }

    func has(_ part: String) -> Bool { end(of: part) != nil }
}
