import Foundation

/// What stands in a document, whatever its type: so nothing that a type has is forgotten.
enum JSONValue: Decodable, Equatable {
    case number(Double)
    case text(String)
    case flag(Bool)
    case list([JSONValue])
    case fields([String: JSONValue])
    case null

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONValue].self) {
            self = .list(list)
        } else if let fields = try? container.decode([String: JSONValue].self) {
            self = .fields(fields)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else {
            self = .null
        }
    }

    init(of document: some JSONDocument) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: document.json())
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
