/// RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing sequential consistency in C/C++11, PLDI 2017) without sequentially consistent accesses,
/// by enumeration: every choice of what each read reads from and of each word's modification order is a candidate, and the consistent ones count.
/// It shares nothing with the explorer, whose executions it judges.
///
/// - COHERENCE: hb;eco? is irreflexive, where eco = (rf ∪ mo ∪ fr)+.
/// - ATOMICITY: a read-modify-write stands right behind what it reads.
/// - SC: psc = [F];(hb ∪ hb;eco;hb);[F] is acyclic, F the sequentially consistent fences, together with the order that `membarrier`s add.
/// - NO-THIN-AIR: sb ∪ rf is acyclic.
///
/// In one place the model is not the paper's: a release sequence is, as in C++20, a store and the read-modify-writes after it; the paper, as C11,
/// has later stores of the same thread in it as well.
extension LitmusProgram {
    /// The outcomes that some consistent execution has.
    ///
    /// A machine takes its steps one by one: in an order that extends sb and rf, because what a read reads has been written. Two more of the
    /// model's rules are about that order:
    /// - `placesStores` false: each store goes behind the newest of its word, so that the order of the steps extends mo as well, and
    ///   sb ∪ rf ∪ mo is acyclic. That is all that appending asks for: any order of the steps that extends the three appends the same mo.
    /// - `ordersFencesBySteps`: the fences' order is that of their steps, so that sb ∪ rf ∪ psc is acyclic. The paper does not ask for it:
    ///   it has one fence before another although a chain of relaxed reads leads the other way. A processor can do that only by letting
    ///   a store overtake a load, as in LB.
    func allowedOutcomes(placesStores: Bool, ordersFencesBySteps: Bool = true) -> Set<LitmusOutcome> {
        var outcomes: Set<LitmusOutcome> = []
        for order in EventOrder.all(of: self) {
            CandidateExecution.forEach(order) { candidate in
                candidate.collectOutcomes(
                    of: self, placesStores: placesStores, ordersFencesBySteps: ordersFencesBySteps, into: &outcomes)
            }
        }
        return outcomes
    }
}

/// One choice of what each read reads from.
private struct CandidateExecution {
    private let order: EventOrder
    private let source: [Int?]
    /// What each event found, and what it wrote.
    private var found: [UInt?]
    private var written: [UInt?]
    private var readsFrom: Relation
    private var happensBefore: Relation

    static func forEach(_ order: EventOrder, _ body: (CandidateExecution) -> Void) {
        let readers = order.events.indices.filter { order.events[$0].reads }
        let sources = readers.map { reader in
            order.events.indices.filter {
                $0 != reader && order.events[$0].mayWrite && order.events[$0].word == order.events[reader].word
            }
        }
        var source = [Int?](repeating: nil, count: order.events.count)
        /// `steps` is the closure of sb and the part of rf that has been chosen.
        func choose(_ index: Int, _ steps: Relation) {
            guard index < readers.count else {
                if let candidate = CandidateExecution(order, source) { body(candidate) }
                return
            }
            let reader = readers[index]
            for writer in sources[index] where !steps.contains(reader, writer) {  // NO-THIN-AIR
                source[reader] = writer
                choose(index + 1, steps.closedUnion(inserting: writer, reader))
            }
        }
        choose(0, order.sequenced)
    }

    /// Nil where a read reads from a compare-exchange that fails.
    private init?(_ order: EventOrder, _ source: [Int?]) {
        (self.order, self.source) = (order, source)
        let count = order.events.count
        readsFrom = Relation(on: count)
        for (reader, writer) in source.enumerated() { if let writer { readsFrom.insert(writer, reader) } }
        (found, written) = (Array(repeating: nil, count: count), Array(repeating: nil, count: count))
        happensBefore = order.sequenced
        for event in 0..<count { written[event] = evaluate(event) }
        guard source.allSatisfy({ $0 == nil || written[$0!] != nil }) else { return nil }
        happensBefore = order.sequenced.union(synchronizesWith()).closure()
    }

    /// Follows the reads back to where values come from; rf has no cycles.
    private mutating func evaluate(_ event: Int) -> UInt? {
        if let writer = source[event] { found[event] = evaluate(writer) ?? 0 }
        return order.events[event].written(over: found[event])
    }

    /// sw = [release];([F];sb)?;rs;rf;(sb;[F])?;[acquire] with rs = [W];(rf;[RMW])*.
    private func synchronizesWith() -> Relation {
        let all = UInt64.max
        let (releases, acquires, fences) = (order.releases, order.acquires, order.fences)
        let writes = written.indices.reduce(UInt64(0)) { written[$1] == nil ? $0 : $0 | 1 << UInt64($1) }
        let sequence = readsFrom.restricted(from: all, to: writes).closure().reflexive().restricted(from: writes, to: all)
        let before = order.sequenced.restricted(from: fences, to: writes).reflexive().restricted(from: releases, to: writes)
        let after = order.sequenced.restricted(from: all, to: fences).reflexive().restricted(from: all, to: acquires)
        return before.then(sequence).then(readsFrom).then(after)
    }

    /// A modification order of one word with the relations that follow from it.
    private struct Modification {
        var order: Relation
        var communication: Relation
        let last: UInt
    }

    /// The modification orders of a word that ATOMICITY and COHERENCE allow.
    private func modifications(of word: Int) -> [Modification] {
        let writers = written.indices.filter { written[$0] != nil && order.events[$0].word == word }
        let writes = writers.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
        var result: [Modification] = []
        /// From the newest store to the oldest, which is the initial one.
        func extend(_ chosen: [Int], _ left: UInt64) {
            if left == 0 {
                if let modification = coherent(chosen) { result.append(modification) }
                return
            }
            for writer in writers where left >> UInt64(writer) & 1 == 1 && happensBefore.rows[writer] & left == 0 {
                if let next = chosen.first, let read = source[next], read != writer { continue }  // ATOMICITY
                extend([writer] + chosen, left & ~(1 << UInt64(writer)))
            }
        }
        extend([], writes)
        return result
    }

    private func coherent(_ writers: [Int]) -> Modification? {
        let count = order.events.count
        var modification = Relation(on: count), readsBefore = Relation(on: count)
        for (index, earlier) in writers.enumerated() {
            for later in writers[(index + 1)...] {
                modification.insert(earlier, later)
                for reader in 0..<count where source[reader] == earlier && reader != later { readsBefore.insert(reader, later) }
            }
        }
        var bits: UInt64 = 0
        for writer in writers { bits |= 1 << UInt64(writer) }
        let reads = readsFrom.restricted(from: bits, to: .max)
        let communication = modification.union(readsBefore).union(reads).closure()
        guard happensBefore.isIrreflexive(then: communication) else { return nil }
        return Modification(order: modification, communication: communication, last: written[writers.last!]!)
    }

    func collectOutcomes(of program: LitmusProgram, placesStores: Bool, ordersFencesBySteps: Bool, into outcomes: inout Set<LitmusOutcome>) {
        var registers = program.threads.map { _ in [UInt]() }
        for (event, value) in zip(order.events, found) { if let value { registers[event.thread!].append(value) } }
        var combinations: [[Modification]] = [[]]
        for word in 0..<program.words {
            let choices = modifications(of: word)
            combinations = combinations.flatMap { combination in choices.map { combination + [$0] } }
        }
        for combination in combinations {
            let outcome = LitmusOutcome(registers: registers, memory: combination.map(\.last))
            if outcomes.contains(outcome) { continue }
            if isConsistent(combination, placesStores, ordersFencesBySteps) { outcomes.insert(outcome) }
        }
    }

    /// SC, and what the order of the steps adds; NO-THIN-AIR and COHERENCE hold already.
    private func isConsistent(_ combination: [Modification], _ placesStores: Bool, _ ordersFencesBySteps: Bool) -> Bool {
        let fences = order.sequentiallyConsistentFences
        let communication = combination.reduce(Relation(on: order.events.count)) { $0.union($1.communication) }
        let through = happensBefore.then(communication).then(happensBefore)
        let fenceOrder = happensBefore.union(through).restricted(from: fences, to: fences).union(order.barriers)
        guard fenceOrder.isAcyclic else { return false }
        var steps = order.sequenced.union(readsFrom)
        if ordersFencesBySteps { steps = steps.union(fenceOrder) }
        if !placesStores { for modification in combination { steps = steps.union(modification.order) } }
        return steps.isAcyclic
    }
}
