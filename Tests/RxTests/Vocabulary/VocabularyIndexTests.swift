import Foundation
import Rx
import RxBlocking
import RxTest
import Testing

/// `docs/vocabulary-tests.txt` tells which tests show what each part of the vocabulary promises: whether that is true.
@Suite struct VocabularyIndexTests {
    private struct Row {
        let names: String
        let tests: [String]
        /// Why the tests needn't run on both cores.
        let excuse: String?
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func lines(_ path: String) throws -> [String] {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8).components(separatedBy: "\n")
    }

    private static func rows() throws -> [Row] {
        // An explanation comes before the first heading.
        let lines = try lines("docs/vocabulary-tests.txt").drop { !$0.hasPrefix("## ") }
        return lines.filter { !$0.isEmpty && !$0.hasPrefix("## ") }.map { line in
            let cells = line.components(separatedBy: " | ")
            let tests = cells.count > 1 ? cells[1].components(separatedBy: ", ") : []
            return Row(names: cells[0], tests: tests, excuse: cells.count > 2 ? cells[2] : nil)
        }
    }

    /// What tests that run on both cores have as arguments; `Core.underLaw` has both, and more.
    private static var allCores: Regex<(Substring, Substring)> { /Core\.(allCases|underLaw)/ }

    /// The tests of all suites, as `Suite/test`, and whether they run on both cores.
    private static func tests() throws -> [String: Bool] {
        let folder = root.appendingPathComponent("Tests")
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        var tests: [String: Bool] = [:]
        for path in paths where path.hasSuffix(".swift") {
            var suite = "", test: String?, isNext = false, attribute = ""
            for line in try lines("Tests/" + path) where !line.isEmpty {
                if !line.hasPrefix(" "), let name = ["struct ", "class ", "extension "].lazy.compactMap({ word(after: $0, in: line) }).first {
                    (suite, test) = (name, nil)
                }
                if line.contains("@Test") { (isNext, attribute) = (true, "") }
                if isNext { attribute += line }
                if let name = word(after: "func ", in: line), isNext || name.hasPrefix("test") {
                    test = suite + "/" + name
                    tests[test!] = attribute.contains(allCores)
                    isNext = false
                }
                if let test, line.contains(/in Core\.(allCases|underLaw)/) { tests[test] = true }
            }
        }
        return tests
    }

    private static func word(after keyword: String, in line: String) -> String? {
        line.range(of: keyword).map { String(line[$0.upperBound...].prefix { $0.isLetter || $0.isNumber }) }
    }

    /// The page for people who come from RxSwift names all that `docs/vocabulary-left-out.txt` leaves out, but for what is there and only
    /// not in the symbol graphs; and nothing else, but for what rests on Objective-C and is no part of that vocabulary.
    @Test func everythingThatIsLeftOutIsNamedAsMissing() throws {
        var leftOut: Set<String> = [], isThere = false
        for line in try Self.lines("docs/vocabulary-left-out.txt") {
            if line.hasPrefix("Reason: ") { isThere = line.contains("synthesised by the compiler") }
            guard !isThere, let name = line.components(separatedBy: " :: ").first, name != line else { continue }
            leftOut.formUnion(name.components(separatedBy: "."))
        }
        #expect(leftOut.contains("maxTailRecursiveSinkStackSize") && leftOut.contains("isScheduleRequired") && leftOut.count > 10)
        let page = try Self.lines("Sources/Rx/Rx.docc/ComingFromRxSwift.md")
        let section = page.drop { $0 != "## What is missing" }.dropFirst().prefix { !$0.hasPrefix("## ") }
        let cells = section.filter { $0.hasPrefix("| ") }.compactMap { $0.components(separatedBy: " | ").first }
        let quoted = cells.joined().components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let named = Set(quoted.filter { !$0.hasPrefix("rx.") && $0 != "DelegateProxy" }.flatMap { $0.components(separatedBy: ".") })
        #expect(leftOut.subtracting(named).isEmpty, "not named as missing")
        #expect(named.subtracting(leftOut).isEmpty, "named as missing, and not left out")
    }

    @Test func everyTestThatIsNamedExists() throws {
        let tests = try Self.tests()
        #expect(tests.count > 500)
        for row in try Self.rows() {
            for test in row.tests where tests[test] == nil { Issue.record("\(row.names): there is no test \(test)") }
        }
    }

    @Test func everyRowHasATestThatRunsOnBothCores() throws {
        let rows = try Self.rows(), tests = try Self.tests()
        #expect(rows.count > 150)
        for row in rows {
            if row.tests.isEmpty { Issue.record("\(row.names): no test") }
            let runsOnBoth = row.tests.contains { tests[$0] == true }
            if runsOnBoth == (row.excuse != nil) { Issue.record("\(row.names): \(row.excuse ?? "no test on both cores")") }
        }
    }

    @Test func everyNameOfTheVocabularyIsInARow() throws {
        let leftOut = Set(try Self.lines("docs/vocabulary-left-out.txt"))
        let facts = try Self.lines("docs/vocabulary.txt").filter {
            $0.contains(" :: ") && !$0.hasPrefix(" ") && !leftOut.contains($0)
        }
        let names = facts.compactMap { fact -> String? in
            let path = fact.components(separatedBy: " ")[0].prefix { $0 != "(" }
            return path.split(separator: ".").last.map(String.init)
        }
        let words = try Self.rows().flatMap { row in row.names.split { !$0.isLetter && !$0.isNumber && $0 != "=" } }
        let missing = Set(names).subtracting(words.map(String.init)).subtracting(["init"])
        #expect(missing.sorted() == [])
    }

    // MARK: Names

    /// Names of types alone: that this compiles is the test.
    @Test(arguments: Core.allCases)
    func namesOfTypesCanBeWritten(core: Core) {
        core.run {
            let times: (MainScheduler.Time, ConcurrentMainScheduler.TimeInterval) = (Date(timeIntervalSince1970: 1), 2)
            let virtual: (TestScheduler.VirtualTime, TestScheduler.VirtualTimeInterval) = (3, 4)
            #expect(times.0.timeIntervalSince1970 + times.1 + Double(virtual.0 + virtual.1) == 10)
            let journal = Journal()
            let handler: AnyObserver<Int>.EventHandler = journal.event("any")
            let single: Single<Int>.SingleObserver = { journal.add("single \((try? $0.get()) ?? 0)") }
            let maybe: Maybe<Int>.MaybeObserver = { if case .success(let element) = $0 { journal.add("maybe \(element)") } }
            let completable: Completable.CompletableObserver = { if case .completed = $0 { journal.add("completable") } }
            let infallible: Infallible<Int>.InfallibleObserver = { journal.add("infallible \($0.event)") }
            handler(.next(1))
            single(.success(2))
            maybe(.success(3))
            completable(.completed)
            infallible(.next(4))
            expect(journal.lines, ["any next(1)", "single 2", "maybe 3", "completable", "infallible next(4)"])
            let subject: PublishSubject<Int>.SubjectObserverType = PublishSubject<Int>()
            subject.onCompleted()
        }
    }

    /// Likewise.
    @Test(arguments: Core.allCases)
    func namesOfProtocolsAndOfWhatNobodyMakesCanBeWritten(core: Core) {
        core.run {
            func connected<Source: ConnectableObservableType>(_ source: Source) -> ConnectableObservable<Source.Element>?
            where Source.Element == Int { source as? ConnectableObservable<Int> }
            func observer<Subject: SubjectType>(of subject: Subject) -> Subject.Observer { subject.asObserver() }
            func strategy<Source: SharedSequenceConvertibleType>(_: Source) -> Any.Type { Source.SharingStrategy.self }
            func trait<Source: PrimitiveSequenceType>(_: Source) -> Any.Type { Source.Trait.self }
            func first<Source: InfallibleType>(_ source: Source) -> Source.Element? where Source.Element == Int {
                var first: Int?
                source.asObservable().take(1).subscribe(onNext: { first = $0 }).dispose()
                return first
            }
            let published: ConnectableObservable<Int> = Observable.just(1).publish()
            let isSame = connected(published) === published
            #expect(isSame)
            observer(of: PublishSubject<Int>()).onCompleted()
            #expect(strategy(Driver.just(1)) == DriverSharingStrategy.self && strategy(Signal.just(1)) == SignalSharingStrategy.self)
            #expect(trait(Single.just(1)) == SingleTrait.self && trait(Maybe.just(1)) == MaybeTrait.self)
            let isCompletable = trait(Completable.empty()) == CompletableTrait.self
            #expect(isCompletable)
            #expect(first(Infallible.just(7)) == 7)
            let single: SingleEvent<Int> = .success(1), maybe: MaybeEvent<Int> = .completed, completable: CompletableEvent = .completed
            #expect((try? single.get()) == 1 && maybe == .completed && completable == .completed)
            let bag: DisposeBase = DisposeBag(), composite = CompositeDisposable()
            let key: CompositeDisposable.DisposeKey? = composite.insert(Disposables.create() as any Disposable)
            #expect(key != nil && bag is DisposeBag)
            let list = DisposeBag.DisposableBuilder.buildBlock(composite, BooleanDisposable())
            #expect(list.count == 2)
            let handler: Hooks.DefaultErrorHandler = { _, _ in }, capture: Hooks.CustomCaptureSubscriptionCallstack = { [] }
            handler(capture(), Failure.first)
            let time: RxTime = HistoricalScheduler().now, interval: RxTimeInterval = .seconds(1)
            let scheduler: VirtualTimeScheduler<HistoricalSchedulerTimeConverter> = HistoricalScheduler()
            #expect(time.timeIntervalSince1970 == 0 && interval == .milliseconds(1000) && scheduler.clock == time)
            func wrapped<Number: RxAbstractInteger>(_ number: Number) -> Number { number &+ 1 }
            #expect(wrapped(Int8.max) == .min)
            let decoder: any DataDecoder = JSONDecoder(), behavior: TakeBehavior = .inclusive, scope: SubjectLifetimeScope = .forever
            #expect(decoder is JSONDecoder && behavior == .inclusive && scope == .forever)
            let schedulers: [any ImmediateSchedulerType] = [CurrentThreadScheduler.instance, MainScheduler.instance]
            #expect(schedulers.count { $0 is any SchedulerType } == 1)
            let blocking: BlockingObservable<Int> = Observable.just(1).toBlocking(timeout: 20)
            let result: MaterializedSequenceResult<Int> = blocking.materialize()
            if case .completed([1]) = result {} else { Issue.record("\(result)") }
        }
    }
}
