/// Where the program states a memory order: an operation in its sources. Its name is `File.function operation`, with the line and column.
public struct OrderSite: Hashable, Sendable {
    public let file: String
    public let function: String
    public let line: UInt
    public let column: UInt
    public let operation: String
    /// What can be taken away from it, one at a time.
    public let halves: [Half]

    /// One step by which an order is weaker.
    public enum Half: String, Sendable {
        case acquire, release
        /// Of a compare-exchange that fails.
        case failure
        /// A heavy fence as a whole.
        case fence
    }

    public var name: String { "\(file.split(separator: ".")[0]).\(function.prefix { $0 != "(" }) \(operation)  \(line):\(column)" }

    /// What `OrderWeakening.init` reads.
    public func weakened(_ half: Half) -> String { "\(file):\(line):\(column):\(half.rawValue)" }
}

/// One operation of the program that has less order than its sources say: to see which scenario notices.
public struct OrderWeakening: Sendable {
    let file: String
    let line: UInt
    let column: UInt
    let half: OrderSite.Half

    /// - Parameter text: `File.swift:line:column:half`; `nil` if it isn't that.
    public init?(_ text: String) {
        let parts = text.split(separator: ":").map(String.init)
        guard parts.count == 4, let line = UInt(parts[1]), let column = UInt(parts[2]), let half = OrderSite.Half(rawValue: parts[3])
        else { return nil }
        (file, self.line, self.column, self.half) = (parts[0], line, column, half)
    }

    fileprivate func isMeant(_ file: StaticString, _ line: UInt, _ column: UInt) -> Bool {
        line == self.line && column == self.column && OrderSites.name(of: file) == self.file
    }
}

/// The sites that an exploration has come by, and the one that is weakened. It costs a comparison where nobody asks for either.
final class OrderSites {
    private struct Key: Hashable {
        let file: UInt
        let line: UInt
        let column: UInt
    }

    var isRecording = false
    var weakening: OrderWeakening?
    private var found: [Key: OrderSite] = [:]

    @inline(__always)
    var isIdle: Bool { !isRecording && weakening == nil }

    var all: [OrderSite] { found.values.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) } }

    func begin(recording: Bool, _ weakening: OrderWeakening?) {
        isRecording = recording
        self.weakening = weakening
        found = [:]
    }

    /// What of an operation is left out.
    func half(
        _ file: StaticString, _ function: StaticString, _ line: UInt, _ column: UInt, _ operation: StaticString, _ halves: [OrderSite.Half]
    ) -> OrderSite.Half? {
        if isRecording, OrderSites.isOfLibrary(file) {
            let key = Key(file: UInt(bitPattern: file.utf8Start), line: line, column: column)
            if found[key] == nil {
                found[key] = OrderSite(
                    file: OrderSites.name(of: file), function: "\(function)", line: line, column: column, operation: "\(operation)", halves: halves)
            }
        }
        guard let weakening, weakening.isMeant(file, line, column) else { return nil }
        return weakening.half
    }

    /// Scenarios have orders of their own.
    private static func isOfLibrary(_ file: StaticString) -> Bool { "\(file)".hasPrefix("Rx/") }

    /// Without the module.
    fileprivate static func name(of file: StaticString) -> String { "\(file)".split(separator: "/").last.map(String.init) ?? "\(file)" }
}

extension Machine {
    /// What of the order of an operation at this place in the sources is to be left out.
    @inline(__always)
    public func weakened(
        _ file: StaticString, _ function: StaticString, _ line: UInt, _ column: UInt, _ operation: StaticString,
        _ halves: @autoclosure () -> [OrderSite.Half]
    ) -> OrderSite.Half? {
        sites.isIdle ? nil : Machine.enter { $0.sites.half(file, function, line, column, operation, halves()) }
    }
}

extension MemoryOrder {
    /// Less one half.
    public func without(_ half: OrderSite.Half?) -> MemoryOrder {
        switch (self, half) {
        case (.acquire, .acquire), (.release, .release): .relaxed
        case (.acquireRelease, .acquire): .release
        case (.acquireRelease, .release): .acquire
        default: self
        }
    }
}
