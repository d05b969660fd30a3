import Testing

@testable import Explorer

/// C11 beyond what litmus programs show: data races, bounds, schedules.
@Suite(.serialized) struct ViewTests {
    private func exploration(_ plan: Exploration.Plan = .exhaustive, _ program: @escaping (Execution, Machine) -> Void) -> Exploration {
        Exploration(memory: .c11, plan: plan) { program($0, .shared) }
    }

    /// A payload that isn't atomic, and a flag that says that it is there.
    private func publication(_ stores: MemoryOrder, _ loads: MemoryOrder, _ plan: Exploration.Plan = .exhaustive) -> Exploration {
        exploration(plan) { execution, machine in
            let flag = machine.makeCell(.word, 0), payload = machine.makePlainCell()
            execution.fiber("writer") {
                machine.plainWrite(payload)
                machine.store(flag, 1, stores)
            }
            execution.fiber("reader") { if machine.load(flag, loads) == 1 { machine.plainRead(payload) } }
            execution.atEnd {
                machine.freeCell(flag)
                machine.freePlainCell(payload)
            }
        }
    }

    @Test func aPayloadPublishedWithoutAnOrderIsADataRace() {
        #expect(publication(.release, .acquire).run().violation == nil)
        for (stores, loads) in [(.relaxed, .acquire), (.release, .relaxed), (.relaxed, .relaxed)] as [(MemoryOrder, MemoryOrder)] {
            let law = publication(stores, loads).run().violation?.law ?? ""
            #expect(law.hasPrefix("data race"))
            #expect(law.contains("written by writer") && law.contains("read by reader"))
        }
    }

    /// A counter, by all fibers but perhaps the last one behind a lock.
    @Test(arguments: [true, false]) func aCounterThatOneFiberChangesWithoutTheLockIsADataRace(isCorrect: Bool) {
        let verdict = exploration { execution, machine in
            let lock = machine.makeCell(.lock, 0), counter = machine.makePlainCell()
            for index in 0..<3 {
                execution.fiber("F\(index)") {
                    if isCorrect || index < 2 { machine.acquire(lock) }
                    machine.plainRead(counter)
                    machine.plainWrite(counter)
                    if isCorrect || index < 2 { machine.release(lock) }
                }
            }
            execution.atEnd {
                machine.freeCell(lock)
                machine.freePlainCell(counter)
            }
        }.run()
        #expect(verdict.isExhausted == isCorrect)
        #expect((verdict.violation == nil) == isCorrect)
        if let law = verdict.violation?.law { #expect(law.hasPrefix("data race") && law.contains("F2")) }
    }

    /// Queues, parkers and the jobs of a queue hand over what was done before; a heavy fence, which orders no plain memory, doesn't.
    @Test func handOversHappenBefore() {
        let verdict = exploration { execution, machine in
            let payload = machine.makePlainCell(), parker = machine.makeCell(.parker, 0), queue = machine.makeQueue("queue")
            execution.fiber("sender") {
                machine.plainWrite(payload)
                machine.enqueue(
                    {
                        machine.plainWrite(payload)
                        machine.unpark(parker)
                    }, on: queue)
                machine.park(parker)
                machine.plainWrite(payload)
            }
            execution.atEnd {
                machine.freeCell(parker)
                machine.freePlainCell(payload)
            }
        }.run()
        #expect(verdict.isExhausted && verdict.violation == nil)
    }

    /// Five loads of a word that another fiber stores to once, relaxed.
    private func staleLoads(_ plan: Exploration.Plan, bound: Int) -> (counts: Set<Int>, verdict: ExplorationResult) {
        final class Counts { var all: Set<Int> = [] }
        let counts = Counts()
        var exploration = exploration(plan) { execution, machine in
            let cells = [machine.makeCell(.word, 0), machine.makeCell(.word, 0)]
            var stale = 0
            execution.fiber("writer") { machine.store(cells[0], 1, .relaxed) }
            execution.fiber("reader") {
                for _ in 0..<5 { if machine.load(cells[0], .relaxed) == 0, cells[0].pointee.value == 1 { stale += 1 } }
            }
            execution.atEnd {
                counts.all.insert(stale)
                for cell in cells { machine.freeCell(cell) }
            }
        }
        exploration.staleReads = bound
        exploration.scouts = 0  // They have no bound.
        let verdict = exploration.run()
        return (counts.all, verdict)
    }

    @Test func staleReadsAreBounded() {
        for bound in 0...5 {
            let (counts, verdict) = staleLoads(.bounded(preemptions: .max), bound: bound)
            #expect(counts == Set(0...bound) && verdict.isExhausted)
        }
        // Other plans have no such bound.
        #expect(staleLoads(.random(seed: 1, count: 2000), bound: 0).counts == Set(0...5))
    }

    @Test func aScheduleHasTheStoresThatWereRead() throws {
        let schedule = try #require(Schedule("A12B:3a1B2A:1"))
        #expect(schedule.text == "A12B:3a1B2A:1")
        #expect(schedule.steps.count == 17 && schedule.steps[12] == ScheduleStep(process: 1, pick: 3))
        for text in ["A:", "A:x", "A:0", ":1", "A1:2"] { #expect(Schedule(text) == nil) }
    }

    @Test(arguments: [0, 1, 2, 3]) func whatASearchFindsItsScheduleShowsAgain(index: Int) throws {
        let plan = [
            Exploration.Plan.exhaustive, .bounded(preemptions: 2), .random(seed: 1, count: 500), .priorities(depth: 3, seed: 1, count: 500),
        ][index]
        func program(_ plan: Exploration.Plan) -> Exploration {
            exploration(plan) { execution, machine in
                let data = machine.makeCell(.word, 0), flag = machine.makeCell(.word, 0)
                execution.fiber("writer") {
                    machine.store(data, 1, .relaxed)
                    machine.store(flag, 1, .relaxed)
                }
                execution.fiber("reader") {
                    if machine.load(flag, .acquire) == 1 { execution.require(machine.load(data, .relaxed) == 1, "stale data") }
                }
                execution.atEnd { for cell in [data, flag] { machine.freeCell(cell) } }
            }
        }
        let violation = try #require(program(plan).run().violation)
        #expect(violation.law == "stale data")
        let schedule = try #require(Schedule(violation.choices))
        let shown = program(.replay(schedule)).show()
        #expect(shown.violation == "stale data")
        #expect(shown.interleaving.contains("load (stale: 2 of 2)"))
    }
}
