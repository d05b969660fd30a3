import Foundation
import Synchronization

/// Tells the atomic instructions of files of machine code: those that lock the bus, and full fences. Of x86-64 alone, whose encoding is that of
/// Intel's Software Developer's Manual, volume 2. An address has to be that of an instruction which was executed: then its first bytes tell, and
/// nothing needs to be disassembled.
final class AtomicInstructions: Sendable {
    /// Each file that was asked about; nil for what can't be read.
    private let known = Mutex<[String: MachineCode?]>([:])

    /// The code of a file; nil where it can't be had.
    func code(of file: String) -> MachineCode? {
        #if arch(x86_64)
        return known.withLock { known in
            if let found = known[file] { return found }
            let code = MachineCode(elf: file)
            known.updateValue(code, forKey: file)
            return code
        }
        #else
        return nil
        #endif
    }
}

/// What a file of machine code maps into memory to be executed.
struct MachineCode: Sendable {
    private struct Segment {
        /// Where it is mapped, before the file is moved to where there is room.
        let addresses: Range<UInt64>
        let bytes: [UInt8]
    }

    private let segments: [Segment]

    /// - Parameter file: a 64-bit ELF file of a little-endian machine; nil comes of any other, and of what can't be read. The offsets are those of
    ///   the ELF specification's file header and program headers.
    init?(elf file: String) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped),
            data.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
        else { return nil }
        func number(at offset: UInt64, bytes count: UInt64) -> UInt64? {
            guard offset < data.count, UInt64(data.count) - offset >= count else { return nil }
            return data[Int(offset)..<Int(offset + count)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        guard let headers = number(at: 0x20, bytes: 8), let size = number(at: 0x36, bytes: 2), let count = number(at: 0x38, bytes: 2) else {
            return nil
        }
        var segments: [Segment] = []
        for index in 0..<count {
            let (header, isTooFar) = headers.addingReportingOverflow(index * size)
            guard !isTooFar, let type = number(at: header, bytes: 4), let flags = number(at: header &+ 4, bytes: 4) else { return nil }
            let isLoaded = type == 1, isExecutable = flags & 1 != 0
            if !isLoaded || !isExecutable { continue }
            guard let offset = number(at: header &+ 8, bytes: 8), let address = number(at: header &+ 16, bytes: 8),
                let length = number(at: header &+ 32, bytes: 8), offset <= data.count, length <= UInt64(data.count) - offset,
                !address.addingReportingOverflow(length).overflow
            else { return nil }
            segments.append(Segment(addresses: address..<(address + length), bytes: [UInt8](data[Int(offset)..<Int(offset + length)])))
        }
        self.segments = segments
    }

    /// Whether the instruction at an address is atomic; nil where that is outside of the file's code.
    func isAtomic(at address: UInt64) -> Bool? {
        for segment in segments where segment.addresses.contains(address) {
            return MachineCode.isAtomic(segment.bytes, from: Int(address - segment.addresses.lowerBound))
        }
        return nil
    }

    /// Whether an instruction of x86-64 is atomic: one with the prefix `lock`, `xchg` with memory, which locks without it, or `mfence`.
    /// - Parameter start: where the instruction begins; it has at most 15 bytes.
    static func isAtomic(_ bytes: [UInt8], from start: Int = 0) -> Bool {
        let end = min(bytes.count, start + 15)
        var place = start, isOfOtherSet = false
        func byte(_ index: Int) -> UInt8? { index < end ? bytes[index] : nil }
        while let prefix = byte(place), isPrefix(prefix) {
            if prefix == 0xF0 { return true }
            // Before a fence's bytes, these make another instruction of them.
            if prefix == 0x66 || prefix == 0xF2 || prefix == 0xF3 { isOfOtherSet = true }
            place += 1
        }
        // The byte that widens registers stands last before the operation.
        if let wide = byte(place), wide & 0xF0 == 0x40 { place += 1 }
        switch byte(place) {
        // Two bits of the byte behind the operation say that its operand is a register.
        case 0x86, 0x87: return byte(place + 1).map { $0 & 0xC0 != 0xC0 } ?? false
        case 0x0F: return !isOfOtherSet && byte(place + 1) == 0xAE && byte(place + 2) == 0xF0
        default: return false
        }
    }

    /// Of a locked operation, a repeated one, a segment, and the sizes of operand and address.
    private static func isPrefix(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xF0, 0xF2, 0xF3, 0x2E, 0x36, 0x3E, 0x26, 0x64, 0x65, 0x66, 0x67: true
        default: false
        }
    }
}
