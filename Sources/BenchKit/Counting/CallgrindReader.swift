/// Reads one part of callgrind's output, line by line. By bytes: most lines are two or three numbers, and a part has ten thousand of them.
struct CallgrindReader {
    typealias Malformed = CallgrindProfile.Malformed

    /// What the file calls a function: those that call themselves, in whatever depth, are one.
    private final class Function {
        let name: CallgrindNames.Function
        /// Its first instruction, and how often that was executed: as often as it was called. The numbers behind `calls=` won't do: they go on while
        /// nothing is collected.
        var entry: (address: UInt64, count: UInt64)?

        init(_ name: CallgrindNames.Function) { self.name = name }
    }

    /// A file of machine code.
    private final class Object {
        let isAllocator: Bool
        /// Whether its locks don't count.
        let locksAreOwn: Bool
        let machineCode: MachineCode?

        init(_ name: String, code: (String) -> MachineCode?) {
            isAllocator = AllocatorFunctions.are(in: name)
            locksAreOwn = LockFunctions.areOwn(of: name[...])
            machineCode = code(name)
        }
    }

    private let bytes: [UInt8]
    private let code: (String) -> MachineCode?
    private let names: CallgrindNames

    /// A name is written out once, as `(id) name`; then `(id)` stands for it. Objects have names of their own.
    private var functions: [UInt64: Function] = [:], objects: [UInt64: Object] = [:]
    private var functionsByName: [ObjectIdentifier: Function] = [:]

    // What the lines are about.
    private var function: Function, object: Object
    // Who is called next; its object is nil where that is the caller's.
    private var callee: Function, calleeObject: Object?
    private var isCall = false, isAllocation = false, isOwnLock = false

    /// How often the instruction at the address of the last lines was executed while callgrind collected. It tells calls of the kernel at the address
    /// of their instruction, in a line behind, and in the totals, but also those that were made while it didn't collect: so what was executed is the
    /// most of them that count.
    private var executed: (address: UInt64, count: UInt64) = (0, 0)
    private var label: String?, instructions: UInt64?, systemCalls: UInt64?, atomics: UInt64?
    /// All costs: none of the other sums can be larger.
    private var all: UInt64 = 0
    private var inAllocator: UInt64 = 0, inTypeCaches: UInt64 = 0, ownLocks: UInt64 = 0
    /// Whether all that was executed is where the file's code says that it is.
    private var knowsAtomics = true

    init(_ bytes: [UInt8], code: @escaping (_ file: String) -> MachineCode?, names: CallgrindNames) {
        self.bytes = bytes
        self.code = code
        self.names = names
        function = Function(CallgrindNames.Function(""))
        callee = function
        object = Object("", code: code)
    }

    /// Reads all of it.
    mutating func profile() throws(Malformed) -> CallgrindProfile {
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
            let line = start..<end
            start = end + 1
            if line.isEmpty { continue }
            if bytes[line.lowerBound] == UInt8(ascii: "0") {
                try readCosts(line)
            } else {
                try readText(line)
            }
        }
        guard let label, let instructions else {
            throw Malformed(description: "callgrind's file has no trigger or no totals: it is not complete")
        }
        let (left, isTooMuch) = inAllocator.addingReportingOverflow(inTypeCaches)
        guard !isTooMuch, left <= instructions else {
            throw Malformed(
                description:
                    "callgrind's file has \(inAllocator) instructions of the allocator and \(inTypeCaches) of caches of types, of \(instructions) in all"
            )
        }
        let called = functionsByName.values.filter { $0.entry != nil }
        let locks = called.reduce(0) { $1.name.isLock ? $0 + ($1.entry?.count ?? 0) : $0 }
        return CallgrindProfile(
            label: label, instructions: instructions, leftOut: left,
            calls: Dictionary(uniqueKeysWithValues: called.map { ($0.name.text, $0.entry?.count ?? 0) }), atomics: knowsAtomics ? atomics : nil,
            systemCalls: systemCalls, locks: locks - min(locks, ownLocks))
    }

    // MARK: Costs

    /// A line of numbers.
    private mutating func readCosts(_ line: Range<Int>) throws(Malformed) {
        guard let (address, cost, kernel) = costs(line), case let (sum, isTooMuch) = all.addingReportingOverflow(cost), !isTooMuch else {
            throw unreadable(line)
        }
        all = sum
        if isCall {
            // The line behind a call says what it took in all.
            isCall = false
            // As often as its instruction was executed, which stands before it.
            if isOwnLock, executed.address == address {
                let (locks, isTooMuch) = ownLocks.addingReportingOverflow(executed.count)
                if isTooMuch { throw unreadable(line) }
                ownLocks = locks
            }
            if isAllocation { inAllocator += cost }
            return
        }
        if function.name.isOfTypeCache { inTypeCaches += cost }
        if executed.address != address { executed = (address, 0) }
        executed.count += cost
        if kernel > 0, !function.name.isPassedOver {
            systemCalls = (systemCalls ?? 0) + min(kernel, executed.count)
            executed.count -= min(kernel, executed.count)
        }
        if let machineCode = object.machineCode {
            let isAtomic = machineCode.isAtomic(at: address)
            if isAtomic == nil { knowsAtomics = false }
            atomics = (atomics ?? 0) + (isAtomic == true ? cost : 0)
        }
        if let known = function.entry, known.address <= address {
            if known.address == address { function.entry = (address, known.count + cost) }
        } else {
            function.entry = (address, cost)
        }
    }

    /// The address of an instruction, how often it was executed, and the calls of the kernel there: `0x2010 7` or `0x2010 7 1`; more numbers may follow.
    private func costs(_ line: Range<Int>) -> (address: UInt64, cost: UInt64, kernel: UInt64)? {
        var place = line.lowerBound + 2
        guard place < line.upperBound, bytes[place - 1] == UInt8(ascii: "x"), let address = number(&place, before: line.upperBound, radix: 16),
            let cost = number(&place, before: line.upperBound, radix: 10)
        else { return nil }
        if place >= line.upperBound { return (address, cost, 0) }
        return number(&place, before: line.upperBound, radix: 10).map { (address, cost, $0) }
    }

    /// Takes a number and the space behind it; nil where there is none, or a larger one than fits.
    private func number(_ place: inout Int, before end: Int, radix: UInt64) -> UInt64? {
        var value: UInt64 = 0, isEmpty = true
        while place < end {
            let byte = bytes[place], digit: UInt64
            place += 1
            if byte == UInt8(ascii: " ") { break }
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

    // MARK: Names and what is said of the whole part

    private mutating func readText(_ line: Range<Int>) throws(Malformed) {
        if isCall { throw unreadable(line) }
        if let name = after("fn=", line) {
            function = try function(name)
        } else if let name = after("cfn=", line) {
            callee = try function(name)
        } else if after("calls=", line) != nil {
            isCall = true
            isAllocation = (callee.name.isAllocator || (calleeObject ?? object).isAllocator) && !(function.name.isAllocator || object.isAllocator)
            isOwnLock = object.locksAreOwn && callee.name.isLock
            calleeObject = nil
        } else if let name = after("ob=", line) {
            object = try object(name)
        } else if let name = after("cob=", line) {
            calleeObject = try object(name)
        } else if let trigger = after("desc: Trigger: ", line) {
            label = text(after("Client Request: ", trigger) ?? trigger)
        } else if let positions = after("positions: ", line) {
            guard text(positions) == "instr" else { throw Malformed(description: "callgrind told positions by \(text(positions)), not by instr") }
        } else if let events = after("events: ", line) {
            // The costs follow in this order, without zeros at the end.
            let events = text(events)
            guard events == "Ir" || events.hasPrefix("Ir sysCount") else { throw Malformed(description: "callgrind counted \(events), not Ir") }
            if events != "Ir" { systemCalls = 0 }
        } else if let totals = after("totals: ", line) {
            instructions = UInt64(text(totals).prefix { $0 != " " })
        }
    }

    private mutating func function(_ name: Range<Int>) throws(Malformed) -> Function {
        let (id, rest) = identifier(name)
        if let id, rest.isEmpty { return try known(functions[id], name) }
        // Names that differ must not become one.
        guard let name = names.function(bytes[rest], id) else { throw unreadable(rest) }
        let found = functionsByName[ObjectIdentifier(name)] ?? Function(name)
        functionsByName[ObjectIdentifier(name)] = found
        if let id { functions[id] = found }
        return found
    }

    private mutating func object(_ name: Range<Int>) throws(Malformed) -> Object {
        let (id, rest) = identifier(name)
        if let id, rest.isEmpty { return try known(objects[id], name) }
        let found = Object(try validText(rest), code: code)
        if let id { objects[id] = found }
        return found
    }

    private func known<Named>(_ found: Named?, _ name: Range<Int>) throws(Malformed) -> Named {
        guard let found else {
            throw Malformed(description: "callgrind's file uses the name \(text(name)) before it says what it is")
        }
        return found
    }

    /// `(12) name` in parts, `(12)`, which has no name, or a name alone, which has no number.
    private func identifier(_ line: Range<Int>) -> (id: UInt64?, name: Range<Int>) {
        guard let first = line.first, bytes[first] == UInt8(ascii: "("), let end = line.first(where: { bytes[$0] == UInt8(ascii: ")") }) else {
            return (nil, line)
        }
        var place = first + 1
        guard bytes[end - 1] != UInt8(ascii: " "), let id = number(&place, before: end, radix: 10), place == end else { return (nil, line) }
        let name = line[(end + 1)...].drop { bytes[$0] == UInt8(ascii: " ") }
        return (id, name.startIndex..<line.upperBound)
    }

    // MARK: Lines

    /// What follows `prefix`, or nil where something else stands.
    private func after(_ prefix: StaticString, _ line: Range<Int>) -> Range<Int>? {
        guard line.count >= prefix.utf8CodeUnitCount else { return nil }
        let isThere = prefix.withUTF8Buffer { prefix in prefix.indices.allSatisfy { bytes[line.lowerBound + $0] == prefix[$0] } }
        return isThere ? (line.lowerBound + prefix.utf8CodeUnitCount)..<line.upperBound : nil
    }

    private func text(_ line: Range<Int>) -> String { String(decoding: bytes[line], as: UTF8.self) }

    private func validText(_ line: Range<Int>) throws(Malformed) -> String {
        guard let text = String(validating: bytes[line], as: UTF8.self) else { throw unreadable(line) }
        return text
    }

    private func unreadable(_ line: Range<Int>) -> Malformed { Malformed(description: "callgrind's file has an unreadable line: \(text(line))") }
}
