import Testing

@testable import PageCheck

@Suite struct SourceTokensTests {
    @Test func namesAreThoseOfCodeAndLiterals() {
        let names = SourceTokens("let a_1 = b(\"C\") // comment\n/// Documentation.\nx2 = 3y").names
        #expect(names == ["let", "a_1", "b", "C", "x2", "y"])
    }

    @Test func typesAreDeclaredOrExtendedWithWhatTheyInherit() {
        let source = SourceTokens(
            """
            public final class Box<Value: Equatable>: Base, @unchecked Sendable where Value: Copyable {}
            extension Outer.Inner: Movable {}
            enum Kind { class func make() {} }
            protocol Shape<Side> {}
            """)
        #expect(source.types["Box"] == ["Base", "unchecked", "Sendable"])
        #expect(source.types["Inner"] == ["Movable"])
        #expect(source.declared.isSuperset(of: ["Box", "Kind", "Shape"]) && !source.declared.contains("Inner"))
    }

    @Test func labelsAreThoseOfEachDeclaration() {
        let labels = SourceTokens(
            """
            func take<T>(_ count: Int, for time: (Int, T) -> Void = { a, b in }, scheduler: S) {}
            func take(until other: [Int: Int]) {}
            init?(rawValue: Int)
            subscript(index: Int) -> Int { 0 }
            case pause(Int)
            func none() {}
            """
        ).labels
        #expect(labels["take"] == [["_", "for", "scheduler"], ["until"]])
        #expect(labels["init"] == [["rawValue"]] && labels["subscript"] == [["index"]] && labels["none"] == [[]])
    }
}
