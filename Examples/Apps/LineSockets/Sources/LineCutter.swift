/// Cuts bytes, as they come, into lines. Bytes after the last line break wait for the next one.
struct LineCutter {
    private var rest: [UInt8] = []

    /// The lines that end within `bytes`, without their line breaks.
    mutating func lines(in bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(String(decoding: rest, as: UTF8.self))
                rest.removeAll(keepingCapacity: true)
            } else {
                rest.append(byte)
            }
        }
        return lines
    }
}
