/// Which process took which step, and what was a scheduling point: all that is needed to run an execution again.
///
/// As text: `A12B3a1A2`, letters as in `Process`, each with how many steps it took in a row; where the memory model has
/// store buffers, `@` and the cells that were known as shared follow, since stores to others are not buffered.
public struct Schedule: Sendable {
    let processes: [UInt8]
    let shared: [CellID]?

    init(processes: [UInt8], shared: [CellID]?) {
        self.processes = processes
        self.shared = shared
    }

    public init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        var processes: [UInt8] = []
        var rest = parts[0]
        while let letter = rest.popFirst() {
            let digits = rest.prefix { $0.isNumber }
            rest = rest.dropFirst(digits.count)
            guard let process = Process.number(letter), let count = Int(digits), count > 0, count <= Machine.stepLimit
            else { return nil }
            processes += [UInt8](repeating: UInt8(process), count: count)
        }
        self.processes = processes
        if parts.count == 1 {
            shared = nil
        } else {
            let cells = parts[1].split(separator: ",").map(CellID.init)
            guard parts.count == 2, !cells.contains(nil) else { return nil }
            shared = cells.map { $0! }
        }
    }

    public var text: String {
        var text = "", index = 0
        while index < processes.count {
            let run = processes[index...].prefix { $0 == processes[index] }.count
            text += "\(Process.letter(Int(processes[index])))\(run)"
            index += run
        }
        if let shared { text += "@" + shared.map(\.text).joined(separator: ",") }
        return text
    }

    var sharing: SchedulingPoints {
        shared.map { SchedulingPoints(isEverything: false, cells: Set($0)) } ?? .everything
    }
}
