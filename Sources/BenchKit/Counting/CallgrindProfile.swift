import Foundation

/// One part of callgrind's output, as the valgrind manual describes the format ("Callgrind Format Specification"): what was
/// counted between a start and a stop.
struct CallgrindProfile: Equatable {
    /// What caused the part to be written: the label given at the stop.
    let label: String
    /// Instructions of all functions and threads.
    let instructions: UInt64
    /// Those of them that the allocator executed for its callers, whatever it called in turn, and those of the run-time's caches of types.
    let leftOut: UInt64
    /// How often each function was called.
    let calls: [String: UInt64]
    /// Atomic instructions of the program and of the library of atomics; nil where nobody knows which those are.
    let atomics: UInt64?
    /// Calls of the kernel, but for those that get memory and those that read a clock, which outside valgrind are none; nil where callgrind
    /// didn't count them.
    let systemCalls: UInt64?
    /// Calls of functions that lock, but for those that the allocator and Dispatch make for who called them.
    let locks: UInt64

    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    init(
        label: String, instructions: UInt64, leftOut: UInt64 = 0, calls: [String: UInt64], atomics: UInt64? = nil,
        systemCalls: UInt64? = nil, locks: UInt64 = 0
    ) {
        self.locks = locks
        self.systemCalls = systemCalls
        self.atomics = atomics
        self.label = label
        self.instructions = instructions
        self.leftOut = leftOut
        self.calls = calls
    }

    /// - Parameters:
    ///   - bytes: written with `--dump-instr=yes --dump-line=no --compress-pos=no`, so that each cost has its address.
    ///   - code: that of a file whose atomic instructions count; nil where they aren't known or don't count.
    ///   - names: of the process whose part it is.
    init(
        bytes: [UInt8], code: @escaping (_ file: String) -> MachineCode? = { _ in nil }, names: CallgrindNames = CallgrindNames()
    ) throws(Malformed) {
        var reader = CallgrindReader(bytes, code: code, names: names)
        self = try reader.profile()
    }

    init(text: String, code: @escaping (_ file: String) -> MachineCode? = { _ in nil }) throws(Malformed) {
        try self.init(bytes: Array(text.utf8), code: code)
    }

    /// `clock_gettime` of `__clock_gettime@@GLIBC_2.17`.
    static func unversioned(_ function: String) -> Substring {
        (function.split(separator: "@", maxSplits: 1).first ?? "").drop { $0 == "_" }
    }
}
