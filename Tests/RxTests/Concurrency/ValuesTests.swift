import Rx
import RxTest
import Testing

/// Runs `body` with a stream that has been made on `core`.
private func stream<Element>(
    _ core: Core, _ source: @autoclosure () -> Observable<Element>
) -> AsyncThrowingStream<Element, any Error> {
    core.run { source().values }
}

@Suite struct ValuesTests {
    @Test(arguments: Core.allCases)
    func valuesAreTheElementsInOrderAndThenTheEnd(core: Core) async throws {
        var elements: [Int] = []
        for try await element in stream(core, .of(1, 2, 3)) { elements.append(element) }
        expect(elements, [1, 2, 3])
    }

    @Test(arguments: Core.allCases)
    func errorOfTheSourceIsThrownAfterWhatCameBefore(core: Core) async {
        var elements: [Int] = []
        await #expect(throws: Failure.first) {
            for try await element in stream(core, Observable.of(1, 2).concat(Observable<Int>.error(Failure.first))) {
                elements.append(element)
            }
        }
        expect(elements, [1, 2])
    }

    @Test(arguments: Core.allCases)
    func valuesSubscribesAtOnceAndKeepsWhatComes(core: Core) async throws {
        let subject = core.run { PublishSubject<Int>() }
        let values = stream(core, subject)
        #expect(subject.hasObservers)
        for number in 1...1000 { subject.onNext(number) }
        subject.onCompleted()
        var sum = 0
        for try await element in values { sum += element }
        #expect(sum == 500_500)
    }

    @Test(arguments: Core.allCases)
    func valuesWithABufferSubscribeWhenTheyAreIteratedEachTimeAnew(core: Core) async throws {
        let subject = core.run { ReplaySubject<Int>.createUnbounded() }
        let values = core.run { subject.values(buffering: .unbounded) }
        #expect(!subject.hasObservers)
        for number in 1...3 { subject.onNext(number) }
        for round in 1...2 {
            var elements: [Int] = []
            for try await element in values {
                #expect(subject.hasObservers)
                elements.append(element)
                if element == 3 { break }
            }
            expect(elements, [1, 2, 3])
            #expect(!subject.hasObservers, "round \(round)")
        }
        subject.onError(Failure.first)
        await #expect(throws: Failure.first) { for try await _ in values {} }
    }

    @Test(arguments: Core.allCases)
    func boundedValuesKeepTheOldestOrTheNewest(core: Core) async throws {
        let subject = core.run { ReplaySubject<Int>.createUnbounded() }
        for number in 1...10 { subject.onNext(number) }
        subject.onCompleted()
        let policies: [(ObservableValues<Int>.BufferingPolicy, [Int])] = [
            (.bufferingOldest(3), [1, 2, 3]), (.bufferingNewest(3), [8, 9, 10]), (.unbounded, Array(1...10)),
        ]
        for (policy, expected) in policies {
            var elements: [Int] = []
            for try await element in core.run({ subject.values(buffering: policy) }) { elements.append(element) }
            expect(elements, expected)
        }
    }

    @Test(arguments: Core.allCases)
    func cancellingTheIteratingTaskEndsTheSubscription(core: Core) async {
        let subject = core.run { PublishSubject<Int>() }
        let (entered, entrance) = AsyncStream<Void>.makeStream()
        let task = Task {
            for try await _ in stream(core, subject) { entrance.yield() }
        }
        while !subject.hasObservers { await Task.yield() }
        subject.onNext(1)
        for await _ in entered { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!subject.hasObservers)
    }

    @Test(arguments: Core.allCases)
    func valuesInACancelledTaskSubscribeToNothing(core: Core) async {
        let (begun, note) = AsyncStream<Int>.makeStream()
        let source = Observable<Int>.create { observer in
            note.yield(1)
            observer.onNext(1)
            observer.onCompleted()
            return Disposables.create()
        }
        let tasks: [Task<Int, any Error>] = [
            Task {
                while !Task.isCancelled { await Task.yield() }
                for try await _ in stream(core, source) {}
                return 1
            },
            Task {
                while !Task.isCancelled { await Task.yield() }
                for try await _ in core.run({ source.values(buffering: .unbounded) }) {}
                return 1
            },
        ]
        for task in tasks {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        let infallible = Task {
            while !Task.isCancelled { await Task.yield() }
            var count = 0
            for await _ in core.run({ source.asInfallible(onErrorJustReturn: 0).values }) { count += 1 }
            return count
        }
        infallible.cancel()
        #expect(await infallible.value == 0)
        note.finish()
        var count = 0
        for await _ in begun { count += 1 }
        #expect(count == 0)
    }

    @Test(arguments: Core.allCases)
    func droppedStreamEndsTheSubscription(core: Core) {
        let subject = core.run { PublishSubject<Int>() }
        do {
            let values = stream(core, subject)
            #expect(subject.hasObservers)
            withExtendedLifetime(values) {}
        }
        #expect(!subject.hasObservers)
    }

    @Test(arguments: Core.allCases)
    func leavingTheLoopEndsTheSubscription(core: Core) async throws {
        let subject = core.run { ReplaySubject<Int>.create(bufferSize: 1) }
        subject.onNext(1)
        for try await element in stream(core, subject) {
            #expect(element == 1)
            break
        }
        #expect(!subject.hasObservers)
    }

    @Test(arguments: Core.allCases)
    func valuesOfAnInfallibleAreItsElements(core: Core) async {
        var elements: [Int] = []
        for await element in core.run({ Infallible.of(1, 2, 3).values }) { elements.append(element) }
        expect(elements, [1, 2, 3])
    }

    @Test(arguments: Core.allCases) @MainActor
    func valuesOfASharedSequenceAreItsElements(core: Core) async {
        let subject = core.run { PublishSubject<Int>() }
        var signal = Signal<Int>.empty()
        // Its own choice, since the mocks of suites that run meanwhile hold for threads that have made none.
        SharingScheduler.mock(makeScheduler: { MainScheduler() }) {
            signal = core.run { subject.asSignal(onErrorJustReturn: -1) }
        }
        let values = signal.values
        subject.onNext(1)
        subject.onError(Failure.first)
        var elements: [Int] = []
        for await element in values { elements.append(element) }
        expect(elements, [1, -1])
    }
}
