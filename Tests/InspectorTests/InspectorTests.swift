import Foundation
import Rx
import RxMarbles
import RxTest
import Testing

@testable import RxInspector

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct InspectorTests {
    /// A recorder in the scheduler's time.
    private func recorder(_ scheduler: TestScheduler, limit: Int = 1000) -> Recorder {
        Recorder(limit: limit, now: { Double(scheduler.clock) })
    }

    /// Two subscriptions of `outer`'s elements to `inner`, the first of which is cut off.
    private func searching(_ core: Core, limit: Int = 1000) -> Trace {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let recorder = recorder(scheduler, limit: limit)
            let source = scheduler.hot("-a--b-----|"), inner = scheduler.cold("--1-2|")
            let subscription = source.inspect("typed", recorder)
                .flatMapLatest { letter in inner.map { letter + $0 }.inspect("answer", recorder) }
                .inspect("results", recorder)
                .subscribe()
            scheduler.start()
            subscription.dispose()
            return recorder.trace
        }
    }

    @Test(arguments: Core.allCases)
    func traceSaysWhoSubscribedToWhatOnWhichCore(core: Core) {
        let trace = searching(core)
        #expect(trace.subscriptions.map(\.name) == ["results", "typed", "answer", "answer"])
        #expect(trace.subscriptions.map(\.parent) == [nil, 0, 1, 1])
        #expect(trace.subscriptions.map(\.isInner) == [false, false, true, true])
        #expect(trace.subscriptions.map(\.time) == [0, 0, 1, 4])
        #expect(trace.subscriptions.map(\.core) == Array(repeating: "\(core)", count: 4))
        #expect(trace.subscriptions.map(\.element) == Array(repeating: "String", count: 4))
    }

    @Test(arguments: Core.allCases)
    func traceHasEveryEventAndEveryEndInOrder(core: Core) {
        let thread = searching(core).entries.map(\.place.thread)
        #expect(Set(thread) == [1])
        let lines = searching(core).entries.map { "\(Int($0.time)) \($0.subscription) \($0.kind.rawValue) \($0.text)" }
        #expect(
            lines == [
                "1 1 next a", "3 2 next a1", "3 0 next a1", "4 1 next b", "4 2 ended ", "6 3 next b1", "6 0 next b1",
                "8 3 next b2", "8 0 next b2", "9 3 completed ", "9 3 ended ", "10 1 completed ", "10 1 ended ",
                "10 0 completed ", "10 0 ended ",
            ])
    }

    @Test(arguments: Core.allCases)
    func diagramHasARowForEachSubscription(core: Core) {
        let text = """
            results        ---a1--b1-b2-|
              typed        -a---b-------|
                answer #1   --a1!
                answer #2       --b1-b2|
            """
        #expect(searching(core).diagram(tick: 1).description == text)
        let part = searching(core).diagram(tick: 2, from: 6, to: 9).description
        #expect(part.contains("answer #2") && !part.contains("answer #1"))
    }

    @Test func recorderThatIsFullCounts() {
        let trace = searching(.lock, limit: 4)
        #expect(trace.entries.count == 4)
        #expect(trace.dropped == searching(.lock).entries.count - 4)
        #expect(trace.description.contains("more were not recorded"))
        #expect(searching(.lock).dropped == 0)
    }

    @Test(arguments: Core.allCases)
    func eventsAreRecordedOnTheThreadThatSendsThem(core: Core) async throws {
        let recorder = Recorder(), scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "work")
        let lengths = core.run {
            Observable.of("a", "bc").inspect("before", recorder).observe(on: scheduler).inspect("after", recorder)
        }
        for try await _ in lengths.values {}
        let trace = recorder.trace
        let after = trace.entries.filter { trace.subscriptions[$0.subscription].name == "after" && $0.kind == .next }
        let before = trace.entries.filter { trace.subscriptions[$0.subscription].name == "before" && $0.kind == .next }
        #expect(after.map(\.text) == ["a", "bc"])
        #expect(Set(after.map(\.place.queue)) == ["work"])
        #expect(before.count == 2 && before.allSatisfy { $0.place.queue != "work" })
    }

    @Test(arguments: Core.allCases)
    func manyThreadsMayBeRecordedAtOnce(core: Core) {
        core.run {
            let recorder = Recorder(), subject = PublishSubject<Int>()
            nonisolated(unsafe) var count = 0
            let subscription = subject.inspect("numbers", recorder).subscribe(onNext: { _ in count += 1 })
            DispatchQueue.concurrentPerform(iterations: 200) { subject.onNext($0) }
            subscription.dispose()
            let texts = recorder.trace.entries.filter { $0.kind == .next }.map(\.text)
            #expect(texts.count == 200 && count == 200)
            let sent: [String] = (0..<200).map { "\($0)" }
            #expect(texts.sorted() == sent.sorted())
            #expect(recorder.trace.entries.last?.kind == .ended)
        }
    }

    @Test(arguments: Core.allCases)
    func whatIsInspectedIsWhatItWasBefore(core: Core) throws {
        try core.run {
            for marbles in ["-a-b-|", "-a-#", "(ab|)", "|", "---"] {
                let scheduler = TestScheduler(initialClock: 0), recorder = recorder(scheduler)
                let source = scheduler.cold(marbles)
                try scheduler.expect(marbles) { source.inspect("source", recorder) }
                #expect(recorder.trace.entries.last?.kind == .ended)
            }
        }
    }

    // MARK: The page

    @Test func pageIsWellFormedAndNeedsNothingElse() throws {
        let scheduler = TestScheduler(initialClock: 0), recorder = recorder(scheduler)
        let source = scheduler.hot("-a-b|", ["a": "<script>\"&\u{1}", "b": "b"])
        _ = source.inspect("<&\">", recorder).subscribe()
        scheduler.start()
        let page = recorder.trace.html(title: "A & B")
        let parser = XMLParser(data: Data(page.replacingOccurrences(of: "<!DOCTYPE html>\n", with: "").utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError)), line \(parser.lineNumber)")
        #expect(!page.contains("<script>\""))
        let addresses = page.components(separatedBy: "http").count - 1
        #expect(addresses == 1)  // The name of SVG.
        #expect(page.contains("<title>A &amp; B</title>"))
    }

    @Test func pageHasALaneForEachSubscriptionAndAMarkForEachEvent() {
        let trace = searching(.lock), page = searching(.lock).html(title: "Search")
        #expect(page.components(separatedBy: "<g class=\"lane\">").count - 1 == trace.subscriptions.count)
        let events = trace.entries.filter { $0.kind == .next }.count
        #expect(page.components(separatedBy: ">●<title>").count - 1 == events)
        #expect(page.components(separatedBy: ">○<title>").count - 1 == 1)  // One was disposed, the others have stopped.
        #expect(page.components(separatedBy: "class=\"edge inner\"").count - 1 == 2)
        #expect(page.contains("Subscriptions: 4, events: 11, threads: 1, seconds: 10.000."))
    }

    /// 10,000 subscriptions with 30,000 entries: what is drawn takes time in proportion. Of the processor's, since on the wall this test waits for others.
    @Test func longTraceIsDrawnInReasonableTime() {
        let few = drawing(subscriptions: 2500), many = drawing(subscriptions: 10_000)
        #expect(many < few * 8, "\(few) ns, four times as many: \(many) ns")  // 16 times where each looks at all others.
    }

    /// Draws a trace of so many subscriptions in each form. Returns the nanoseconds that the processor took, the lesser of two attempts.
    private func drawing(subscriptions count: Int) -> UInt64 {
        let recorder = Recorder(now: { 0 })
        _ = Observable.range(start: 0, count: count)
            .flatMap { number in Observable.of(number).inspect("inner", recorder) }
            .subscribe()
        let trace = recorder.trace
        #expect(trace.entries.count == 3 * count)
        return (0..<2).map { _ in
            let start = processorNanoseconds()
            #expect(trace.description.components(separatedBy: "\n").count == 4 * count)
            #expect(trace.html(title: "Long").contains("inner #\(count)"))
            #expect(trace.diagram(tick: 1).rows.count == count)
            return processorNanoseconds() - start
        }.min()!
    }

    /// Of the calling thread.
    private func processorNanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    @Test func traceSurvivesSaving() throws {
        let trace = searching(.queue)
        #expect(try JSONDecoder().decode(Trace.self, from: JSONEncoder().encode(trace)) == trace)
    }

    // MARK: By the environment

    @Test func environmentSaysWhatIsWritten() throws {
        #expect(InspectionRequest(nil) == nil)
        #expect(InspectionRequest("") == nil)
        #expect(InspectionRequest("live") == .live)
        #expect(InspectionRequest("a/b.html") == .page(path: "a/b.html"))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = folder.appendingPathComponent("trace.html").path, lines = folder.appendingPathComponent("trace").path
        for path in [page, lines] { InspectionRequest(path)?.finish(searching(.lock)) }
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("<svg"))
        let text = try String(contentsOfFile: lines, encoding: .utf8)
        #expect(text == searching(.lock).description + "\n" && text.contains("answer #1 next(a1)"))
    }

    @Test func withoutTheEnvironmentNothingIsAdded() {
        let source = Observable.of(1, 2)
        let isSame = source.inspect("source") === source
        #expect(isSame == (ProcessInfo.processInfo.environment["RX_INSPECT"] == nil))
    }

    #if DEBUG
    /// A program that knows nothing of an inspector: what it wrote with `RX_INSPECT`.
    private func trace(_ name: String, of arguments: [String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process(), file = folder.appendingPathComponent(name)
        let tests = try #require(Bundle.main.executableURL)  // The package manager puts the programs beside it.
        process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("InspectedProgram")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["RX_INSPECT": file.path]) { $1 }
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test(arguments: Core.allCases)
    func environmentAloneHasEverySubscriptionRecorded(core: Core) throws {
        let lines = try trace("trace.txt", of: ["\(core)"]).split(separator: "\n").map(String.init)
        let pattern = #"^\d+\.\d{3}  thread \d+ \(.+\)  .+$"#
        #expect(lines.allSatisfy { $0.range(of: pattern, options: .regularExpression) != nil })
        func what(_ line: String) -> String { line.components(separatedBy: ")  ").dropFirst().joined(separator: ")  ") }
        // What the program does on its own thread, and in the order in which it does it.
        expectSame(
            lines.filter { $0.contains(" subscribed") }.map(what),
            [
                "main.swift:10 subscribed, core \(core)",
                "flatMapLatest #1 subscribed for main.swift:10, core \(core)",
                "flatMapLatest #2 subscribed within an event of flatMapLatest #1, core \(core)",
                "observeOn subscribed for flatMapLatest #2, core \(core)",
                "subscribe subscribed, core \(core)",
            ])
        // What crosses over to the scheduler, on its queue and on another thread.
        let crossed = lines.filter { $0.contains("(work)") }
        expectSame(
            crossed.prefix(4).map(what),
            [
                "flatMapLatest #2 next(b1)", "main.swift:10 next(b1)", "flatMapLatest #2 next(b2)", "main.swift:10 next(b2)",
            ])
        func threads(_ lines: [String]) -> Set<String> { Set(lines.map { $0.components(separatedBy: " ")[3] }) }
        let subscribed = lines.filter { $0.contains(" subscribed") }
        #expect(threads(crossed).isDisjoint(with: threads(subscribed)))
        // The disposal, and a stop event with what follows it.
        let all: [String] = lines.map(what), ended = all.filter { $0.hasSuffix(" ended") }
        expectSame(
            ended.sorted(),
            [
                "flatMapLatest #1 ended", "flatMapLatest #2 ended", "main.swift:10 ended", "observeOn ended", "subscribe ended",
            ])
        expectSame(Array(all.suffix(2)), ["subscribe error(Sequence timeout.)", "subscribe ended"])
    }

    @Test func environmentMayAskForAPage() throws {
        let page = try trace("trace.html", of: [])
        #expect(page.contains("<svg") && page.contains("main.swift:10"))
        #expect(page.components(separatedBy: "<g class=\"lane\">").count - 1 == 5)
    }

    /// In a process of its own, since hooks are the process's.
    @Test func inspectorOfTheHookIsToldOfEverySubscriptionOnceItIsSet() async {
        await #expect(processExitsWith: .success) {
            for core in Core.allCases {
                core.run {
                    let recorder = Recorder(), subject = PublishSubject<Int>()
                    let early = subject.subscribe()
                    Hooks.inspector = recorder
                    let sums = Observable.combineLatest(subject, subject.map { $0 * 2 }.filter { $0 > 2 }) { $0 + $1 }
                    let subscription = sums.subscribe(onNext: { _ in })
                    Hooks.inspector = nil
                    let late = subject.subscribe()
                    for number in 1...2 { subject.onNext(number) }
                    for disposable in [subscription, early, late] { disposable.dispose() }
                    let trace = recorder.trace
                    precondition(trace.subscriptions.map(\.parent) == [nil, 0, 0])
                    precondition(trace.subscriptions.dropFirst().allSatisfy { $0.name == "combineLatest" })
                    precondition(trace.entries.map { "\($0.subscription) \($0.text)" } == ["1 1", "1 2", "2 4", "0 6", "1 ", "2 ", "0 "])
                }
            }
        }
    }
    #endif

    private func expectSame(_ lines: [String], _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(lines == expected, sourceLocation: sourceLocation)
    }

    // MARK: In a terminal

    @Test func frameIsDrawnOverTheOneBefore() {
        let trace = searching(.lock)
        let first = LiveDiagram.frame(trace, tick: 1, columns: 60, over: 0)
        #expect(first.lines == 4)
        #expect(first.text.hasPrefix("\r\u{1B}[Jresults"))
        let second = LiveDiagram.frame(trace, tick: 1, columns: 4, over: first.lines)
        #expect(second.text.hasPrefix("\u{1B}[4A\r\u{1B}[J"))
        #expect(second.text.contains("b2") && !second.text.contains("b1"))
    }

    @Test func liveDiagramDrawsUntilItIsStopped() {
        let recorder = Recorder(), subject = PublishSubject<Int>(), lock = NSLock(), drawn = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var frames: [String] = []
        func count() -> Int { lock.withLock { frames.count } }
        let live = LiveDiagram(recorder, every: .milliseconds(5)) { text in
            lock.withLock { frames.append(text) }
            drawn.signal()
        }
        let subscription = subject.inspect("numbers", recorder).subscribe()
        subject.onNext(7)
        for _ in 1...3 { #expect(drawn.wait(timeout: .now() + 60) == .success) }
        live.stop()
        let last = count()
        #expect(lock.withLock { frames.last }?.contains("7") == true)
        live.queue.sync { live.timerFired() }
        live.stop()
        #expect(count() == last)
        subscription.dispose()
    }
}
