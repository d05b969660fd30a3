import Testing

@testable import BenchKit

@Suite struct CallgrindNamesTests {
    private func part(_ names: [(Int, String)]) -> String {
        let functions = names.map { "fn=(\($0)) \($1)\n0x\($0)000 \($0)\n0x\($0)000 0 1 5\n" }.joined()
        return
            "desc: Trigger: Client Request: 1\npositions: instr\nevents: Ir sysCount sysTime\nob=(1) /program\n\(functions)totals: \(names.map(\.0).reduce(0, +))\n"
    }

    /// Of another part they may be: what is remembered of one is compared before it is believed.
    @Test func numbersOfOnePartDoNotNameTheFunctionsOfAnother() throws {
        let names = CallgrindNames()
        let parts = [
            [(1, "malloc"), (2, "swift_retain"), (3, "pthread_mutex_lock")],
            [(2, "malloc"), (3, "swift_retain"), (1, "pthread_mutex_lock")],
            [(1, "malloc"), (2, "swift_retain'2"), (3, "swift_retain")],
            [(3, "swift::MetadataCacheKey::hash"), (4, "clock_gettime")],
        ]
        for part in parts {
            let bytes = Array(self.part(part).utf8)
            let together = try CallgrindProfile(bytes: bytes, names: names), alone = try CallgrindProfile(bytes: bytes)
            #expect(together.calls == alone.calls)
            #expect([together.locks, together.leftOut, together.systemCalls ?? 0] == [alone.locks, alone.leftOut, alone.systemCalls ?? 0])
        }
        func alone(_ names: [(Int, String)]) throws -> CallgrindProfile { try CallgrindProfile(bytes: Array(part(names).utf8)) }
        let last = try CallgrindProfile(bytes: Array(part(parts[2]).utf8), names: names)
        #expect(try alone(parts[3]).systemCalls == 1)
        #expect(last.calls == ["malloc": 1, "swift_retain": 2])
    }

    @Test func whatIsKnownOfANameIsFoundOutOnce() {
        let names = CallgrindNames(), name = Array("swift_retain".utf8)
        #expect(names.function(name[...], 1) === names.function(name[...], 1))
        #expect(names.function(name[...], 1) === names.function(Array("swift_retain'12".utf8)[...], 2))
        #expect(names.function(name[...], nil) === names.function(name[...], 7))
        #expect(names.function(name[...], 1) !== names.function(Array("swift_release".utf8)[...], 1))
        #expect(names.function([0xff], 1) == nil)
    }
}
