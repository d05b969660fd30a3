import Foundation
import Testing

@testable import LawSupport
@testable import Rx

extension ForeignLock {
    /// A disposable of a user's: to dispose it and to free it are call-outs.
    func disposable(_ name: String = "held") -> any Disposable { Disposables.create(with: closure(name)) }
}

extension ForeignCaller {
    private static let held: Set = ["held", "deinit of held"]

    /// What holds disposables of a user's.
    static let disposables = [
        holder("SerialDisposable", make: { _ in SerialDisposable() }) { serial, lock in
            serial.disposable = lock.disposable()
            return [
                ForeignAction("set") { serial.disposable = lock.disposable() },
                ForeignAction("replace") { serial.replaceWithoutWaiting(with: lock.disposable()) },
                ForeignAction("get", .entry) { _ = serial.disposable },
                ForeignAction("isDisposed", .entry) { _ = serial.isDisposed },
            ]
        },
        holder("SingleAssignmentDisposable", make: { _ in SingleAssignmentDisposable() }) { single, lock in
            single.setDisposable(lock.disposable())
            return [ForeignAction("isDisposed", .entry) { _ = single.isDisposed }]
        },
        holder("SingleAssignmentDisposable, disposed", make: { _ in SingleAssignmentDisposable() }) { single, lock in
            single.dispose()
            return [
                ForeignAction("set", .trigger) { single.setDisposable(lock.disposable()) },
                ForeignAction("isDisposed", .entry) { _ = single.isDisposed },
            ]
        },
        holder("CompositeDisposable", make: { _ in CompositeDisposable() }) { composite, lock in
            let key = composite.insert(lock.disposable())!
            _ = composite.insert(lock.disposable("another"))
            return [
                ForeignAction("insert") { _ = composite.insert(lock.disposable()) },
                ForeignAction("remove") { composite.remove(for: key) },
                ForeignAction("count", .entry) { _ = composite.count },
                ForeignAction("isDisposed", .entry) { _ = composite.isDisposed },
            ]
        },
        holder("CompositeDisposable, disposed", make: { _ in CompositeDisposable() }) { composite, lock in
            composite.dispose()
            return [ForeignAction("insert") { _ = composite.insert(lock.disposable()) }]
        },
        holder("RefCountDisposable", make: { RefCountDisposable(disposable: $0.disposable()) }) { counting, lock in
            let retained = counting.retain()
            return [
                ForeignAction("retain", .entry) { _ = counting.retain() },
                ForeignAction("dispose both") {
                    counting.dispose()
                    retained.dispose()
                },
                ForeignAction("isDisposed", .entry) { _ = counting.isDisposed },
            ]
        },
        holder("AnonymousDisposable", make: { AnonymousDisposable($0.closure("held")) }) { anonymous, _ in
            [ForeignAction("isDisposed", .entry) { _ = anonymous.isDisposed }]
        },
        holder("Disposables.create of two", make: { BinaryDisposable($0.disposable(), $0.disposable()) }) { pair, _ in
            [ForeignAction("isDisposed", .entry) { _ = pair.isDisposed }]
        },
        bag, scheduled,
    ]

    private static func holder<Holder: Disposable>(
        _ name: String, make: @escaping (ForeignLock) -> Holder,
        actions: @escaping (Holder, ForeignLock) -> [ForeignAction]
    ) -> ForeignCaller {
        func scene(_ lock: ForeignLock) -> ForeignScene {
            let holder = make(lock)
            return ForeignScene(
                actions: actions(holder, lock) + [
                    ForeignAction("dispose") { holder.dispose() },
                    ForeignAction("disposeWithoutWaiting") { holder.disposeWithoutWaiting() },
                ])
        }
        return ForeignCaller(name, callOuts: held, scene: { scene($0) })
    }

    /// A bag calls out when it is freed, and then nobody can enter it; but others can be entered.
    private static let bag = ForeignCaller(
        "DisposeBag", callOuts: held,
        scene: { lock in
            let freed = Cell<DisposeBag?>(DisposeBag()), other = DisposeBag()
            freed.value?.insert(lock.disposable())
            return ForeignScene(actions: [
                ForeignAction("free", .trigger) { freed.value = nil },
                ForeignAction("empty another") {
                    other.insert(lock.disposable())
                    other.disposeWithoutWaiting()
                },
                ForeignAction("insert into another", .entry) { other.insert(lock.disposable()) },
                ForeignAction("free another", .entry) { DisposeBag().insert(lock.disposable()) },
            ])
        })

    private static let scheduled = ForeignCaller(
        "ScheduledDisposable", callOuts: held.union(["schedule"]),
        scene: { lock in
            let scheduler = ForeignScheduler(lock)
            let disposable = ScheduledDisposable(scheduler: scheduler, disposable: lock.disposable())
            return ForeignScene(
                actions: [
                    ForeignAction("dispose") { disposable.dispose() },
                    ForeignAction("isDisposed", .entry) { _ = disposable.isDisposed },
                    ForeignAction("dispose on the scheduler") {
                        disposable.dispose()
                        scheduler.passTime()
                    },
                ],
                end: {
                    scheduler.passTime()
                    scheduler.discard()
                })
        })

    // MARK: Schedulers

    static let schedulers = [
        scheduler("SerialScheduler") { SerialScheduler() },
        scheduler("SerialDispatchQueueScheduler") { SerialDispatchQueueScheduler(internalSerialQueueName: "laws") },
        scheduler("ConcurrentDispatchQueueScheduler") { Concurrent.scheduler },
        // Work that waits for a foreign lock holds up the main queue, never the thread that is waited for.
        scheduler("MainScheduler") { MainScheduler() },
        scheduler("ConcurrentMainScheduler") { ConcurrentMainScheduler.instance },
        scheduler("OperationQueueScheduler", knowsTime: false) { OperationQueueScheduler(operationQueue: Concurrent.operationQueue) },
    ]

    /// Work and timers, in time and cancelled.
    private static func scheduler(
        _ name: String, knowsTime: Bool = true, _ make: @escaping () -> any ImmediateSchedulerType
    ) -> ForeignCaller {
        let callOuts: Set = ["work", "deinit of work", "result"]
        let callOutsOfTimers: Set = ["deinit of late timer", "timer", "tick", "deinit of tick"]
        return ForeignCaller(
            name, callOuts: knowsTime ? callOuts.union(callOutsOfTimers) : callOuts,
            scene: { lock in
                let scheduler = make(), pending = AtomicCount()
                let first = action("first", lock, pending, returning: lock.disposable("result"))
                let running = scheduler.schedule((), action: first)
                // The work is freed before its result is kept, and only a result that is kept is disposed by who disposes it.
                func keepsResult() -> Bool { ((running._kind.object as? WorkItem)?.word.loadAcquiring() ?? 0) & WorkItem.finished != 0 }
                var scene = ForeignScene(
                    actions: [
                        ForeignAction("schedule") { _ = scheduler.schedule((), action: action("work", lock, pending)) },
                        ForeignAction("dispose the result") { running.dispose() },
                    ],
                    settle: { if !eventually({ pending.value == 0 && keepsResult() }) { Issue.record("the scheduler is stuck") } })
                if let scheduler = scheduler as? any SchedulerType { addTimers(of: scheduler, to: &scene, lock, pending) }
                return scene
            })
    }

    private static func addTimers(
        of scheduler: any SchedulerType, to scene: inout ForeignScene, _ lock: ForeignLock, _ pending: AtomicCount
    ) {
        let lateTimer = lock.closure("late timer")
        let late = scheduler.scheduleRelative((), dueTime: .seconds(1000)) { _ in
            lateTimer()
            return Disposables.create()
        }
        scene.actions += [
            ForeignAction("timer") {
                _ = scheduler.scheduleRelative((), dueTime: .microseconds(50), action: action("timer", lock, pending))
            },
            ForeignAction("periodic timer") { tickTwice(scheduler, PendingWork(lock.closure("tick"), pending)) },
            ForeignAction("cancel a timer") { late.dispose() },
        ]
        scene.end = { late.dispose() }
    }

    private static func action(
        _ name: String, _ lock: ForeignLock, _ pending: AtomicCount, returning result: any Disposable = Disposables.create()
    ) -> (()) -> any Disposable {
        let work = PendingWork(lock.closure(name), pending)
        return { _ in
            work.run()
            return result
        }
    }

    private static func tickTwice(_ scheduler: any SchedulerType, _ work: PendingWork) {
        let timer = SingleAssignmentDisposable()
        timer.setDisposable(
            scheduler.schedulePeriodic(0, startAfter: .microseconds(50), period: .microseconds(50)) { count in
                if count < 2 { work.run() }
                if count == 1 { timer.dispose() }
                return count + 1
            })
    }
}

/// A closure that counts as pending until it has been freed.
private final class PendingWork {
    private var call: (() -> Void)?
    private let pending: AtomicCount

    init(_ call: @escaping () -> Void, _ pending: AtomicCount) {
        self.call = call
        self.pending = pending
        pending.add()
    }

    func run() { call?() }

    deinit {
        call = nil
        pending.add(-1)
    }
}
