#if canImport(XCTest)
import Rx
import XCTest

/// Asserts that both lists hold equal events.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Event<Element>], _ rhs: [Event<Element>], file: StaticString = #filePath, line: UInt = #line
) {
    assertSame(lhs, rhs, lhs == rhs, file, line)
}

/// Asserts that both lists hold equal events.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [SingleEvent<Element>], _ rhs: [SingleEvent<Element>], file: StaticString = #filePath, line: UInt = #line
) {
    let isSame = lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { areEqual($0, $1) }
    assertSame(lhs, rhs, isSame, file, line)
}

/// Asserts that both lists hold equal events.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [MaybeEvent<Element>], _ rhs: [MaybeEvent<Element>], file: StaticString = #filePath, line: UInt = #line
) {
    assertSame(lhs, rhs, lhs == rhs, file, line)
}

/// Asserts that both lists hold equal events.
public func XCTAssertEqual(
    _ lhs: [CompletableEvent], _ rhs: [CompletableEvent], file: StaticString = #filePath, line: UInt = #line
) {
    assertSame(lhs, rhs, lhs == rhs, file, line)
}

/// Asserts that both lists hold equal events at equal times.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Recorded<Event<Element>>], _ rhs: [Recorded<Event<Element>>],
    file: StaticString = #filePath, line: UInt = #line
) {
    assertSame(lhs, rhs, lhs == rhs, file, line)
}

/// Asserts that both lists hold equal events at equal times.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Recorded<Event<Element?>>], _ rhs: [Recorded<Event<Element?>>],
    file: StaticString = #filePath, line: UInt = #line
) {
    assertSame(lhs, rhs, lhs == rhs, file, line)
}

/// Asserts that the elements of the `next` events are `elements`, whenever they came.
public func XCTAssertRecordedElements<Element: Equatable>(
    _ stream: [Recorded<Event<Element>>], _ elements: [Element], file: StaticString = #filePath, line: UInt = #line
) {
    let recorded = stream.compactMap(\.value.element)
    assertSame(recorded, elements, recorded == elements, file, line)
}

func assertSame<Value>(_ lhs: [Value], _ rhs: [Value], _ areEqual: Bool, _ file: StaticString, _ line: UInt) {
    if areEqual { return }
    func list(_ values: [Value]) -> String {
        values.isEmpty ? "    nothing" : values.map { "    \(String(reflecting: $0))" }.joined(separator: "\n")
    }
    XCTFail("not equal:\n\(list(lhs))\nand\n\(list(rhs))", file: file, line: line)
}
#endif
