import Rx
import RxTest
import Testing

@Suite struct DisposableTests {
    private let journal = Journal()

    private func noting(_ name: String) -> any Cancelable { Disposables.create { [journal] in journal.add(name) } }

    @Test(arguments: Core.allCases)
    func actionRunsOnceAndIsReleased(core: Core) {
        core.run {
            weak var released: Journal?
            let disposable: any Cancelable
            do {
                let held = Journal()
                released = held
                disposable = Disposables.create { held.add("") }
            }
            #expect(!disposable.isDisposed)
            #expect(released != nil)
            disposable.dispose()
            #expect(disposable.isDisposed)
            #expect(released == nil)
            disposable.dispose()
            let once = noting("once")
            once.dispose()
            once.dispose()
            expect(journal.lines, ["once"])
        }
    }

    @Test(arguments: Core.allCases)
    func pairsAndListsAreDisposedFromLeftToRight(core: Core) {
        core.run {
            Disposables.create().dispose()
            Disposables.create(noting("a"), noting("b")).dispose()
            Disposables.create(noting("c"), noting("d"), noting("e")).dispose()
            expect(journal.lines, ["a", "b", "c", "d", "e"])
            let four = Disposables.create(noting("f"), noting("g"), noting("h"), noting("i"))
            four.dispose()
            four.dispose()
            #expect(four.isDisposed)
            Disposables.create([noting("j"), noting("k")]).dispose()
            expect(journal.lines.dropFirst(5).sorted(), ["f", "g", "h", "i", "j", "k"])
        }
    }

    @Test(arguments: Core.allCases)
    func bagDisposesInOrderOfInsertionWhenItIsFreed(core: Core) {
        core.run {
            var bag: DisposeBag? = DisposeBag(disposing: noting("a"))
            noting("b").disposed(by: bag!)
            bag?.insert(noting("c"), noting("d"))
            bag?.insert([noting("e")])
            bag?.insert {
                noting("f")
                noting("g")
            }
            expect(journal.lines, [])
            bag = nil
            expect(journal.lines, ["a", "b", "c", "d", "e", "f", "g"])
        }
    }

    /// In a process of its own, for the count. One subscription after the other, as a view makes them that lives long.
    @Test func bagForgetsWhatHasEndedAndNothingElse() async {
        await #expect(processExitsWith: .success) {
            for core in Core.allCases {
                core.run {
                    let journal = Journal(), subject = PublishSubject<Int>(), before = Resources.count(.subscriptions)
                    var bag: DisposeBag? = DisposeBag(), heard = 0
                    for index in 0..<10_000 {
                        Observable.just(index).subscribe().disposed(by: bag!)
                        if !index.isMultiple(of: 1000) { continue }
                        subject.subscribe(onNext: { heard += $0 }).disposed(by: bag!)
                        Disposables.create(with: { journal.add("\(index)") }).disposed(by: bag!)
                    }
                    #expect(Resources.count(.subscriptions) - before < 100)
                    subject.onNext(1)
                    #expect(heard == 10)
                    #expect(journal.lines.isEmpty)
                    bag = nil
                    #expect(journal.lines == (0..<10).map { "\($0 * 1000)" })
                    #expect(!subject.hasObservers)
                }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func bagIsEmptiedAndUsedOn(core: Core) {
        core.run {
            var bag: DisposeBag? = DisposeBag(disposing: noting("a"), noting("b"))
            bag?.disposeWithoutWaiting()
            expect(journal.lines, ["a", "b"])
            bag?.insert(noting("c"))
            bag?.insert(noting("d"))
            expect(journal.lines, ["a", "b"])
            bag?.disposeWithoutWaiting()
            bag?.disposeWithoutWaiting()
            expect(journal.lines, ["a", "b", "c", "d"])
            bag?.insert(noting("e"))
            bag = nil
            expect(journal.lines, ["a", "b", "c", "d", "e"])
        }
    }

    /// It asks outside its lock: whoever is asked may empty it.
    @Test(arguments: Core.allCases)
    func bagThatIsEmptiedWhileItForgetsKeepsNothing(core: Core) {
        final class Asked: Cancelable, @unchecked Sendable {  // Sendable: constant.
            let whenAsked: () -> Void
            init(_ whenAsked: @escaping () -> Void) { self.whenAsked = whenAsked }
            var isDisposed: Bool {
                whenAsked()
                return false
            }
            func dispose() {}
        }
        core.run {
            let bag = DisposeBag()
            var asked = 0
            bag.insert(
                Asked {
                    asked += 1
                    bag.disposeWithoutWaiting()
                })
            for index in 1...1000 where asked == 0 {
                expect(journal.lines, [])
                bag.insert(noting("\(index)"))
            }
            #expect(asked == 1)
            let emptied = journal.lines
            #expect(emptied.count > 1)
            expect(emptied, emptied.indices.map { "\($0 + 1)" })
            bag.insert(noting("later"))
            expect(journal.lines, emptied)
        }
    }

    @Test(arguments: Core.allCases)
    func bagEndsSubscriptionsWhenItIsReplaced(core: Core) {
        core.run {
            let subject = PublishSubject<Int>()
            var bag = DisposeBag()
            var seen: [Int] = []
            subject.subscribe(onNext: { seen.append($0) }).disposed(by: bag)
            subject.onNext(1)
            bag = DisposeBag()
            subject.onNext(2)
            expect(seen, [1])
            #expect(!subject.hasObservers)
            _ = bag
        }
    }

    @Test(arguments: Core.allCases)
    func compositeDisposesWhatItHoldsAndWhatComesLater(core: Core) {
        core.run {
            let composite = CompositeDisposable(noting("a"), noting("b"))
            #expect(composite.insert(noting("c")) != nil)
            #expect(composite.count == 3)
            composite.dispose()
            #expect(composite.isDisposed)
            #expect(composite.count == 0)
            expect(journal.lines.sorted(), ["a", "b", "c"])
            #expect(composite.insert(noting("d")) == nil)
            expect(Array(journal.lines.dropFirst(3)), ["d"])
            composite.dispose()
            #expect(journal.lines.count == 4)
        }
    }

    @Test(arguments: Core.allCases)
    func compositeDisposesWhatItRemoves(core: Core) throws {
        try core.run {
            let composite = CompositeDisposable(disposables: (0..<5).map { noting("\($0)") })
            let key = try #require(composite.insert(noting("removed")))
            composite.remove(for: key)
            expect(journal.lines, ["removed"])
            composite.remove(for: key)
            #expect(composite.count == 5)
            composite.dispose()
            #expect(journal.lines.count == 6)
        }
    }

    @Test(arguments: Core.allCases)
    func serialDisposesThePreviousOne(core: Core) {
        core.run {
            let serial = SerialDisposable()
            serial.disposable = noting("a")
            expect(journal.lines, [])
            serial.disposable = noting("b")
            expect(journal.lines, ["a"])
            serial.dispose()
            expect(journal.lines, ["a", "b"])
            serial.disposable = noting("c")
            expect(journal.lines, ["a", "b", "c"])
            #expect(serial.isDisposed)
        }
    }

    /// On one thread nobody is waited for: the two ways do the same.
    @Test(arguments: Core.allCases)
    func replacingAndRemovingWithoutWaitingDispose(core: Core) throws {
        try core.run {
            let serial = SerialDisposable(), composite = CompositeDisposable(disposables: [noting("kept")])
            serial.replaceWithoutWaiting(with: noting("a"))
            expect(journal.lines, [])
            serial.replaceWithoutWaiting(with: noting("b"))
            expect(journal.lines, ["a"])
            serial.dispose()
            serial.replaceWithoutWaiting(with: noting("c"))
            expect(journal.lines, ["a", "b", "c"])
            let key = try #require(composite.insert(noting("d")))
            composite.removeWithoutWaiting(for: key)
            composite.removeWithoutWaiting(for: key)
            expect(journal.lines, ["a", "b", "c", "d"])
            #expect(composite.count == 1)
        }
    }

    @Test(arguments: Core.allCases)
    func singleAssignmentDisposesLateAssignmentsAtOnce(core: Core) {
        core.run {
            let early = SingleAssignmentDisposable()
            early.setDisposable(noting("a"))
            #expect(!early.isDisposed)
            early.dispose()
            early.dispose()
            expect(journal.lines, ["a"])
            let late = SingleAssignmentDisposable()
            late.dispose()
            #expect(late.isDisposed)
            late.setDisposable(noting("b"))
            expect(journal.lines, ["a", "b"])
        }
    }

    @Test(arguments: Core.allCases)
    func refCountWaitsForThePrimaryAndAllRetainedOnes(core: Core) {
        core.run {
            let counted = RefCountDisposable(disposable: noting("a"))
            let first = counted.retain(), second = counted.retain()
            counted.dispose()
            first.dispose()
            first.dispose()
            expect(journal.lines, [])
            second.dispose()
            expect(journal.lines, ["a"])
            #expect(counted.isDisposed)
            counted.retain().dispose()
            counted.dispose()
            expect(journal.lines, ["a"])
        }
    }

    @Test(arguments: Core.allCases)
    func refCountWaitsForItsPrimary(core: Core) {
        core.run {
            let counted = RefCountDisposable(disposable: noting("a"))
            counted.retain().dispose()
            expect(journal.lines, [])
            #expect(!counted.isDisposed)
            counted.dispose()
            expect(journal.lines, ["a"])
        }
    }

    @Test(arguments: Core.allCases)
    func scheduledDisposesOnItsScheduler(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            var times: [Int] = []
            let scheduled = ScheduledDisposable(
                scheduler: scheduler, disposable: Disposables.create { times.append(scheduler.clock) })
            scheduler.scheduleAt(200) {
                scheduled.dispose()
                scheduled.dispose()
            }
            scheduler.start()
            expect(times, [201])
            #expect(scheduled.isDisposed)
            #expect(scheduled.scheduler is TestScheduler)
        }
    }

    @Test(arguments: Core.allCases)
    func booleanRemembersThatItWasDisposed(core: Core) {
        core.run {
            let boolean = BooleanDisposable()
            #expect(!boolean.isDisposed)
            boolean.dispose()
            #expect(boolean.isDisposed)
            #expect(BooleanDisposable(isDisposed: true).isDisposed)
        }
    }

    @Test(arguments: Core.allCases)
    func subscriptionIsDisposedBeforeItsOnDisposedRunsOnce(core: Core) {
        core.run {
            let source = Observable<Int>.create { [journal] _ in Disposables.create { journal.add("source") } }
            let subscription = source.subscribe(onDisposed: { [journal] in journal.add("onDisposed") })
            subscription.dispose()
            subscription.dispose()
            expect(journal.lines, ["source", "onDisposed"])
        }
    }

    @Test(arguments: Core.allCases)
    func disposingWhatASynchronousSourceSendsStopsIt(core: Core) {
        core.run {
            let subscription = SingleAssignmentDisposable()
            var seen: [Int] = []
            subscription.setDisposable(
                Observable.range(start: 0, count: 10).subscribe(onNext: { element in
                    seen.append(element)
                    subscription.dispose()
                }))
            // `subscribe` has returned only after all elements: nothing could be disposed before.
            #expect(seen.count == 10)
            let serial = SerialDisposable()
            let subject = PublishSubject<Int>()
            var heard: [Int] = []
            serial.disposable = subject.subscribe(onNext: { element in
                heard.append(element)
                serial.dispose()
            })
            subject.onNext(1)
            subject.onNext(2)
            expect(heard, [1])
        }
    }

    @Test(arguments: Core.allCases)
    func bagIsMadeOfAListOrABlock(core: Core) {
        core.run {
            for bag in [
                DisposeBag(disposing: [noting("a"), noting("b")]),
                DisposeBag(disposing: noting("a"), noting("b")),
                DisposeBag {
                    noting("a")
                    noting("b")
                },
            ] {
                withExtendedLifetime(bag) {}
            }
            expect(journal.lines, ["a", "b", "a", "b", "a", "b"])
        }
    }

    @Test(arguments: Core.allCases)
    func compositeIsMadeOfTwoThreeOrMore(core: Core) {
        core.run {
            let composites = [
                CompositeDisposable(), CompositeDisposable(noting("a"), noting("b")),
                CompositeDisposable(noting("c"), noting("d"), noting("e")),
                CompositeDisposable(noting("f"), noting("g"), noting("h"), noting("i"), noting("j")),
            ]
            expect(composites.map(\.count), [0, 2, 3, 5])
            for composite in composites { composite.dispose() }
            expect(journal.lines.sorted(), ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"])
        }
    }
}
