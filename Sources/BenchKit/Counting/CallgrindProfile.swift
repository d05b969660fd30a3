import Foundation

/// One part of callgrind's output, as the valgrind manual describes the format ("Callgrind Format Specification"): what was
/// counted between a start and a stop.
struct CallgrindProfile: Equatable {
    /// What caused the part to be written: the label given at the stop.
    let label: String
    /// Instructions of all functions and threads.
    let instructions: UInt64
    /// Those of them that the allocator executed for who called it, whatever it called in turn.
    let allocatorInstructions: UInt64
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
        label: String, instructions: UInt64, allocatorInstructions: UInt64 = 0, calls: [String: UInt64], atomics: UInt64? = nil,
        systemCalls: UInt64? = nil, locks: UInt64 = 0
    ) {
        self.locks = locks
        self.systemCalls = systemCalls
        self.atomics = atomics
        self.label = label
        self.instructions = instructions
        self.allocatorInstructions = allocatorInstructions
        self.calls = calls
    }

    /// - Parameters:
    ///   - text: written with `--dump-instr=yes --dump-line=no --compress-pos=no`, so that each cost has its address.
    ///   - code: that of a file whose atomic instructions count; nil where they aren't known or don't count.
    init(text: String, code: (_ file: String) -> MachineCode? = { _ in nil }) throws(Malformed) {
        var label: String?, instructions: UInt64?, systemCalls: UInt64?
        // How often the instruction at the address of the last lines was executed while callgrind collected. It tells calls of the kernel at the address
        // of their instruction, in a line behind, and in the totals, but also those that were made while it didn't collect: so what was executed is the
        // most of them that count.
        var executed: (address: UInt64, count: UInt64) = (0, 0)
        // A function is called as often as its first instruction is executed. The numbers behind `calls=` won't do: they go on while nothing is collected.
        var entries: [String: (address: UInt64, count: UInt64)] = [:]
        // That of the function that the lines are about.
        var entry: (address: UInt64, count: UInt64)?
        // A name is written out once, as `(id) name`; then `(id)` stands for it. Objects have names of their own.
        var names: [Substring: Substring] = [:], objects: [Substring: Substring] = [:]
        var caller: Substring = "", callee: Substring = "", object: Substring = ""
        var function = "", atomics: UInt64?
        // All costs: none of the other sums can be larger.
        var all: UInt64 = 0
        // Whether all that was executed is where the file's code says that it is.
        var knowsAtomics = true
        // Of the object that the lines are about.
        var machineCode: MachineCode?
        // Of the next call; nil where it is in the caller's object.
        var calleeObject: Substring?
        var isCall = false, isAllocation = false, inAllocator: UInt64 = 0
        // Whether the locks of the object that the lines are about don't count, whether the next call is one of them, and how many they are.
        var locksAreOwn = false, isOwnLock = false, ownLocks: UInt64 = 0
        func unreadable(_ line: Substring) -> Malformed { Malformed(description: "callgrind's file has an unreadable line: \(line)") }
        // By bytes: most lines are three numbers, and there are ten thousands of them.
        for bytes in Array(text.utf8).split(separator: UInt8(ascii: "\n")) {
            let line = Substring(decoding: bytes.first == UInt8(ascii: "0") ? [] : bytes, as: UTF8.self)
            if line.isEmpty {
                guard let (address, cost, kernel) = CallgrindProfile.costs(bytes), case let (sum, isTooMuch) = all.addingReportingOverflow(cost), !isTooMuch
                else { throw unreadable(Substring(decoding: bytes, as: UTF8.self)) }
                all = sum
                if isCall {
                    // The line behind a call says what it took in all.
                    isCall = false
                    // As often as its instruction was executed, which stands before it.
                    if isOwnLock, executed.address == address { ownLocks += executed.count }
                    if !isAllocation { continue }
                    inAllocator += cost
                    continue
                }
                if executed.address != address { executed = (address, 0) }
                executed.count += cost
                if kernel > 0, !CallgrindProfile.passedOver.contains(CallgrindProfile.unversioned(function)) {
                    systemCalls = (systemCalls ?? 0) + min(kernel, executed.count)
                    executed.count -= min(kernel, executed.count)
                }
                if let machineCode {
                    let isAtomic = machineCode.isAtomic(at: address)
                    if isAtomic == nil { knowsAtomics = false }
                    atomics = (atomics ?? 0) + (isAtomic == true ? cost : 0)
                }
                if let known = entry, known.address <= address {
                    if known.address == address { entry = (address, known.count + cost) }
                } else {
                    entry = (address, cost)
                }
            } else if isCall {
                throw unreadable(line)
            } else if let name = line.after("ob=") {
                object = try CallgrindProfile.resolve(name, &objects)
                machineCode = code(String(object))
                locksAreOwn = LockFunctions.areOwn(of: object)
            } else if let name = line.after("cob=") {
                calleeObject = try CallgrindProfile.resolve(name, &objects)
            } else if let name = line.after("cfn=") {
                callee = try CallgrindProfile.resolve(name, &names)
            } else if let name = line.after("fn=") {
                caller = try CallgrindProfile.resolve(name, &names)
                if let entry { entries[function] = entry }
                function = CallgrindProfile.function(caller)
                entry = entries[function]
            } else if line.hasPrefix("calls=") {
                isCall = true
                isAllocation =
                    Allocators.have(CallgrindProfile.function(callee), in: calleeObject ?? object)
                    && !Allocators.have(function, in: object)
                isOwnLock = locksAreOwn && LockFunctions.have(CallgrindProfile.function(callee))
                calleeObject = nil
            } else if let trigger = line.after("desc: Trigger: ") {
                label = String(trigger.after("Client Request: ") ?? trigger)
            } else if let positions = line.after("positions: ") {
                guard positions == "instr" else { throw Malformed(description: "callgrind told positions by \(positions), not by instr") }
            } else if let events = line.after("events: ") {
                // The costs follow in this order, without zeros at the end.
                guard events == "Ir" || events.hasPrefix("Ir sysCount") else { throw Malformed(description: "callgrind counted \(events), not Ir") }
                if events != "Ir" { systemCalls = 0 }
            } else if let totals = line.after("totals: ") {
                instructions = UInt64(totals.prefix { $0 != " " })
            }
        }
        if let entry { entries[function] = entry }
        guard let label, let instructions else {
            throw Malformed(description: "callgrind's file has no trigger or no totals: it is not complete")
        }
        guard inAllocator <= instructions else {
            throw Malformed(description: "callgrind's file has \(inAllocator) instructions of the allocator, of \(instructions) in all")
        }
        let locks = entries.reduce(0) { LockFunctions.have($1.key) ? $0 + $1.value.count : $0 }
        self.init(
            label: label, instructions: instructions, allocatorInstructions: inAllocator, calls: entries.mapValues(\.count),
            atomics: knowsAtomics ? atomics : nil, systemCalls: systemCalls, locks: locks - min(locks, ownLocks))
    }

    /// The address of an instruction, how often it was executed, and the calls of the kernel there: `0x2010 7` or `0x2010 7 1`; more numbers may follow.
    private static func costs(_ line: ArraySlice<UInt8>) -> (address: UInt64, cost: UInt64, kernel: UInt64)? {
        var rest = line.dropFirst(2)
        guard line.starts(with: [0x30, 0x78]), let address = number(&rest, radix: 16), let cost = number(&rest, radix: 10) else { return nil }
        if rest.isEmpty { return (address, cost, 0) }
        return number(&rest, radix: 10).map { (address, cost, $0) }
    }

    /// Takes a number and the space behind it; nil where there is none, or a larger one than fits.
    private static func number(_ text: inout ArraySlice<UInt8>, radix: UInt64) -> UInt64? {
        var value: UInt64 = 0, isEmpty = true
        while let byte = text.popFirst(), byte != UInt8(ascii: " ") {
            let digit: UInt64
            switch byte {
            case 0x30...0x39: digit = UInt64(byte - 0x30)
            case 0x61...0x66 where radix == 16: digit = UInt64(byte - 0x61) + 10
            default: return nil
            }
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: radix), (sum, overflows) = product.addingReportingOverflow(digit)
            if isTooLarge || overflows { return nil }
            (value, isEmpty) = (sum, false)
        }
        return isEmpty ? nil : value
    }

    /// What a system answers without a call of the kernel, except to a program that valgrind runs; and what gets memory, which hangs on the state of
    /// the heap.
    private static let passedOver: Set<Substring> = [
        "clock_gettime", "clock_getres", "gettimeofday", "time", "getcpu", "sched_getcpu",
        "mmap", "mmap64", "munmap", "mremap", "madvise", "mprotect", "brk", "sbrk",
    ]

    /// `clock_gettime` of `__clock_gettime@@GLIBC_2.17`.
    static func unversioned(_ function: String) -> Substring {
        (function.split(separator: "@", maxSplits: 1).first ?? "").drop { $0 == "_" }
    }

    private static func resolve(
        _ text: Substring, _ names: inout [Substring: Substring]
    ) throws(Malformed) -> Substring {
        guard text.first == "(", let end = text.firstIndex(of: ")") else { return text }
        let identifier = text[...end]
        let name = text[text.index(after: end)...].drop { $0 == " " }
        if !name.isEmpty { names[identifier] = name }
        guard let known = names[identifier] else {
            throw Malformed(description: "callgrind's file uses the name \(identifier) before it says what it is")
        }
        return known
    }

    /// A recursive call is counted under the function's name with a quote and the depth, such as `swift_release'2`.
    private static func function(_ name: Substring) -> String {
        guard let quote = name.lastIndex(of: "'"), name[quote...].dropFirst().allSatisfy(\.isNumber) else {
            return String(name)
        }
        return String(name[..<quote])
    }
}

/// What belongs to malloc and its kin.
private enum Allocators {
    private static let functions: Set<String> = [
        "malloc", "calloc", "realloc", "reallocarray", "free", "posix_memalign", "aligned_alloc", "memalign", "valloc", "pvalloc",
    ]

    /// Whether a function is one that programs call for memory, one of jemalloc's, whose C++ operators don't pass on to malloc, or one of what counts
    /// these calls, which in a debug build stands between the two.
    static func have(_ function: String, in object: Substring) -> Bool {
        functions.contains(function) || isPassedOn(function) || object.split(separator: "/").last?.hasPrefix("libjemalloc") == true
    }

    /// Whether a function only passes a call on, from what counts it to the allocator.
    private static func isPassedOn(_ function: String) -> Bool { function.hasPrefix("rxac_raw_") || function.hasPrefix("rxac_extended_") }
}

extension Substring {
    /// What follows `prefix`, or nil where something else stands.
    fileprivate func after(_ prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
