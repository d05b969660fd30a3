import Foundation
import Testing
import ToolCommand

@testable import MachineOrders

@Suite struct OrderListTests {
    private static let source = """
        final class Gate {
            let word = Word(0)
            var isOpen: Bool { word.loadAcquiring() == 1 }  // word.fetchOr(1)
            init() { word.storeReleasing(1) }
            deinit { _ = word.fetchAnd(1) }
            func close(
                _ now: UInt
            ) -> Bool {
                defer { heavyFence() }
                list.forEach { _ = word.compareExchange($0, now) }
                func again() { _ = word.fetchOr(2) }
                return word.loadAcquiring() == 1 || word.loadAcquiring() == 2
            }
            func add(_ other: Gate) { set.add(other) }
        }

        """
    private static let table = """
        Words of an introduction. Not an operation: A sentence, with acquire in it.

        operation                 half     scenario
        Gate.isOpen load          acquire  a/b, lock, on   seed 1  data race
        Gate.init store           release  a/b, lock, on   seed 1  data race
        Gate.deinit and           acquire  a/b, lock, on   seed 1  data race
        Gate.close heavy fence    fence    a/b, lock, on   seed 1  data race

        KEPT:
            Gate.close compare-exchange, failure (2 of 2)
            Gate.again or, acquire (2 of 2)
            Gate.close load 1, acquire (2 of 2)
            Gate.close load 2, acquire (2 of 2)

        """

    private func outcome(_ table: String = table, _ source: String = source) throws -> ToolOutcome {
        try ToolFolder(["docs/orders.txt": table, "Sources/Rx/Kernel/Gate.swift": source]).run(OrderList())
    }

    @Test func aListThatHasAllPasses() throws {
        #expect(try outcome() == ToolOutcome(output: ["7 operations, each in the list and in the sources"]))
    }

    @Test(arguments: ["isOpen load", "init store", "deinit and", "close heavy fence", "close compare-exchange", "again or"])
    func anOperationWithoutALineIsNamed(name: String) throws {
        let lines = Self.table.split(separator: "\n").filter { !$0.contains("Gate.\(name)") }
        let missing = ToolOutcome(output: ["order list: docs/orders.txt has no line for Gate.\(name)"], exitCode: 1)
        #expect(try outcome(lines.joined(separator: "\n")) == missing)
    }

    @Test func aLineWithoutAnOperationIsNamed() throws {
        let found = try outcome(Self.table, Self.source.replacingOccurrences(of: "word.fetchOr(2)", with: "word.load()"))
        #expect(found == ToolOutcome(output: ["order list: docs/orders.txt names Gate.again or, which isn't in the sources"], exitCode: 1))
    }

    /// What other things are called so, too, may be in the list and needn't.
    @Test func whatMayBeSomethingElseNeedsNoLine() throws {
        let found = try outcome(Self.table + "    Gate.add add, acquire (1 of 1)\n")
        #expect(found == ToolOutcome(output: ["8 operations, each in the list and in the sources"]))
    }

    @Test func theListOfTheRepositoryHasAll() {
        let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let outcome = Toolbox([OrderList()]).run(["order-list"], in: ToolPlace(folder: root))
        #expect(outcome.exitCode == 0, "\(outcome)")
    }
}
