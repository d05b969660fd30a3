import Foundation

/// What the names of rows tell of operators' costs.
enum CostRow {
    /// What rows measure of a use.
    static let aspects = ["event", "subscribe", "complete", "error", "other-error", "dispose"]

    /// A row's use and what it measures of that; nil of a row that stands for itself.
    static func use(of row: String) -> (name: String, aspect: String)? {
        let words = row.components(separatedBy: "/")
        guard words.count > 1, let aspect = words.last, aspects.contains(aspect), !isNeighbour(row) else { return nil }
        return (words.dropLast().joined(separator: "/"), aspect)
    }

    static func isNeighbour(_ row: String) -> Bool { row.hasPrefix("neighbour.") }

    /// Whether a single row is certainly one of the catalogue.
    static func isOwn(_ row: String) -> Bool {
        let words = row.components(separatedBy: "/")
        return row.first?.isUppercase == true || words.count == 1 || isNeighbour(row) || traits[words[0]] != nil || row.hasPrefix("control")
    }

    private static let traits = [
        "driver": "Driver", "signal": "Signal", "infallible": "Infallible", "single": "Single", "maybe": "Maybe", "completable": "Completable",
    ]
    private static let operators = "Operators", others = "Subjects, relays, schedulers and disposables"

    /// A name's place, so that all of one family stand together.
    static func family(of use: String) -> String {
        let first = use.components(separatedBy: "/")[0]
        return traits[first] ?? (first.first?.isUppercase == true ? others : operators)
    }

    static let families = [operators] + traits.values.sorted() + [others]

    /// A title up to its last colon, behind which stands what is measured. One in brackets is that of a label: `values(buffering: .unbounded)`.
    static func written(_ title: String) -> String {
        var depth = 0, end = title.endIndex
        for place in title.indices {
            switch title[place] {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case ":" where depth == 0 && title[place...].hasPrefix(": "): end = place
            default: break
            }
        }
        return String(title[..<end])
    }

    /// The toolchain's own means, and the rows of ours that do such a job.
    static let neighbours: [(ours: [String], theirs: [String])] = [
        (["values/event", "values/buffering/event"], ["async-stream/event", "async-stream/sequence-of-map"]),
        (["values/buffered/event"], ["async-stream/buffered"]),
        (["ReplaySubject/unbounded/event"], ["async-stream/yield"]),
        (["create/subscribe"], ["async-stream/subscribe"]),
        (["PublishSubject/event"], ["notification-center/post", "closure-list/event", "closure-list/locked-event"]),
        (["PublishSubject/subscribe"], ["notification-center/observe", "closure-list/subscribe"]),
        (["tracking/event"], ["observation/change", "observation/unobserved"]),
        (["single/create-async/subscribe"], ["task/start", "task-group/child"]),
        (["single/value/subscribe"], ["continuation/resume"]),
        (["SerialScheduler/schedule", "SerialDispatchQueueScheduler/schedule"], ["actor/call", "dispatch-queue/async"]),
        (["CurrentThreadScheduler/schedule"], ["dispatch-queue/sync"]),
        (["ConcurrentDispatchQueueScheduler/schedule"], ["dispatch-queue/concurrent"]),
        (["OperationQueueScheduler/schedule"], ["operation-queue/add"]),
        (["MainScheduler/ensure"], ["main-actor/check"]),
        (["SerialScheduler/scheduleRelative", "SerialDispatchQueueScheduler/scheduleRelative"], ["dispatch-queue/after"]),
        (["SerialScheduler/schedulePeriodic", "SerialDispatchQueueScheduler/schedulePeriodic"], ["dispatch-timer/one-shot"]),
    ]
}
