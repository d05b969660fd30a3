import Rx

/// What a search box understands of a keyboard.
enum KeyPress: Equatable {
    case character(Character)
    case backspace
    /// Ctrl-U.
    case clear
    /// Enter, Ctrl-C, Ctrl-D.
    case end

    /// The text after this press.
    func applied(to text: String) -> String {
        switch self {
        case .character(let character): text + String(character)
        case .backspace: String(text.dropLast())
        case .clear: ""
        case .end: text
        }
    }
}

/// Somebody who types: a terminal in a program, a marble diagram in a test.
protocol Keyboard {
    /// It completes when there is no more to come.
    var presses: Observable<KeyPress> { get }
}

/// Reads presses from the bytes of a terminal, however they are cut. Arrows and other keys that send escape sequences are left out.
struct KeyDecoder {
    private var rest: [UInt8] = []
    private var isEscape = false

    mutating func presses(in bytes: some Sequence<UInt8>) -> [KeyPress] { bytes.compactMap { press($0) } }

    private mutating func press(_ byte: UInt8) -> KeyPress? {
        if isEscape {
            // ESC [ and numbers, up to a letter or a tilde.
            isEscape = !(byte >= UInt8(ascii: "@") && byte != UInt8(ascii: "["))
            return nil
        }
        switch byte {
        case 0x1b: isEscape = true
        case 0x03, 0x04, 0x0a, 0x0d: return .end
        case 0x15: return .clear
        case 0x08, 0x7f: return .backspace
        case 0..<0x20: break
        default:
            rest.append(byte)
            if let text = String(validating: rest, as: UTF8.self), let character = text.first {
                rest = []
                return .character(character)
            }
            if rest.count >= 4 { rest = [] }
        }
        return nil
    }
}
