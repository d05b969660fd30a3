import Rx
import RxTest
import Testing

/// A sequence with a single's events, which records who is subscribed.
private func single(_ scheduler: TestScheduler, _ time: Int, _ element: Int) -> TestableObservable<Int> {
    scheduler.createColdObservable([.next(time, element), .completed(time)])
}

private func failing(_ scheduler: TestScheduler, _ time: Int, _ error: Failure = .first) -> TestableObservable<Int> {
    scheduler.createColdObservable([.error(time, error)], of: Int.self)
}

extension TestScheduler {
    /// A cold sequence of events that don't tell their element's type.
    func createColdObservable<Element>(_ events: RecordedEvents<Element>, of _: Element.Type) -> TestableObservable<Element> {
        createColdObservable(events)
    }
}

@Suite struct PrimitiveSequenceTests {
    @Test(arguments: Core.allCases)
    func catchGoesOnWithWhatTheHandlerMakesOfTheError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = failing(scheduler, 10), other = single(scheduler, 5, 7)
            var errors: [any Error] = []
            let result = scheduler.start {
                source.asSingle().catch { error in
                    errors.append(error)
                    return other.asSingle()
                }
            }
            expect(result, [.next(215, 7), .completed(215)])
            #expect(errors.map { "\($0)" } == ["first"])
            expect(source, subscribed: [200...210])
            expect(other, subscribed: [210...215])
        }
    }

    @Test(arguments: Core.allCases)
    func throwOfTheCatchHandlerReplacesTheError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = failing(scheduler, 10)
            expect(
                scheduler.start { source.asSingle().catch { _ in throw Failure.thrown } },
                [.error(210, Failure.thrown)])
        }
    }

    @Test(arguments: Core.allCases)
    func catchAndReturnSendsTheElementInsteadOfTheError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = failing(scheduler, 10)
            expect(scheduler.start { source.asSingle().catchAndReturn(3) }, [.next(210, 3), .completed(210)])
            let other = TestScheduler(initialClock: 0), maybe = failing(other, 10)
            expect(other.start { maybe.asMaybe().catchAndReturn(3) }, [.next(210, 3), .completed(210)])
        }
    }

    @Test(arguments: Core.allCases)
    func retrySubscribesAtMostSoOftenAndPassesTheLastErrorOn(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = failing(scheduler, 10)
            expect(scheduler.start { source.asSingle().retry(3) }, [.error(230, Failure.first)])
            expect(source, subscribed: [200...210, 210...220, 220...230])
        }
    }

    @Test(arguments: Core.allCases)
    func retryWhenSubscribesAgainWhenTheTriggerSaysSo(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = failing(scheduler, 10)
            let result = scheduler.start {
                source.asSingle().retry { (errors: Observable<any Error>) in
                    errors.enumerated().flatMap { index, error in
                        index < 1 ? Observable<Int>.timer(.seconds(5), scheduler: scheduler) : .error(Failure.second)
                    }
                }
            }
            expect(result, [.error(225, Failure.second)])
            expect(source, subscribed: [200...210, 215...225])
        }
    }

    @Test(arguments: Core.allCases)
    func retryWhenOfAnErrorTypePassesOtherErrorsOn(core: Core) {
        struct Other: Error {}
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = failing(scheduler, 10)
            let result = scheduler.start {
                source.asMaybe().retry { (errors: Observable<Other>) in errors.map { _ in 0 } }
            }
            expect(result, [.error(210, Failure.first)])
            expect(source, subscribed: [200...210])
        }
    }

    @Test(arguments: Core.allCases)
    func delayMovesTheElementAndNotAnError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = single(scheduler, 10, 1)
            let delayed = scheduler.start { source.asSingle().delay(.seconds(20), scheduler: scheduler) }
            // In virtual time, events of one time are work of their own each.
            expect(delayed, [.next(230, 1), .completed(231)])
            let other = TestScheduler(initialClock: 0), failing = failing(other, 10)
            expect(
                other.start { failing.asSingle().delay(.seconds(20), scheduler: other) }, [.error(210, Failure.first)])
        }
    }

    @Test(arguments: Core.allCases)
    func delaySubscriptionMovesTheSubscription(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = single(scheduler, 10, 1)
            expect(
                scheduler.start { source.asMaybe().delaySubscription(.seconds(20), scheduler: scheduler) },
                [.next(230, 1), .completed(230)])
            expect(source, subscribed: [220...230])
        }
    }

    @Test(arguments: Core.allCases)
    func timeoutFailsOrSwitches(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = single(scheduler, 50, 1)
            expect(
                scheduler.start { source.asSingle().timeout(.seconds(20), scheduler: scheduler) },
                [.error(220, RxError.timeout)])
            expect(source, subscribed: [200...220])
            let second = TestScheduler(initialClock: 0)
            let slow = single(second, 50, 1), other = single(second, 5, 2)
            let result = second.start {
                slow.asSingle().timeout(.seconds(20), other: other.asSingle(), scheduler: second)
            }
            expect(result, [.next(225, 2), .completed(225)])
            expect(other, subscribed: [220...225])
        }
    }

    @Test(arguments: Core.allCases)
    func observeOnAndSubscribeOnUseTheScheduler(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = single(scheduler, 10, 1)
            expect(
                scheduler.start { source.asSingle().observe(on: scheduler) }, [.next(211, 1), .completed(212)])
            let other = TestScheduler(initialClock: 0), moved = single(other, 10, 1)
            expect(other.start { moved.asSingle().subscribe(on: other) }, [.next(211, 1), .completed(211)])
            expect(moved, subscribed: [201...212])
        }
    }

    @Test func debugPrintsWhatHappens() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            _ = Single.just(1).debug("a").subscribe()
            _ = Maybe<Int>.empty().debug("b").subscribe()
            _ = Infallible.just(2).debug("c").subscribe()
            _ = Observable.just(String(repeating: "x", count: 50)).debug("d", trimOutput: true).subscribe()
            _ = Observable.just(3).debug().subscribe()
        }
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        let lines = output.split(separator: "\n").compactMap { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) }
        let named = lines.filter { $0.prefix(1).contains { "abcd".contains($0) } && $0.dropFirst().hasPrefix(" -> ") }
        expect(
            named,
            [
                "a -> subscribed", "a -> Event next(1)", "a -> Event completed", "a -> isDisposed",
                "b -> subscribed", "b -> Event completed", "b -> isDisposed",
                "c -> subscribed", "c -> Event next(2)", "c -> Event completed", "c -> isDisposed",
                "d -> subscribed", "d -> Event next(xxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxx)", "d -> Event completed",
                "d -> isDisposed",
            ])
        #expect(lines.contains { $0.hasPrefix("PrimitiveSequenceTests.swift:") && $0.hasSuffix(") -> subscribed") })
    }
}
