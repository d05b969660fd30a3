/// What a chat server tells its guests. On the wire: `joined ada`, `left ada`, `said ada Good morning`, `here ada grace`.
enum ChatLine: Equatable, Sendable {
    case joined(String)
    case left(String)
    case said(String, String)
    /// Everybody who is there, in order of the alphabet.
    case here([String])

    /// nil: no such line.
    init?(line: String) {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        switch words.first {
        case "joined" where words.count == 2: self = .joined(words[1])
        case "left" where words.count == 2: self = .left(words[1])
        case "said" where words.count == 3: self = .said(words[1], words[2])
        case "here": self = .here(line.split(separator: " ").dropFirst().map(String.init))
        default: return nil
        }
    }

    var line: String {
        switch self {
        case .joined(let name): "joined \(name)"
        case .left(let name): "left \(name)"
        case .said(let name, let text): "said \(name) \(text)"
        case .here(let names): (["here"] + names).joined(separator: " ")
        }
    }
}
