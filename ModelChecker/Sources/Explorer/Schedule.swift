/// A step of an execution.
struct ScheduleStep: Equatable, Sendable {
    var process: UInt8
    /// Under C11, of the stores that a read may read, which one it reads: 0 is the newest. In the same way where a store goes.
    var pick: UInt16 = 0
}

/// Which process took which step, and what was a scheduling point: all that is needed to run an execution again.
///
/// As text: `A12B3a1A:2A2`, letters as in `Process`, each with how many steps it took in a row, or behind a colon with its choice
/// among stores in one step; where the memory model has store buffers, `@` and the cells that were known as shared follow, since
/// stores to others are not buffered.
public struct Schedule: Sendable {
    let steps: [ScheduleStep]
    let shared: [CellID]?

    init(steps: [ScheduleStep], shared: [CellID]?) {
        self.steps = steps
        self.shared = shared
    }

    public init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        var steps: [ScheduleStep] = []
        var rest = parts[0]
        while !rest.isEmpty {
            guard let run = Schedule.run(&rest) else { return nil }
            steps += run
        }
        self.steps = steps
        if parts.count == 1 {
            shared = nil
        } else {
            let cells = parts[1].split(separator: ",").map(CellID.init)
            guard parts.count == 2, !cells.contains(nil) else { return nil }
            shared = cells.map { $0! }
        }
    }

    /// Takes steps of one process from the text: `A12` or `A:2`.
    private static func run(_ text: inout Substring) -> [ScheduleStep]? {
        guard let letter = text.popFirst(), let process = Process.number(letter) else { return nil }
        let isPick = text.first == ":"
        if isPick { text.removeFirst() }
        let digits = text.prefix { $0.isNumber }
        text = text.dropFirst(digits.count)
        guard let number = Int(digits), number > 0, number <= Machine.stepLimit else { return nil }
        let step = ScheduleStep(process: UInt8(process), pick: isPick ? UInt16(number) : 0)
        return [ScheduleStep](repeating: step, count: isPick ? 1 : number)
    }

    public var text: String {
        var text = "", index = 0
        while index < steps.count {
            let step = steps[index]
            let run = step.pick > 0 ? 1 : steps[index...].prefix { $0 == step }.count
            text += "\(Process.letter(Int(step.process)))" + (step.pick > 0 ? ":\(step.pick)" : "\(run)")
            index += run
        }
        if let shared { text += "@" + shared.map(\.text).joined(separator: ",") }
        return text
    }

    var sharing: SchedulingPoints {
        shared.map { SchedulingPoints(isEverything: false, cells: Set($0)) } ?? .everything
    }
}
