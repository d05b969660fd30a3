import Foundation
import Testing

@testable import BenchKit

@Suite struct CallgrindTests {
    /// As `--dump-instr=yes --dump-line=no --compress-pos=no` has it. The numbers behind `calls=` go on while nothing is collected, so they say nothing.
    private let file = """
        # callgrind format
        version: 1
        part: 2

        desc: Timerange: Basic block 3 - 3008
        desc: Trigger: Client Request: 1/2000

        positions: instr
        events: Ir
        summary: 0

        ob=(1) /program
        fl=(1) ???
        fn=(1) main'2
        0x1004 1
        0x1000 1
        0x1008 12
        cfn=(2) swift_release
        calls=103 0x2000
        0x100c 2
        cob=(2) /lib/other.so
        cfi=(2) other.c
        cfn=(3) bool f<(Kind)1>(int)
        calls=5 0x3000
        0x1010 1998

        fn=(2)
        0x2000 4
        0x2004 1996
        cfn=(4) swift_release'2
        calls=40 0x2000
        0x2008 1
        cfn=(2)
        calls=1 0x2000
        0x200c 1

        fn=(4)
        0x2000 40
        0x2004 40

        ob=(2)
        fl=(2)
        fn=(3)
        0x3000 5
        fe=(1)
        0x3004 1993

        totals: 6013
        """

    /// As `--collect-systime=yes` has it. Calls of the kernel are told of what wasn't collected, too, also in the totals: what was, was executed.
    @Test func callsOfTheKernelAreThoseOfTheProgram() throws {
        let text = """
            desc: Trigger: Client Request: kernel
            positions: instr
            events: Ir sysCount sysTime
            ob=(1) /program
            fn=(1) main
            0x10 100
            cfn=(2) write
            calls=5 0x20
            0x14 40 5 12
            cfn=(3) clock_gettime@@GLIBC_2.17
            calls=7 0x30
            0x18 70 7
            cfn=(4) malloc
            calls=2 0x40
            0x1c 60 1 3
            cfn=(4)
            calls=2 0x40
            0x20 0 9

            fn=(2)
            0x20 35
            0x24 5
            0x24 0 5 12

            fn=(3)
            0x30 63
            0x34 7
            0x34 0 9

            fn=(6) madvise
            0x44 1
            0x44 0 1 3

            fn=(5) getppid
            0x50 0 4

            totals: 270 26 15
            """
        // Of what was collected, 7 were a clock's and 1 got memory.
        let profile = try CallgrindProfile(text: text)
        #expect(profile.systemCalls == 5)
        #expect(profile.instructions == 270)
        #expect(profile.leftOut == 60)
        #expect(try CallgrindProfile(text: file).systemCalls == nil)
        #expect(throws: CallgrindProfile.Malformed.self) { try CallgrindProfile(text: text.replacingOccurrences(of: "0x34 0 9", with: "0x34 0 x")) }
    }

    /// What a look for a type takes in the run-time's hash tables isn't counted, only that there was one; and what else it takes is.
    @Test func whatLooksForATypePassesInACacheIsLeftOut() throws {
        func text(places: Int) -> String {
            """
            desc: Trigger: Client Request: looks
            positions: instr
            events: Ir
            ob=(1) /usr/lib/libswiftCore.so
            fn=(1) swift_getGenericMetadata
            0x10 1
            0x12 19
            cfn=(2) swift::GenericCacheEntry const* swift::ConcurrentReadableHashMap<swift::GenericCacheEntry>::find<swift::MetadataCacheKey>(swift::MetadataCacheKey const&)
            calls=1 0x20
            0x14 \(11 * places)

            fn=(2)
            0x20 \(5 * places)
            cfn=(3) swift::MetadataCacheKey::operator==(swift::MetadataCacheKey const&) const
            calls=1 0x30
            0x24 \(6 * places)

            fn=(3)
            0x30 \(6 * places)

            totals: \(20 + 11 * places)
            """
        }
        for places in [1, 7] {
            let counts = IterationCounts(try CallgrindProfile(text: text(places: places)), allocations: nil)
            #expect(counts.values[.instructions] == 20)
            #expect(counts.values[.lookups] == 1)
        }
    }

    @Test func aFunctionIsCalledAsOftenAsItsFirstInstructionIsExecuted() throws {
        let profile = try CallgrindProfile(text: file)
        #expect(profile.label == "1/2000")
        #expect(profile.instructions == 6013)
        #expect(profile.calls == ["main": 1, "swift_release": 44, "bool f<(Kind)1>(int)": 5])
    }

    /// A debug build has a function between the counting `malloc` and the allocator's: what it takes is in what `malloc` took.
    @Test func whatPassesACallOnIsTheAllocator() throws {
        let text = """
            desc: Trigger: Client Request: a
            positions: instr
            events: Ir
            ob=(1) /program
            fn=(1) main
            0x10 10
            cfn=(2) malloc
            calls=1 0x20
            0x14 90

            fn=(2)
            0x20 5
            cfn=(3) rxac_raw_malloc
            calls=1 0x30
            0x24 85

            fn=(3)
            0x30 5
            cfn=(4) calloc
            calls=1 0x40
            0x34 80

            fn=(4)
            0x40 80

            totals: 100
            """
        #expect(try CallgrindProfile(text: text).leftOut == 90)
        // Of another function it isn't known, and its call is counted again.
        let other = text.replacingOccurrences(of: "rxac_raw_malloc", with: "raw_malloc")
        #expect(throws: CallgrindProfile.Malformed.self) { try CallgrindProfile(text: other) }
    }

    /// `main` calls `malloc` of its own object twice, which passes on to jemalloc; `operator new` of jemalloc, which locks a mutex of another
    /// library; and `work`, which calls `free` of another object. The line after each call is what it took in all.
    private let allocating = """
        desc: Trigger: Client Request: a
        positions: instr
        events: Ir
        ob=(1) /program
        fn=(1) main
        0x10 100
        cfn=(2) malloc
        calls=2 0x10
        0x10 50
        cob=(2) /lib/libjemalloc.so.2
        cfn=(3) operator new(unsigned long)
        calls=1 0x10
        0x10 30
        cfn=(4) work
        calls=1 0x10
        0x10 37

        fn=(2)
        0x10 10
        cob=(2)
        cfn=(5) mallocx
        calls=2 0x10
        0x10 40

        fn=(4)
        0x10 7
        cob=(3) /lib/libc.so.6
        cfn=(6) free
        calls=1 0x10
        0x10 30

        ob=(3)
        fn=(6)
        0x10 30

        ob=(2)
        fn=(5)
        0x10 40

        fn=(3)
        0x10 20
        cob=(3)
        cfn=(7) pthread_mutex_lock
        calls=1 0x10
        0x10 10

        ob=(3)
        fn=(7)
        0x10 10
        totals: 217
        """

    @Test func whatTheAllocatorExecutesIsNotAmongTheInstructions() throws {
        let profile = try CallgrindProfile(text: allocating)
        #expect(profile.instructions == 217)
        // Of 100 of main and 7 of work, nothing; all else was done for malloc, new and free, once each.
        #expect(profile.leftOut == 110)
        #expect(IterationCounts(profile, allocations: nil).values[.instructions] == 107)
        let broken = allocating.replacingOccurrences(of: "0x10 37", with: "0x10 x")
        #expect(throws: CallgrindProfile.Malformed.self) { try CallgrindProfile(text: broken) }
        // A recursive call has its depth in its name, and is among those of the allocator, too.
        let recursive = allocating.replacingOccurrences(of: "fn=(2)\n0x10 10", with: "fn=(8) malloc'2\n0x10 10")
        #expect(try CallgrindProfile(text: recursive).leftOut == 110)
        let absurd = allocating.replacingOccurrences(of: "0x10 50", with: "0x10 3000")
        #expect(throws: CallgrindProfile.Malformed.self) { try CallgrindProfile(text: absurd) }
    }

    @Test func anIncompleteFileIsRefused() {
        let cut = file.replacingOccurrences(of: "totals: 6013", with: "")
        #expect(throws: CallgrindProfile.Malformed.self) { try CallgrindProfile(text: cut) }
        #expect(throws: CallgrindProfile.Malformed.self) { try CallgrindProfile(text: "") }
    }

    @Test func anUnknownNameOrCountIsRefused() {
        for (from, to) in [
            ("cfn=(2)\n", "cfn=(9)\n"), ("0x1008 12", "0x1008"), ("0x1008 12", "0xyz 12"),
            ("0x1008 12", "0x1008 18446744073709551615"), ("0x1008 12", "0x1008 18446744073709551616"), ("0x1008 12", "0x1008 -1"),
            ("0x1010 1998", "fn=(2)"), ("events: Ir", "events: Dr Ir"),
            ("positions: instr", "positions: line"),
        ] {
            let broken = file.replacingOccurrences(of: from, with: to)
            #expect(throws: CallgrindProfile.Malformed.self) { try CallgrindProfile(text: broken) }
        }
    }

    /// Names that are no text would become one, and what is between the parentheses is a number or no identifier.
    @Test func aNameIsTextAndAnIdentifierIsANumber() throws {
        let name = Array("fn=(4)".utf8), garbled = Array("fn=(4) \u{1}".utf8).dropLast() + [0xFF]
        var bytes = Array(file.utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
        bytes.replaceSubrange(place..<(place + name.count), with: garbled)
        #expect(throws: CallgrindProfile.Malformed.self) { try CallgrindProfile(bytes: bytes) }
        let spaced = file.replacingOccurrences(of: "fn=(3)\n", with: "fn=(3 )\n")
        let calls = try CallgrindProfile(text: spaced).calls
        #expect(spaced != file && calls["(3 )"] == 5)
    }

    @Test func functionsThatOnlyPassOnAreNotCountedTwice() {
        let profile = CallgrindProfile(
            label: "", instructions: 7,
            calls: [
                "swift_retain": 2, "swift_bridgeObjectRetain": 2, "swift_release_n": 1, "swift_allocBox": 3, "swift_beginAccess": 5,
                "swift_endAccess": 5, "swift_getGenericMetadata": 6, "__swift_instantiateGenericMetadata": 6, "swift_dynamicCast": 1,
            ])
        let counts = IterationCounts(profile, allocations: AllocationCounts(mallocs: 4, frees: 3, bytes: 96))
        #expect(
            counts.values == [
                .instructions: 7, .retains: 2, .releases: 1, .objects: 3, .mallocs: 4, .bytes: 96, .accesses: 5, .lookups: 7, .locks: 0, .kept: 1,
            ])
        #expect(IterationCounts(profile, allocations: nil).values[.mallocs] == nil)
    }

    private func repetition(_ empty: UInt64, _ single: UInt64, _ double: UInt64) -> CountRepetition {
        CountRepetition(
            empty: IterationCounts([.instructions: empty]), single: IterationCounts([.instructions: single]),
            double: IterationCounts([.instructions: double]))
    }

    @Test func whatTheFirstEventsCostOnceIsNotPerEvent() throws {
        let counts = RowCounts(
            [[repetition(50, 150 + 8, 250 + 8)], [repetition(50, 158, 258)]], events: 10, isExact: true)
        #expect(counts.perEvent == [.instructions: Count(value: 10, stability: .banded)])
        #expect(counts.perSubscription == [.instructions: Count(value: 50, stability: .banded)])
        #expect(counts.repetitions == 2)
    }

    @Test func whatOneRepetitionDoesNotKnowIsNotKnown() {
        func repetition(_ atomics: UInt64?) -> CountRepetition {
            func counts(_ events: UInt64) -> IterationCounts {
                var values: [CountedKind: UInt64] = [.retains: events]
                values[.atomics] = atomics.map { $0 * events }
                return IterationCounts(values)
            }
            return CountRepetition(empty: counts(0), single: counts(10), double: counts(20))
        }
        func kinds(_ second: UInt64?) -> Set<CountedKind> {
            Set(RowCounts([[repetition(2)], [repetition(second)]], events: 10, isExact: true).perEvent.keys)
        }
        #expect(kinds(2) == [.retains, .atomics])
        #expect(kinds(nil) == [.retains])
    }

    @Test func stabilityTellsWhatACountIsWorth() {
        func count(_ processes: [[Double]], _ kind: CountedKind = .retains, isExact: Bool = true) -> Count? {
            Count(processes, of: kind, isExact: isExact)
        }
        #expect(count([[3], [3, 3]]) == Count(value: 3, stability: .exact))
        #expect(count([[3, 4], [9]]) == Count(value: 4, stability: .banded, low: 3, high: 9))
        #expect(count([[3], [3]], isExact: false)?.stability == .reportOnly)
        #expect(count([]) == nil)
        // Nothing is called less often than never: what met the shorter iteration may not do so the next time.
        #expect(count([[-0.1], [-0.1]]) == Count(value: -0.1, stability: .banded, low: -0.1, high: 0))
        #expect(count([[-0.1], [0.2]]) == Count(value: 0.05, stability: .banded, low: -0.1, high: 0.2))
        #expect(count([[-3], [-3]], .instructions) == Count(value: -3, stability: .banded))
        // One process may count the same again and again, and the next one something else.
        #expect(count([[3, 3, 3, 3]]) == Count(value: 3, stability: .banded))
        #expect(count([[3, 3], []])?.stability == .banded)
    }

    @Test func instructionsAreNeverExactAndCallsAreOnlyOnceSeenInTwoProcesses() throws {
        for kind in CountedKind.allCases {
            let count = try #require(Count([[2209, 2209], [2209, 2209]], of: kind, isExact: true))
            #expect(count.stability == (kind == .instructions ? .banded : .exact))
        }
    }

    @Test func countsAreObjectsInTheResultsFile() throws {
        let counts = RowCounts(
            events: 10, repetitions: 2, perEvent: [.retains: Count(value: 1, stability: .exact)], perSubscription: [:])
        let json = String(decoding: try JSONEncoder().encode(counts), as: UTF8.self)
        #expect(json.contains(#""retains":{"#))
        #expect(try JSONDecoder().decode(RowCounts.self, from: Data(json.utf8)) == counts)
    }

    /// A 64-bit ELF file of nothing but section headers and their names.
    private func executable(sections: [String]) -> [UInt8] {
        func little(_ value: Int, bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var names: [UInt8] = [0], headers: [UInt8] = []
        for section in sections {
            // Name, type and flags, address; then the offset, which matters for the table of names alone.
            headers += little(names.count, bytes: 4) + little(0, bytes: 20) + little(64, bytes: 8) + little(0, bytes: 32)
            names += Array(section.utf8) + [0]
        }
        var file: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1] + little(0, bytes: 58)
        file.replaceSubrange(0x28..<0x30, with: little(64 + names.count, bytes: 8))
        file.replaceSubrange(0x3A..<0x40, with: little(64, bytes: 2) + little(sections.count, bytes: 2) + little(0, bytes: 2))
        return file + names + headers
    }

    @Test func debugSectionsAreHiddenAndNothingElseChanges() {
        let original = executable(sections: [".names", ".text", ".debug_info", ".rodata", ".debug_line"])
        let hidden = UndescribedExecutable.hidingDebugSections(of: original)
        #expect(hidden == executable(sections: [".names", ".text", ".xebug_info", ".rodata", ".xebug_line"]))
    }

    @Test(arguments: [[], [1, 2, 3], [0x7F, 0x45, 0x4C, 0x46, 2, 1], [0x7F, 0x45, 0x4C, 0x46, 1, 1, 0, 0]] as [[UInt8]])
    func whatIsNoSuchFileStaysAsItIs(bytes: [UInt8]) {
        #expect(UndescribedExecutable.hidingDebugSections(of: bytes) == bytes)
    }
}
