import Testing

@testable import ArityFiles

@Suite struct PieceTests {
    /// The comma of the first item is in column 118, or would be one further.
    @Test(arguments: [(106, 1), (107, 2)])
    func anItemThatPassesTheLastColumnBeginsALine(length: Int, lines: Int) {
        let item = String(repeating: "x", count: length)
        let piece = Piece.list(before: "let ", ["y", item], after: " // may be as long as it likes")
        #expect(piece.lines(from: 4).count == lines)
    }

    @Test func linesAfterTheFirstAreFurtherInThanWhatComesBeforeTheItems() {
        let items = [String(repeating: "x", count: 80), String(repeating: "y", count: 80)]
        #expect(Piece.list(before: "let ", items, after: ";").lines() == ["let \(items[0]),", "    \(items[1]);"])
        #expect(Piece.list(items).lines() == ["\(items[0]),", items[1]])
    }

    @Test func fourStatementsShareALine() {
        #expect(Piece.statements(["a", "b", "c", "d", "e"]).lines(from: 1) == [" a; b; c; d", " e"])
    }

    @Test func whatIsIndentedIsFourColumnsFurtherInAndAnEmptyLineStaysEmpty() {
        #expect(Piece.indented(["a", "", .indented(["b"])]).lines() == ["    a", "", "        b"])
    }
}
