import Foundation
import Testing

@testable import BenchKit

/// The encodings are those that GNU as makes of what stands beside them.
@Suite struct AtomicInstructionTests {
    @Test(
        arguments: [
            ([0xF0, 0x0F, 0xC1, 0x07], "lock xadd %eax,(%rdi)"),
            ([0xF0, 0x48, 0x0F, 0xB1, 0x0F], "lock cmpxchg %rcx,(%rdi)"),
            ([0xF0, 0x48, 0x0F, 0xC7, 0x0F], "lock cmpxchg16b (%rdi)"),
            ([0x66, 0xF0, 0x0F, 0xB1, 0x0F], "lock cmpxchg %cx,(%rdi)"),
            ([0xF0, 0x83, 0x0C, 0x24, 0x00], "lock orl $0x0,(%rsp)"),
            ([0x64, 0xF0, 0xFF, 0x00], "lock incl %fs:(%rax)"),
            ([0x87, 0x07], "xchg %eax,(%rdi)"),
            ([0x48, 0x87, 0x43, 0x10], "xchg %rax,0x10(%rbx)"),
            ([0x86, 0x47, 0x08], "xchg %al,0x8(%rdi)"),
            ([0x41, 0x86, 0x45, 0x00], "xchg %al,0x0(%r13)"),
            ([0x0F, 0xAE, 0xF0], "mfence"),
        ] as [([UInt8], String)])
    func whatLocksTheBusAndAFullFenceAreAtomic(bytes: [UInt8], text: String) {
        #expect(MachineCode.isAtomic(bytes), "\(text)")
        #expect(MachineCode.isAtomic(bytes + [0x90, 0x90]), "\(text), and what follows it")
        #expect(!MachineCode.isAtomic([0x90] + bytes), "what precedes \(text)")
    }

    @Test(
        arguments: [
            ([0x90], "nop"),
            ([0x87, 0xD8], "xchg %ebx,%eax"),
            ([0x48, 0x87, 0xDB], "xchg %rbx,%rbx"),
            ([0x66, 0x90], "xchg %ax,%ax"),
            ([0x48, 0x93], "xchg %rax,%rbx"),
            ([0x48, 0x89, 0x07], "mov %rax,(%rdi)"),
            ([0x0F, 0xB1, 0x0F], "cmpxchg %ecx,(%rdi)"),
            ([0x0F, 0xC1, 0x07], "xadd %eax,(%rdi)"),
            ([0x0F, 0xAE, 0xE8], "lfence"),
            ([0x0F, 0xAE, 0xF8], "sfence"),
            ([0x0F, 0xAE, 0x38], "clflush (%rax)"),
            ([0xF3, 0x48, 0xA5], "rep movsq"),
            ([0xF3, 0x0F, 0xAE, 0xF0], "umonitor %rax"),
            ([0xF2, 0x0F, 0xAE, 0xF0], "umwait %eax"),
            ([0x66, 0x0F, 0xAE, 0xF0], "tpause %eax"),
            ([0xB8, 0xF0, 0x87, 0x07, 0x00], "mov $0x787f0,%eax"),
            ([], "nothing"),
            ([0x87], "half of an instruction"),
            ([0x0F, 0xAE], "half of an instruction"),
        ] as [([UInt8], String)])
    func nothingElseIs(bytes: [UInt8], text: String) {
        #expect(!MachineCode.isAtomic(bytes), "\(text)")
    }

    /// An ELF file with a segment of data and one of code.
    private func file(_ code: [UInt8], at address: Int = 0x2010, type: Int = 1, flags: Int = 5, length: Int? = nil) -> [UInt8] {
        func little(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        func header(type: Int, flags: Int, offset: Int, address: Int, length: Int) -> [UInt8] {
            little(type, 4) + little(flags, 4) + little(offset, 8) + little(address, 8) + little(address, 8) + little(length, 8) + little(length, 8)
                + little(16, 8)
        }
        let start = [0x7F, 0x45, 0x4C, 0x46, 2, 1] + [UInt8](repeating: 0, count: 26) + little(64, 8) + [UInt8](repeating: 0, count: 14)
        let offset = 64 + 2 * 56
        return start + little(56, 2) + little(2, 2) + [UInt8](repeating: 0, count: 6)
            + header(type: 1, flags: 6, offset: offset, address: 0x1000, length: code.count)
            + header(type: type, flags: flags, offset: offset, address: address, length: length ?? code.count) + code
    }

    private func machineCode(_ bytes: [UInt8]) throws -> MachineCode? {
        let path = NSTemporaryDirectory() + "code-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        return MachineCode(elf: path)
    }

    private let fence: [UInt8] = [0x90, 0x0F, 0xAE, 0xF0]

    @Test func anAddressIsThatOfTheMappedCode() throws {
        let code = try #require(try machineCode(file(fence)))
        #expect(code.isAtomic(at: 0x2011) == true)
        #expect(code.isAtomic(at: 0x2010) == false)
        for outside: UInt64 in [0, 0x2000, 0x200F, 0x2014, 0x2030, .max] { #expect(code.isAtomic(at: outside) == nil, "\(outside)") }
        #expect(code.isAtomic(at: 0x1001) == nil, "the same bytes as data")
    }

    /// Of the files that are asked about, as often as they were executed; of the others none.
    @Test func executedOnesAreCounted() throws {
        let text = """
            desc: Trigger: Client Request: 1/2000
            positions: instr
            events: Ir
            ob=(1) /program
            fn=(1) main
            0x2010 7
            0x2011 3
            cob=(2) /lib/other.so
            cfn=(2) other
            calls=5 0x2011
            0x2010 40
            fn=(3) again
            0x2011 20
            ob=(2)
            fn=(2)
            0x2011 40
            totals: 70
            """
        let code = try #require(try machineCode(file(fence)))
        let profile = try CallgrindProfile(text: text) { $0 == "/program" ? code : nil }
        #expect(profile.atomics == 23)
        #expect(try CallgrindProfile(text: text).atomics == nil)
        let elsewhere = text.replacingOccurrences(of: "0x2011 3", with: "0x2031 3")
        #expect(try CallgrindProfile(text: elsewhere) { $0 == "/program" ? code : nil }.atomics == nil, "where the file has no code")
    }

    @Test func whatIsNotExecutedHasNone() throws {
        for bytes in [file(fence, type: 2), file(fence, flags: 4)] {
            let code = try #require(try machineCode(bytes))
            #expect(code.isAtomic(at: 0x2011) == nil)
        }
    }

    @Test func whatIsNoSuchFileIsNotRead() throws {
        #expect(MachineCode(elf: "/nowhere") == nil)
        #expect(try machineCode([]) == nil)
        #expect(try machineCode(Array(file(fence).prefix(100))) == nil, "cut off in its headers")
        #expect(try machineCode(file(fence, length: fence.count + 1)) == nil, "a segment that ends behind the file")
        #expect(try machineCode(file(fence, length: .max)) == nil)
        var other = file(fence)
        other[4] = 1
        #expect(try machineCode(other) == nil, "of 32 bits")
    }
}
