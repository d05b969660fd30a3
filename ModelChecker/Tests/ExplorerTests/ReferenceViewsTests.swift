import Testing

@testable import Explorer

/// What a thread that gives up the last reference to an object knows of the others that had one, and where nothing may come of references.
@Suite(.serialized) struct ReferenceViewsTests {
    private static let memories = [MemoryModel.storeBuffers, .c11]

    /// Takes a reference to itself as it ends, as objects of the kernel do when they call methods of theirs.
    private final class SelfUser {
        private let word: CellPointer
        var uses = 0

        init(_ word: CellPointer) { self.word = word }

        /// Opaque, so that the references are taken and given up.
        @inline(never)
        private static func use(_ object: AnyObject) { withExtendedLifetime(object) { (object as! SelfUser).uses += 1 } }

        deinit {
            Machine.shared.store(word, 1, .relaxed)
            for object in [self, self] { SelfUser.use(object) }
        }
    }

    /// Another object may get its place, and would order what nothing does.
    @Test(arguments: memories)
    func anObjectThatHasEndedLeavesNothing(memory: MemoryModel) {
        let isLeft = leaves(memory) { word in
            var object: SelfUser? = SelfUser(word)
            let address = UInt(bitPattern: Unmanaged.passUnretained(object!).toOpaque())
            object = nil
            return address
        }
        #expect(!isLeft)
    }

    private final class Shared {}

    private final class Holder {
        var object: Shared?

        init(_ object: Shared) { self.object = object }
    }

    /// A reference that isn't the last one is given up: by the program, or by the explorer, as by an array of its own that grows.
    @Test(arguments: memories, [false, true])
    func whatTheExplorerGivesUpLeavesNothing(memory: MemoryModel, isOfExplorer: Bool) {
        let object = Shared(), holder = Holder(object)
        let isLeft = leaves(memory) { word in
            Machine.shared.store(word, 1, .relaxed)
            if isOfExplorer { Machine.enter { _ in holder.object = nil } } else { holder.object = nil }
            return UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        }
        #expect(isLeft == !isOfExplorer)
    }

    /// Whether something of an object, of which `body` returns the address, is kept for who gives up its last reference. `body` gets a word that
    /// two fibers use, so that a store to it may wait.
    private func leaves(_ memory: MemoryModel, _ body: @escaping (CellPointer) -> UInt) -> Bool {
        var isLeft = false
        let exploration = Exploration(memory: memory, plan: .random(seed: 1, count: 1)) { execution in
            let machine = Machine.shared
            let word = machine.makeCell(.word, 0)
            execution.fiber("F0") {
                let address = body(word)
                isLeft = memory == .c11 ? machine.references.view(address) != ViewArena.nothing : machine.buffered.stores(address) != .zero
            }
            execution.fiber("F1") { _ = machine.load(word, .relaxed) }
            execution.atEnd { machine.freeCell(word) }
        }
        #expect(exploration.run().violation == nil)
        return isLeft
    }

    private final class Reader {
        private let word: CellPointer
        private let seen: SeenOutcomes

        init(_ word: CellPointer, _ seen: SeenOutcomes) {
            self.word = word
            self.seen = seen
        }

        deinit { seen.insert([UInt(Machine.shared.current), Machine.shared.load(word, .relaxed)]) }
    }

    /// F0 puts a job on a queue, stores, and gives up its reference to an object that the job has one to, too. Where the end of the job gives up the
    /// last one, the store is seen.
    @Test(arguments: MemoryModel.allCases)
    func theEndOfAJobSeesWhatWasStoredBeforeOtherReferencesWereGivenUp(memory: MemoryModel) {
        let seen = SeenOutcomes()
        let exploration = Exploration(memory: memory, plan: .bounded(preemptions: 3)) { execution in
            let machine = Machine.shared
            let word = machine.makeCell(.word, 0), queue = machine.makeQueue("worker")
            let holder = ReaderHolder(Reader(word, seen))
            execution.fiber("F0") {
                Machine.enter { $0.enqueue(ReferenceViewsTests.job(holder.reader!), on: queue) }
                machine.store(word, 1, .relaxed)
                holder.reader = nil
            }
            execution.atEnd { machine.freeCell(word) }
        }
        let verdict = exploration.run()
        #expect(verdict.isExhausted && verdict.violation == nil)
        let ends = seen.all
        #expect(ends.isSubset(of: [[0, 1], [1, 1]]) && ends.count == 2)
    }

    private final class ReaderHolder {
        var reader: Reader?

        init(_ reader: Reader) { self.reader = reader }
    }

    @inline(never)
    private static func job(_ reader: Reader) -> () -> Void { { withExtendedLifetime(reader) {} } }
}
