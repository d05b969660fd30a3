import Foundation
import Testing
import ToolCommand

@testable import MachineOrders

@Suite struct ArmOrdersTests {
    /// A module as the compiler prints it for x86: a store, a light fence and a load as the bias has them, a lock, and something without orders.
    private static let module = """
        target datalayout = "e-m:e-i64:64"
        target triple = "x86_64-unknown-linux-gnu"
        @flag = internal global i64 0, align 8
        define swiftcc i64 @enter(ptr %0, ptr %1) #0 !dbg !3 {
        entry:
          store atomic i64 1, ptr %0 monotonic, align 8, !dbg !10
          tail call void asm sideeffect "", "~{memory},~{dirflag},~{fpsr},~{flags}"() #1, !dbg !11
          %2 = load atomic i64, ptr %1 acquire, align 8, !dbg !12
          ret i64 %2, !dbg !13
        }
        define internal i64 @lock(ptr %0) #0 !dbg !4 {
          tail call void @llvm.x86.sse2.pause()
          %2 = cmpxchg ptr %0, i64 0, i64 1 acq_rel acquire, align 8, !dbg !14
          %3 = extractvalue { i64, i1 } %2, 0, !dbg !14
          %4 = atomicrmw xchg ptr %0, i64 %3 acq_rel, align 8, !dbg !14
          store atomic i64 %4, ptr %0 release, align 8, !dbg !14
          fence acquire, !dbg !14
          ret i64 %4
        }
        define void @plain() #0 !dbg !5 {
          store i64 2, ptr @flag, align 8
          ret void
        }
        declare void @llvm.x86.sse2.pause()
        attributes #0 = { nounwind "target-cpu"="x86-64" "target-features"="+cx8,+sse2" "tune-cpu"="generic" }
        attributes #1 = { nounwind }
        !llvm.dbg.cu = !{!0}
        !llvm.module.flags = !{!1, !2}
        !0 = distinct !DICompileUnit(language: DW_LANG_Swift, file: !6, emissionKind: LineTablesOnly)
        !1 = !{i32 7, !"Dwarf Version", i32 4}
        !2 = !{i32 2, !"Debug Info Version", i32 3}
        !3 = distinct !DISubprogram(name: "enter", linkageName: "$s2Rx4BiasV5enteryyF", scope: !6, file: !6, unit: !0, spFlags: DISPFlagDefinition)
        !4 = distinct !DISubprogram(name: "lock", scope: !6, file: !6, line: 9, unit: !0, spFlags: DISPFlagDefinition)
        !5 = distinct !DISubprogram(name: "plain", scope: !6, file: !6, line: 20, unit: !0, spFlags: DISPFlagDefinition)
        !6 = !DIFile(filename: "Sources/Rx/Bias.swift", directory: "/x")
        !7 = distinct !DISubprogram(name: "store", linkageName: "$s10RxPlatform4WordV5storeyySuF", file: !6, unit: !0, spFlags: DISPFlagDefinition)
        !8 = distinct !DILexicalBlock(scope: !3, file: !6, line: 2)
        !9 = distinct !DILocation(line: 2, column: 7, scope: !8)
        !10 = !DILocation(line: 0, scope: !7, inlinedAt: !9)
        !11 = !DILocation(line: 3, column: 1, scope: !3)
        !12 = !DILocation(line: 4, column: 1, scope: !3)
        !13 = !DILocation(line: 5, column: 1, scope: !3)
        !14 = !DILocation(line: 10, column: 1, scope: !4)

        """

    private static let code = ModuleCode(module, triple: "aarch64-unknown-linux-gnu")

    /// What the toolchain's code generator makes of that, after a change.
    private static func findings(_ change: (String) -> String = { $0 }) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("arm-orders-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = LibraryModules(place: ToolPlace(folder: folder), folder: folder)
        var report = OrderReport()
        let codes = try library.assembled("module", ModuleCode(change(module), triple: "aarch64-unknown-linux-gnu"), for: ArmProcessor.all)
        for (processor, code) in zip(ArmProcessor.all, codes) { report.compare(self.code.steps, with: code, for: processor) }
        return report.findings
    }

    @Test func stepsHaveTheirOrdersAndPlaces() {
        let steps = Self.code.steps
        #expect(
            steps.map(\.step.description) == [
                "store monotonic", "light fence", "load acquire", "compare-exchange acq_rel acquire", "read-modify-write acq_rel", "store release",
                "fence acquire",
            ])
        #expect(steps.first?.frames.map(\.function) == ["Word.store", "Bias.enter"])
        #expect(steps.first?.place == "Sources/Rx/Bias.swift:2 (Bias.enter)")
        #expect(steps.first?.block == steps[2].block)
        #expect(steps[2].block != steps[3].block)
    }

    @Test func eachProcessorGetsAllOrders() throws {
        #expect(try Self.findings() == [])
    }

    @Test(arguments: [
        ("ptr %1 acquire", "ptr %1 monotonic", "Sources/Rx/Bias.swift:4 (Bias.enter): load acquire is lost for", "no load that acquires"),
        ("ptr %0 release", "ptr %0 monotonic", "Sources/Rx/Bias.swift:10 (lock): store release is lost for", "no store that releases"),
        ("acq_rel acquire", "release monotonic", "(lock): compare-exchange acq_rel acquire is lost for", "a read that doesn't acquire"),
        ("acq_rel acquire", "acquire acquire", "(lock): compare-exchange acq_rel acquire is lost for", "a write that doesn't release"),
        ("i64 %3 acq_rel", "i64 %3 acquire", "(lock): read-modify-write acq_rel is lost for", "a write that doesn't release"),
        ("i64 %3 acq_rel", "i64 %3 release", "(lock): read-modify-write acq_rel is lost for", "a read that doesn't acquire"),
    ]) func anOrderThatIsLostIsNamed(order: String, weaker: String, place: String, reason: String) throws {
        let found = try Self.findings { $0.replacingOccurrences(of: order, with: weaker) }
        #expect(found.count == ArmProcessor.all.count && found.allSatisfy { $0.contains(place) && $0.contains(reason) }, "\(found)")
    }

    @Test func aFenceThatIsGoneIsNamed() throws {
        let found = try Self.findings { $0.replacingOccurrences(of: "fence acquire", with: "%5 = load atomic i64, ptr %0 monotonic, align 8") }
        #expect(found.count == ArmProcessor.all.count && found.allSatisfy { $0.contains("no barrier of that order") }, "\(found)")
    }

    @Test func whatHasCrossedALightFenceIsNamed() {
        let code = ArmCode(
            """
            enter:
            \t.loc\t1 1000002 0
            \tldar\tx0, [x1]
            \t.loc\t1 1 0
            \t//APP
            \(["", ArmCode.lightFence].joined(separator: "\t")) 1
            \t//NO_APP
            \t.loc\t1 1000000 0
            \tstr\tx2, [x0]
            """)
        var report = OrderReport()
        report.compare(Array(Self.code.steps.prefix(3)), with: code, for: ArmProcessor.all[0])
        #expect(
            report.findings == [
                "Sources/Rx/Bias.swift:2 (Bias.enter): store monotonic comes behind light fence for armv8.0",
                "Sources/Rx/Bias.swift:3 (Bias.enter): light fence comes behind load acquire for armv8.0",
            ])
    }

    @Test func eachOperationHasTheOrderOfItsRow() {
        let store = Array(Self.code.steps.prefix(1))
        func findings(_ rows: [String: Set<AtomicStep>]) -> [String] {
            var report = OrderReport()
            report.compare(store, with: rows)
            return report.findings
        }
        #expect(findings(["Word.store": [PlatformOrders.store]]) == [])
        #expect(
            findings(["Word.store": [PlatformOrders.storeReleasing]]) == [
                "Sources/Rx/Bias.swift:2 (Bias.enter): Word.store is store monotonic in intermediate code, and has to be store release",
                "Word.store: nowhere a store release",
            ])
        #expect(findings([:]) == ["Sources/Rx/Bias.swift:2 (Bias.enter): store monotonic in Word.store, which has no row"])
        #expect(findings(["Word.store": [PlatformOrders.store], "Word.load": [PlatformOrders.load]]) == ["Word.load: nowhere a load monotonic"])
    }

    @Test func placesOfTheSourcesAreFoundInCode() {
        let sites = SourceSite.all(
            in: "// a.storeReleasing(1)\nfunc fetchOr(_ a: Int) {}\nlet b = word.loadAcquiring() + \"fetchOr(\".count; lightFence()\n",
            path: "Sources/Rx/A.swift")
        #expect(
            sites == [
                SourceSite(path: "Sources/Rx/A.swift", line: 3, column: 14, operation: "loadAcquiring"),
                SourceSite(path: "Sources/Rx/A.swift", line: 3, column: 50, operation: "lightFence"),
            ])
        #expect(sites[0].isPlace(OriginFrame(path: "Sources/Rx/A.swift", function: "a", line: 3, column: 14, isPlatform: false)))
        #expect(!sites[0].isPlace(OriginFrame(path: "Sources/Rx/B.swift", function: "a", line: 3, column: 14, isPlatform: false)))
    }
}
