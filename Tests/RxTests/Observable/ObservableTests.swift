import Foundation
import Rx
import RxTest
import Testing

/// A sequence of somebody else's: it says only how to subscribe.
private struct Two: ObservableType {
    typealias Element = Int
    let journal: Journal

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
        journal.add("subscribe")
        observer.onNext(1)
        observer.onNext(2)
        observer.onCompleted()
        observer.onNext(3)
        return Disposables.create { journal.add("dispose") }
    }
}

/// Something that only converts.
private struct Convertible: ObservableConvertibleType {
    let source: Observable<Int>
    func asObservable() -> Observable<Int> { source }
}

private let lineBeforeUnhandled = #line  // Not in a test: code within `#expect` is where that begins.
private func failUnhandled() {
    _ = Observable<Int>.error(Failure.first).subscribe()
    _ = Single<Int>.error(Failure.first).subscribe(onSuccess: { _ in })
    _ = Maybe<Int>.error(Failure.first).subscribe()
    _ = Completable.error(Failure.first).subscribe()
}

@Suite struct ObservableTests {
    @Test(arguments: Core.allCases)
    func asObservableOfAnObservableIsItself(core: Core) {
        core.run {
            let source: RxObservable<Int> = Observable.of(1)
            let isSame = source.asObservable() === source && source.asObservable().asObservable() === source
            #expect(isSame)
        }
    }

    @Test(arguments: Core.allCases)
    func sequenceMadeElsewhereHasAllOperators(core: Core) {
        core.run {
            let journal = Journal()
            _ = Two(journal: journal).map { $0 * 10 }.subscribe(journal.event("got"))
            expect(journal.lines, ["subscribe", "got next(10)", "got next(20)", "got completed", "dispose"])
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start { Two(journal: journal).asObservable() }, [.next(200, 1), .next(200, 2), .completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func whateverConvertsMayBeAnInnerSequence(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .completed(220)])
            let inner = Convertible(source: scheduler.createColdObservable([.next(5, 7), .completed(10)]).asObservable())
            expect(scheduler.start { source.flatMap { _ in inner } }, [.next(215, 7), .completed(220)])
        }
    }

    @Test(arguments: Core.allCases)
    func groupIsASequenceWithAKey(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .completed(220)])
            let group = GroupedObservable(key: "k", source: source.asObservable())
            #expect(group.key == "k")
            expect(scheduler.start { group.asObservable() }, [.next(210, 1), .completed(220)])
            var seen: [Int] = []
            _ = GroupedObservable(key: 0, source: Observable.of(1, 2)).subscribe(AnyObserver { seen += $0.element.map { [$0] } ?? [] })
            expect(seen, [1, 2])
        }
    }

    // MARK: Observers

    @Test(arguments: Core.allCases)
    func erasedObserverPassesEverythingOnAlsoAfterAStop(core: Core) {
        core.run {
            let journal = Journal()
            let observer = AnyObserver<Int>(eventHandler: journal.event("closure"))
            let erased = AnyObserver(observer).asObserver()
            erased.onNext(1)
            erased.onCompleted()
            erased.on(.next(2))
            erased.onError(Failure.first)
            expect(
                journal.lines,
                [
                    "closure next(1)", "closure completed", "closure next(2)", "closure error(first)",
                ])
            let scheduler = TestScheduler(initialClock: 0), recorder = scheduler.createObserver(Int.self)
            recorder.asObserver().onNext(5)
            expect(recorder, [.next(0, 5)])
        }
    }

    @Test(arguments: Core.allCases)
    func mappedObserverTransformsElementsAndMakesAnErrorOfAThrow(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let recorder = scheduler.createObserver(Int.self)
            let observer: AnyObserver<String> = recorder.mapObserver { text in
                guard let number = Int(text) else { throw Failure.thrown }
                return number
            }
            let source = scheduler.createHotObservable([.next(210, "1"), .next(220, "x"), .next(230, "3"), .completed(240)])
            scheduler.scheduleAt(200) { _ = source.subscribe(observer) }
            scheduler.start()
            // The observer has no guard, and it can't end its source.
            expect(recorder, [.next(210, 1), .error(220, Failure.thrown), .next(230, 3), .completed(240)])
            observer.onError(Failure.first)
            #expect(recorder.events.last?.value == .error(Failure.first))
        }
    }

    // MARK: subscribe

    @Test(arguments: Core.allCases)
    func subscribedClosureGetsEveryEvent(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .error(220, Failure.first), .next(230, 2)])
            let journal = Journal()
            scheduler.scheduleAt(200) { _ = source.subscribe { journal.add("\($0) @ \(scheduler.clock)") } }
            scheduler.start()
            expect(journal.lines, ["next(1) @ 210", "error(first) @ 220"])
            expect(source, subscribed: [200...220])
        }
    }

    @Test(arguments: Core.allCases)
    func subscribedObserverGetsEveryEventAndTheSubscriptionEnds(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .completed(220), .next(230, 2)])
            let recorder = scheduler.createObserver(Int.self)
            scheduler.scheduleAt(200) { _ = source.asObservable().subscribe(recorder) }
            scheduler.start()
            expect(recorder, [.next(210, 1), .completed(220)])
            expect(source, subscribed: [200...220])
        }
    }

    @Test(arguments: Core.allCases)
    func closuresAreCalledForTheirEventsAndOnDisposedOnce(core: Core) {
        core.run {
            for (stop, expected) in [(Event<Int>.completed, "completed"), (.error(Failure.first), "first")] {
                let journal = Journal(), subject = PublishSubject<Int>()
                let source = Observable<Int>.create { observer in
                    Disposables.create(subject.subscribe(observer), Disposables.create { journal.add("source") })
                }
                let subscription = source.subscribe(
                    onNext: { journal.add("\($0)") }, onError: { journal.add("\($0)") },
                    onCompleted: { journal.add("completed") }, onDisposed: { journal.add("disposed") })
                subject.onNext(1)
                subject.on(stop)
                subject.onNext(2)
                subscription.dispose()
                expect(Array(journal.lines.prefix(2)), ["1", expected])
                expect(journal.lines.dropFirst(2).sorted(), ["disposed", "source"])
            }
        }
    }

    @Test(arguments: Core.allCases)
    func closuresAreSkippedOnceTheirObjectIsGoneAndTheSubscriptionStays(core: Core) {
        core.run {
            let subject = PublishSubject<Int>(), journal = Journal()
            var object: Journal? = journal
            var other: Journal? = Journal()
            weak let alive = other
            let subscriptions = [object!, other!].map { target in
                subject.subscribe(
                    with: target, onNext: { $0.add("\($1)") }, onError: { $0.add("\($1)") },
                    onCompleted: { $0.add("completed") }, onDisposed: { $0.add("disposed") })
            }
            subject.onNext(1)
            expect(other!.lines, ["1"])
            (object, other) = (nil, nil)
            #expect(alive == nil)
            subject.onNext(2)
            #expect(subject.hasObservers)
            subject.onCompleted()
            expect(journal.lines, ["1", "2", "completed", "disposed"])
            for subscription in subscriptions { subscription.dispose() }
            _ = Observable<Int>.error(Failure.first).subscribe(with: journal, onError: { $0.add("\($1)") })
            #expect(journal.lines.last == "first")
        }
    }

    // MARK: Hooks

    /// In a process of its own: hooks are everybody's.
    @Test func errorNobodyHandlesGoesToTheHookWithTheCallStackIfThatIsWanted() async {
        await #expect(processExitsWith: .success) {
            nonisolated(unsafe) var told: [String] = []
            Hooks.defaultErrorHandler = { callStack, error in told.append("\(error) \(callStack)") }
            Hooks.customCaptureSubscriptionCallstack = { ["the subscriber"] }
            for core in Core.allCases {
                core.run {
                    let failing = Observable<Int>.error(Failure.first)
                    _ = failing.subscribe(onNext: { _ in })
                    _ = failing.subscribe(with: Journal(), onNext: { _, _ in })
                    _ = failing.asSingle().subscribe(onSuccess: { _ in })
                    _ = failing.asMaybe().subscribe()
                    _ = failing.ignoreElements().asCompletable().subscribe()
                    _ = failing.subscribe(onError: { _ in })
                    _ = failing.subscribe { _ in }
                    Hooks.recordCallStackOnError = true
                    _ = failing.subscribe()
                    Hooks.recordCallStackOnError = false
                }
            }
            let once = Array(repeating: "first []", count: 4) + [#"first ["the subscriber"]"#]
            precondition(told == once + once, "\(told)")
        }
    }

    @Test func errorNobodyHandlesIsPrintedWithTheLineThatSubscribed() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            for core in Core.allCases { core.run { failUnhandled() } }
            let handler = Hooks.defaultErrorHandler  // Without a subscription there is no place.
            handler(["a frame"], Failure.second)
            handler([], RxError.moreThanOneElement)
            _ = Observable.of(1, 2).single().subscribe(onNext: { _ in })
        }
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #if DEBUG
        for line in (lineBeforeUnhandled + 2)...(lineBeforeUnhandled + 5) {
            let text = "Unhandled error happened: first, subscribed to at RxTests/ObservableTests.swift:\(line)\n"
            #expect(output.components(separatedBy: text).count == Core.allCases.count + 1)
        }
        #expect(output.contains("Unhandled error happened: second\na frame\n"))
        let sentence = "Unhandled error happened: Sequence contains more than one element, subscribed to at RxTests/ObservableTests.swift:"
        #expect(output.components(separatedBy: sentence).count == 2)
        #expect(output.contains("Unhandled error happened: Sequence contains more than one element.\n"))  // No place: the whole sentence.
        #else
        #expect(!output.contains("Unhandled error"))
        #endif
    }

    @Test func errorNobodyHandlesIsPrintedInDebugBuilds() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            for core in Core.allCases { core.run { _ = Observable<Int>.error(Failure.first).subscribe() } }
        }
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #if DEBUG
        #expect(output.components(separatedBy: "Unhandled error happened: first").count == Core.allCases.count + 1)
        #else
        #expect(!output.contains("Unhandled error"))
        #endif
    }
}
