import Foundation

/// The interleaving of one execution, a line a step. Made only when a failing schedule is run again to be shown.
struct ExecutionTrace {
    private struct Line {
        let process: Int
        let text: String
    }

    private var lines: [Line] = []
    private(set) var names: [CellID: String] = [:]
    private var counts: [String: Int] = [:]

    /// Names a new cell after the function that makes it: `Gate.init 2` is the second one made there.
    mutating func name(_ cell: CellPointer) { name(cell.pointee.id) }

    mutating func name(_ cell: CellID) {
        let site = CreationSite.describe()
        counts[site, default: 0] += 1
        names[cell] = "\(site) #\(counts[site]!)"
    }

    mutating func step(_ process: Int, _ name: String, _ cell: CellPointer, _ old: UInt, _ new: UInt) {
        if cell.pointee.kind == .fence {
            lines.append(Line(process: process, text: name))
            return
        }
        let subject = names[cell.pointee.id] ?? "\(cell.pointee.kind) \(cell.pointee.id.text)"
        let values = old == new ? ExecutionTrace.text(old) : "\(ExecutionTrace.text(old)) → \(ExecutionTrace.text(new))"
        lines.append(Line(process: process, text: "\(name)  \(subject)  \(values)"))
    }

    mutating func note(_ process: Int, _ text: String) { lines.append(Line(process: process, text: "    — \(text)")) }

    private static func text(_ value: UInt) -> String { value < 4096 ? "\(value)" : "0x" + String(value, radix: 16) }

    /// - Parameter second: what each fiber has as a second process.
    func text(names fiberNames: [String], second: String) -> String {
        func who(_ process: Int) -> String {
            if process < 0 { return "set-up" }
            if process < fiberNames.count { return fiberNames[process] }
            return "\(fiberNames[process - Process.fiberLimit])'s \(second)"
        }
        let width = lines.map { who($0.process).count }.max() ?? 0
        return lines.enumerated().map { number, line in
            let name = who(line.process)
            return String(format: "%4d  ", number + 1) + name + String(repeating: " ", count: width - name.count)
                + "  " + line.text
        }.joined(separator: "\n")
    }
}
