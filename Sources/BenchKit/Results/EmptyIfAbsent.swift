/// A dictionary that a file may leave out where it is empty, as those of medians do.
@propertyWrapper
struct EmptyIfAbsent<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    var wrappedValue: [String: Value]

    init(wrappedValue: [String: Value]) {
        self.wrappedValue = wrappedValue
    }

    init(from decoder: any Decoder) throws {
        wrappedValue = try [String: Value](from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try wrappedValue.encode(to: encoder)
    }
}

extension KeyedDecodingContainer {
    func decode<Value>(_ type: EmptyIfAbsent<Value>.Type, forKey key: Key) throws -> EmptyIfAbsent<Value> {
        try decodeIfPresent(type, forKey: key) ?? EmptyIfAbsent(wrappedValue: [:])
    }
}
