import BenchKit
import Foundation
import Rx
import Synchronization

/// The core of a variant such as `lock` or `lock.unbiased`.
func core(of variant: String) throws -> Core {
    switch variant.prefix(while: { $0 != "." }) {
    case "lock": .lock
    case "queue": .queue
    default: throw WrongResult("there is no core '\(variant)'")
    }
}

/// Keeps the processor busy for so long, as a handler does that computes.
@inline(__always)
func compute(nanoseconds: UInt64) {
    if nanoseconds == 0 { return }
    let end = Clock.monotonic() + nanoseconds
    while Clock.monotonic() < end {}
}

/// Is set once, and looked at by others.
final class StopFlag: Sendable {
    private let word = Atomic(false)

    var isSet: Bool { word.load(ordering: .relaxed) }
    func set() { word.store(true, ordering: .relaxed) }
}

/// Threads that do nothing but compute until they are told to stop.
final class BusyThreads: Sendable {
    private let count: Int
    private let isOver = StopFlag()
    private let started = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    init(_ count: Int) {
        self.count = count
        for _ in 0..<count {
            Thread { [self] in
                started.signal()
                while !isOver.isSet {}
                ended.signal()
            }.start()
        }
        for _ in 0..<count { started.wait() }
    }

    func stop() {
        isOver.set()
        for _ in 0..<count { ended.wait() }
    }
}
