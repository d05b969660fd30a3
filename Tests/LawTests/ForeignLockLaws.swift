import Foundation
import Testing

@testable import LawSupport
@testable import Rx

/// Nothing calls foreign code while it holds a lock of its own: observers, sources, selectors, schedulers, what is freed.
///
/// Every trigger of an instance is run once to see which call-outs it makes. Then each of these call-outs meets each entry:
/// a thread is in the call-out and needs a lock of a user's; another thread has that lock, and enters.
///
/// Exempt by design is a `dispose` that waits for a closure of its own subscription; `disposeWithoutWaiting` is not.
@Suite struct ForeignLockLaws {
    private static let onMain = ForeignCaller.all.filter { $0.name.contains("Main") }
    private static let others = ForeignCaller.all.filter { !$0.name.contains("Main") }

    @Test(arguments: Core.underLaw, others)
    func aThreadThatHoldsALockGetsThroughWhileAnotherNeedsItInACallOut(core: Core, caller: ForeignCaller) {
        expectNoFaults(Self.run(core, caller))
    }

    /// What waits for the main queue has a thread of its own: with all threads of the tests' pool waiting so, a block of the main queue that waits for a
    /// task would never end. One after the other: the more threads there are that meet, the longer each waits for its processor.
    @Test(.serialized, arguments: Core.underLaw, onMain)
    func aThreadThatHoldsALockGetsThroughWhileTheMainQueueNeedsIt(core: Core, caller: ForeignCaller) async {
        expectNoFaults(await withCheckedContinuation { done in Thread { done.resume(returning: Self.run(core, caller)) }.start() })
    }

    private func expectNoFaults(_ found: (faults: [String], missing: Set<String>)) {
        #expect(found.faults == [])
        #expect(found.missing == [], "call-outs that were not made")
    }

    private static func run(_ core: Core, _ caller: ForeignCaller) -> (faults: [String], missing: Set<String>) {
        core.run {
            var made: Set<String> = [], faults: [String] = []
            for history in [0, 12] {
                let matrix = ForeignMatrix(caller, history: history, patience: 60)
                made.formUnion(matrix.callOuts)
                faults += matrix.run().map { "after \(history) elements: \($0)" }
            }
            return (faults, caller.callOuts.subtracting(made))
        }
    }

    /// The harness itself: an operator that does it wrong is found.
    @Test(arguments: Core.underLaw)
    func forwardingUnderALockIsFound(core: Core) {
        core.run {
            let matrix = ForeignMatrix(.forwardingUnderALock, history: 0, patience: 0.2)
            let faults = matrix.run()
            #expect(faults.contains { $0.contains("in onNext of 0.onNext, entered by 1.onNext: blocked") }, "\(faults)")
            #expect(!faults.contains { $0.contains("entered by subscribe:") }, "\(faults)")
        }
    }

    @Test(arguments: Core.underLaw)
    func aClosureFreedUnderALockIsFound(core: Core) {
        core.run {
            let matrix = ForeignMatrix(.freeingUnderALock, history: 0, patience: 0.2)
            let faults = matrix.run()
            #expect(faults == ["in deinit of kept of replace, entered by replace: blocked"])
        }
    }
}

/// Every call-out of one caller with every entry to it.
struct ForeignMatrix {
    private struct Meeting {
        let trigger: Int
        let callOut: ForeignLock.CallOut
        let number: Int
        let entry: Int
    }

    private final class Round: @unchecked Sendable {  // Sendable: constant.
        let meeting: Meeting
        let lock: ForeignLock
        let scene: ForeignScene

        init(_ meeting: Meeting, _ lock: ForeignLock, _ scene: ForeignScene) {
            self.meeting = meeting
            self.lock = lock
            self.scene = scene
        }
    }

    private static let faultLimit = 10

    private let caller: ForeignCaller
    private let history: Int
    private let patience: TimeInterval
    private let meetings: [Meeting]

    /// The names of the call-outs that the triggers bring about.
    var callOuts: Set<String> { Set(meetings.map(\.callOut.name)) }

    /// - Parameters:
    ///   - history: how often the instances are used before, by the thread that will be in the call-out.
    ///   - patience: after how many seconds an entry counts as blocked.
    init(_ caller: ForeignCaller, history: Int, patience: TimeInterval) {
        self.caller = caller
        self.history = history
        self.patience = patience
        let actions = Self.record(caller, history, nil).actions
        var meetings: [Meeting] = []
        for trigger in actions.indices where actions[trigger].role != .entry {
            for (number, callOut) in Self.record(caller, history, trigger).callOuts.enumerated() {
                for entry in actions.indices where actions[entry].meets(callOut) {
                    meetings.append(Meeting(trigger: trigger, callOut: callOut, number: number, entry: entry))
                }
            }
        }
        self.meetings = meetings
    }

    private static func record(
        _ caller: ForeignCaller, _ history: Int, _ trigger: Int?
    ) -> (actions: [ForeignAction], callOuts: [ForeignLock.CallOut]) {
        let lock = ForeignLock(patience: 0), scene = caller.build(lock)
        defer { scene.end() }
        for _ in 0..<history { scene.warmUp() }
        scene.settle()
        let callOuts = lock.record {
            guard let trigger else { return }
            scene.actions[trigger].run()
            scene.settle()
        }
        return (scene.actions, callOuts)
    }

    /// Runs them all; returns which ones failed, at most some.
    func run() -> [String] {
        let faults = LockedLog<String>()
        race(rounds: meetings.count, threads: 2, within: 300) { number in
            // Once something has failed, there is no doubt that it can.
            let lock = ForeignLock(patience: faults.entries.isEmpty ? patience : min(patience, 0.5))
            return Round(meetings[number], lock, caller.build(lock))
        } body: { round, index in
            if faults.entries.count >= Self.faultLimit { return }
            let actions = round.scene.actions
            if index == 0 { return round.lock.hold(actions[round.meeting.entry].run) }
            for _ in 0..<history { round.scene.warmUp() }
            round.scene.settle()
            round.lock.trigger(skipping: round.meeting.number) {
                actions[round.meeting.trigger].run()
                round.scene.settle()
            }
        } check: { round in
            if faults.entries.count < Self.faultLimit, let fault = round.lock.fault {
                faults.append(describe(round.meeting, round.scene.actions) + ": \(fault)")
            }
            round.lock.retire()
            round.scene.end()
            return nil
        }
        return faults.entries
    }

    private func describe(_ meeting: Meeting, _ actions: [ForeignAction]) -> String {
        "in \(meeting.callOut.name) of \(actions[meeting.trigger].name), entered by \(actions[meeting.entry].name)"
    }
}

extension ForeignAction {
    /// Whether it has to get through while a thread is in that call-out.
    func meets(_ callOut: ForeignLock.CallOut) -> Bool {
        role != .trigger && !waitsFor(callOut)
    }
}

extension ForeignCaller {
    /// What every operator of this library avoids: a merge that serialises with a lock around the delivery.
    fileprivate static let forwardingUnderALock = ForeignCaller("forwarding under a lock") { stage in
        Observable<ForeignObject>.createLocked([stage.source(0), stage.source(1)])
    }

    /// A variable whose old value is released inside the critical section.
    fileprivate static let freeingUnderALock = ForeignCaller(
        "freeing under a lock", callOuts: ["deinit of kept"],
        scene: { lock in
            let mutex = NSLock(), cell = Cell<(() -> Void)?>(lock.closure("kept"))
            return ForeignScene(actions: [
                ForeignAction("replace") { mutex.withLock { cell.value = nil } }
            ])
        })
}

extension Observable {
    fileprivate static func createLocked(_ sources: [Observable<Element>]) -> Observable<Element> {
        create { observer in
            let mutex = NSRecursiveLock()
            let subscriptions = sources.map { source in
                source.subscribe { event in mutex.withLock { observer.on(event) } }
            }
            return Disposables.create { for subscription in subscriptions { subscription.disposeWithoutWaiting() } }
        }
    }
}
