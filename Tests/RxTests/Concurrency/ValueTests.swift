import Rx
import RxTest
import Testing

@Suite struct ValueTests {
    @Test(arguments: Core.allCases)
    func valueOfASingleIsItsElement(core: Core) async throws {
        #expect(try await Single.just(1).on(core).value == 1)
        await #expect(throws: Failure.first) { try await Single<Int>.error(Failure.first).on(core).value }
    }

    @Test(arguments: Core.allCases)
    func valueOfAMaybeIsItsElementOrNil(core: Core) async throws {
        #expect(try await Maybe.just(1).on(core).value == 1)
        #expect(try await Maybe<Int>.empty().on(core).value == nil)
        await #expect(throws: Failure.first) { try await Maybe<Int>.error(Failure.first).on(core).value }
    }

    @Test(arguments: Core.allCases)
    func valueOfACompletableReturnsWhenItCompletes(core: Core) async throws {
        try await Completable.empty().on(core).value
        await #expect(throws: Failure.first) { try await Completable.error(Failure.first).on(core).value }
    }

    @Test(arguments: Core.allCases)
    func valueThatComesLaterResumesTheTask(core: Core) async throws {
        let subject = core.run { PublishSubject<Int>() }
        let task = Task { try await subject.asSingle().on(core).value }
        while !subject.hasObservers { await Task.yield() }
        subject.onNext(7)
        subject.onCompleted()
        #expect(try await task.value == 7)
    }

    @Test(arguments: Core.allCases)
    func cancellingTheTaskEndsTheSubscriptionAndThrows(core: Core) async {
        let subject = core.run { PublishSubject<Int>() }
        let tasks: [Task<Void, any Error>] = [
            Task { _ = try await subject.asSingle().on(core).value },
            Task { _ = try await subject.asMaybe().on(core).value },
            Task { try await subject.ignoreElements().asCompletable().on(core).value },
        ]
        for task in tasks {
            while !subject.hasObservers { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(!subject.hasObservers)
    }

    @Test(arguments: Core.allCases)
    func valueInACancelledTaskThrowsWithoutSubscribing(core: Core) async throws {
        let (begun, note) = AsyncStream<Int>.makeStream()
        func source<Element>(_ element: Element) -> Observable<Element> {
            .create { observer in
                note.yield(1)
                observer.onNext(element)
                observer.onCompleted()
                return Disposables.create()
            }
        }
        let tasks: [Task<Void, any Error>] = [
            Task {
                while !Task.isCancelled { await Task.yield() }; _ = try await source(1).asSingle().on(core).value
            },
            Task {
                while !Task.isCancelled { await Task.yield() }; _ = try await source(1).asMaybe().on(core).value
            },
            Task {
                while !Task.isCancelled { await Task.yield() }
                try await source(1).ignoreElements().asCompletable().on(core).value
            },
        ]
        for task in tasks {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        note.finish()
        var count = 0
        for await _ in begun { count += 1 }
        #expect(count == 0)
    }

    /// Whoever comes first resumes the task; the other one, on another thread, finds it resumed. A second resumption would
    /// trap.
    @Test(arguments: Core.allCases)
    func resultAndCancellationThatRaceResumeTheTaskOnce(core: Core) async {
        var results = 0, cancellations = 0
        for _ in 0..<300 {
            let subject = core.run { PublishSubject<Int>() }
            let task = Task { try await subject.asSingle().on(core).value }
            while !subject.hasObservers { await Task.yield() }
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    subject.onNext(1)
                    subject.onCompleted()
                }
                group.addTask { task.cancel() }
            }
            switch await task.result {
            case .success(let element):
                #expect(element == 1)
                results += 1
            case .failure(let error):
                #expect(error is CancellationError)
                cancellations += 1
            }
            #expect(!subject.hasObservers)
        }
        #expect(results + cancellations == 300)
    }
}

extension PrimitiveSequence {
    /// The same sequence on one of the cores.
    func on(_ core: Core) -> PrimitiveSequence<Trait, Element> { .deferred { core.run { self } } }
}
