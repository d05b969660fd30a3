import Foundation

/// What stands in a document, whatever its type: so nothing that a type has is forgotten.
enum JSONValue: Equatable {
    case number(Double)
    case text(String)
    case flag(Bool)
    case list([JSONValue])
    case fields([String: JSONValue])
    case null

    init(of document: some JSONDocument) throws { try self.init(json: document.json()) }

    init(json: Data) throws { self.init(try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)) }

    private init(_ value: Any) {
        switch value {
        case let text as String: self = .text(text)
        case let list as [Any]: self = .list(list.map(JSONValue.init))
        case let fields as [String: Any]: self = .fields(fields.mapValues(JSONValue.init))
        // A truth value is a number of one character there, and no other number is.
        case let number as NSNumber: self = number.objCType.pointee == 0x63 ? .flag(number.boolValue) : .number(number.doubleValue)
        default: self = .null
        }
    }

    /// For people.
    var description: String {
        switch self {
        case .number(let number): Figures.precise(number)
        case .text(let text): text
        case .flag(let flag): "\(flag)"
        case .list(let list): list.map(\.description).joined(separator: ", ")
        case .fields(let fields): "\(fields.count) fields"
        case .null: "null"
        }
    }

    subscript(_ name: String) -> JSONValue? {
        if case .fields(let fields) = self { fields[name] } else { nil }
    }
}
