import Synchronization

/// Where the atomic instructions of files of machine code are: those that lock the bus, and full fences. Of x86-64 alone, read off a disassembly.
final class AtomicInstructions: Sendable {
    /// Of each file that was looked at; nil where they can't be had.
    private let known = Mutex<[String: Set<UInt64>?]>([:])

    /// Why there are none; nil where there are.
    static let unavailable: String? = {
        #if arch(x86_64)
        Programs.find("objdump") == nil ? "objdump is not on the path, which finds atomic instructions: install binutils" : nil
        #else
        "atomic instructions are found on x86-64 only"
        #endif
    }()

    /// The addresses of those in a file; nil where they can't be had.
    func addresses(in file: String) -> Set<UInt64>? {
        if AtomicInstructions.unavailable != nil { return nil }
        return known.withLock { known in
            if let found = known[file] { return found }
            // A library of millions of instructions: all but some are left out before they get here.
            let words = ["sh", "-c", "objdump -d --no-show-raw-insn \"$1\" | grep -E '\\s(lock |xchg .*\\(|mfence)'", "sh", file]
            let found = Shell.lines(words).map { Set($0.compactMap(AtomicInstructions.address)) }
            known.updateValue(found, forKey: file)
            return found
        }
    }

    /// That of a line such as `  4f2a10:	lock xadd %rax,(%rdi)`.
    static func address(of line: String) -> UInt64? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return UInt64(line[..<colon].drop { $0 == " " }, radix: 16)
    }
}
