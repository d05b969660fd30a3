import RxPlatform
import Testing

@testable import LawSupport
@testable import Rx

/// Work of the current thread's scheduler: in which order it runs, what ends it, and what it lets go of.
@Suite struct CurrentThreadLaws {
    /// In a process of its own, for the count. What the first piece of work returned ends all that is left of a chain, and so does what
    /// a later one returned, kept by somebody; and the chain takes no more memory the longer it gets.
    @Test func aChainOnTheCurrentThreadTakesConstantMemory() async {
        await #expect(processExitsWith: .success) {
            let scheduler = CurrentThreadScheduler.instance, before = Resources.count(.disposables)
            var ran = 0, most = 0, kept: [Int: any Disposable] = [:]
            func chain(_ left: Int, keeping: Set<Int> = [], ending: [Int: Int] = [:]) -> any Disposable {
                let next = scheduler.schedule(left) { left in
                    ran += 1
                    most = max(most, Resources.count(.disposables) - before)
                    if let end = ending[left] { kept[end]?.dispose() }
                    if left == 1 { return Disposables.create { ran += 1_000_000 } }
                    return chain(left - 1, keeping: keeping, ending: ending)
                }
                if keeping.contains(left) { kept[left] = next }
                return next
            }
            for core in Core.underLaw {
                core.run {
                    ran = 0
                    most = 0
                    kept = [:]
                    let whole = chain(10_000)
                    #expect(ran == 10_000)
                    #expect(most <= 4)
                    whole.dispose()
                    whole.dispose()
                    #expect(ran == 1_010_000, "the last one's is disposed, once")

                    for end in [100, 99, 98, 51, 50] {
                        for keeping in [[end], [100, 99, 98, 51, 50, 49]] as [Set<Int>] {
                            (ran, kept) = (0, [:])
                            _ = scheduler.schedule(()) { _ in chain(100, keeping: keeping, ending: [50: end]) }
                            #expect(ran == 51, "\(end): what has returned the next one, or is about to, ends it")
                        }
                    }
                }
            }
            kept = [:]
            #expect(Resources.count(.disposables) == before)
        }
    }

    /// Work that was cancelled before its turn lets go of what it captured when its turn comes, whoever keeps its disposable.
    @Test(arguments: Core.underLaw)
    func cancelledWorkOfTheCurrentThreadIsFreed(core: Core) {
        core.run {
            let alive = AtomicCount(), scheduler = CurrentThreadScheduler.instance
            var kept: [any Disposable] = []
            _ = scheduler.schedule(()) { _ in
                for _ in 0..<3 {
                    let inState = Captured(alive), inAction = Captured(alive)
                    let item = scheduler.schedule(inState) { _ in
                        withExtendedLifetime(inAction) { Disposables.create() }
                    }
                    let cancelable = item as? any Cancelable
                    #expect(cancelable?.isDisposed == false)
                    item.dispose()
                    #expect(cancelable?.isDisposed == true)
                    kept.append(item)
                }
                return Disposables.create()
            }
            #expect(alive.value == 0)
            #expect(kept.count == 3)
        }
    }

    @Test(arguments: Core.underLaw)
    func theCurrentThreadSchedulerRunsNestedWorkAfterwardsInOrder(core: Core) {
        core.run {
            let scheduler = CurrentThreadScheduler.instance
            var log: [Int] = []
            #expect(CurrentThreadScheduler.isScheduleRequired)
            _ = scheduler.schedule(1) { number in
                #expect(!CurrentThreadScheduler.isScheduleRequired)
                for child in 2...3 {
                    _ = scheduler.schedule(child) { child in
                        _ = scheduler.schedule(child * 2) {
                            log.append($0); return Disposables.create()
                        }
                        log.append(child)
                        return Disposables.create()
                    }
                }
                scheduler.schedule(9) {
                    log.append($0); return Disposables.create()
                }.dispose()
                log.append(number)
                return Disposables.create()
            }
            #expect(log == [1, 2, 3, 4, 6])
            #expect(CurrentThreadScheduler.isScheduleRequired)
        }
    }

    /// Sources on the current thread take turns, as one work item for each element would.
    @Test(arguments: Core.underLaw)
    func sourcesOnTheCurrentThreadTakeTurns(core: Core) {
        core.run {
            var heard: [Int] = []
            _ = Observable.merge(Observable.of(1, 2, 3), Observable.of(10, 20, 30)).subscribe(onNext: { heard.append($0) })
            #expect(heard == [1, 10, 2, 20, 3, 30])
        }
    }
}
