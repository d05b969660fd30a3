/// What flows through the rows of the catalogue.
public protocol RowElement: Hashable, Sendable, Codable {
    /// Whether rows of it are measured when nobody asks for an element.
    static var word: String { get }

    init(number: Int)
    /// What a consumer that only adds up does with it.
    var weight: Int { get }
}

extension RowElement {
    /// What it adds to an id.
    static var suffix: String { word == Int.word ? "" : "/\(word)" }

    /// What a function that computes makes of it.
    @inline(__always)
    var next: Self { Self(number: weight &+ 1) }

    @inline(__always)
    func plus(_ other: Self) -> Self { Self(number: weight &+ other.weight) }
}

extension Int: RowElement {
    public static var word: String { "int" }

    @inline(__always)
    public init(number: Int) { self = number }

    @inline(__always)
    public var weight: Int { self }
}

/// Too long to lie in the string itself: to pass it on may be to retain it.
extension String: RowElement {
    public static var word: String { "string" }

    public init(number: Int) { self = prepared[number & 15].text }
    public var weight: Int { utf8.count }
}

/// A structure of 64 bytes.
public struct Wide: RowElement {
    public static var word: String { "struct" }

    var fields: (Int, Int, Int, Int, Int, Int, Int, Int)

    @inline(__always)
    public init(number: Int) { fields = (number, 1, 2, 3, 4, 5, 6, 7) }

    @inline(__always)
    public var weight: Int { fields.0 }

    public static func == (one: Wide, other: Wide) -> Bool { one.fields.0 == other.fields.0 && one.fields.7 == other.fields.7 }
    public func hash(into hasher: inout Hasher) { hasher.combine(fields.0) }

    public init(from decoder: any Decoder) throws { self.init(number: try decoder.singleValueContainer().decode(Int.self)) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(weight)
    }
}

/// A reference to an object.
public struct Reference: RowElement {
    public static var word: String { "class" }

    private let object: Prepared

    public init(number: Int) { object = prepared[number & 15] }
    public var weight: Int { object.number }

    public static func == (one: Reference, other: Reference) -> Bool { one.object === other.object }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }

    public init(from decoder: any Decoder) throws { self.init(number: try decoder.singleValueContainer().decode(Int.self)) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(weight)
    }
}

/// Made once: what it costs to make an element is no row's.
private let prepared = (0..<16).map { Prepared($0) }

private final class Prepared: Sendable {
    let number: Int
    /// As long as no other one: its weight tells it from others, as a number's does.
    let text: String

    init(_ number: Int) {
        self.number = number
        text = String(repeating: "e", count: 32 + number)
    }
}
