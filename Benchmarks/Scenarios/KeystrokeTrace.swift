/// What somebody types into a search field, key by key.
///
/// The trace is fixed data: thirteen searches with the pauses of a typist (a pair of keys that is practised is fast, a look
/// at the results is slow, a slip is noticed and deleted). The times were drawn once and kept, not measured on a person.
enum KeystrokeTrace {
    struct Key: Sendable {
        /// Milliseconds since the key before.
        let gap: Int
        /// `<` deletes the last character, `!` clears the field, `_` is a space.
        let character: Character

        /// The field after this key.
        func typed(into text: String) -> String {
            switch character {
            case "<": String(text.dropLast())
            case "!": ""
            case "_": text + " "
            default: text + String(character)
            }
        }
    }

    private static let keys = recording.split { $0.isWhitespace }.map { Key(gap: Int($0.dropLast())!, character: $0.last!) }

    /// The trace over and over; it begins and ends with an empty field.
    static func key(_ index: Int) -> Key { keys[index % keys.count] }

    private static let recording = """
        400r 73e 78a 92c 88t 28i 73v 157e 143_ 142s 103t 71l 475< 114r 74e 127a 146m 100s 2523! 1429v 277< 132s 72w
        57i 202f 177t 182_ 146c 90o 45n 104c 205u 100r 79r 95e 105n 64h 335< 194c 143y 1671! 2021a 162c 118t 83o
        113r 171_ 680r 54e 92e 144n 45t 111r 105a 90n 81c 126y 2033! 1321m 88a 123i 98l 61b 66o 105x 146_ 164v 100s
        131_ 970o 430< 174l 134o 89c 90z 451< 150k 2352! 1548b 126e 69n 210c 76h 202m 86a 127r 98k 124_ 98n 62q 315<
        194o 113i 61s 102e 2855! 1678t 79h 163r 91o 62j 499< 122t 148t 73l 60e 201_ 946o 97r 246_ 996d 76e 81b 251o
        135u 76n 88c 122e 3241! 1360s 76v 496< 167h 109a 80r 158e 115_ 132r 69e 86p 86l 95a 114y 1620! 2532h 258p
        291< 173o 87t 186_ 112a 95n 33d 176_ 223y 475< 118c 47o 145l 88d 147_ 945o 96b 110s 111e 73r 78v 144a 75b
        107l 107e 113s 2920! 1335v 136f 460< 171i 93r 74t 105u 93a 80l 148_ 870t 66i 88m 75e 1839! 1831b 81a 100c
        85k 107p 84r 39e 110s 120s 104u 117r 87e 2190! 2305r 94e 110t 89r 136y 132_ 204w 139i 78t 78h 92_ 395d 129e
        181l 157a 89y 2509! 2073d 71e 78a 105d 85l 164o 176c 126k 289< 176k 124_ 961o 100n 145_ 612d 140i 68s 89p
        114o 122s 90e 3353! 2543f 116l 108a 99t 109m 109a 107p 101_ 937l 83a 100t 363< 175t 85e 137s 517< 155s 98t
        2779!
        """
}
