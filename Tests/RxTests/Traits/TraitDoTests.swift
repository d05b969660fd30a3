import Rx
import RxTest
import Testing

@Suite struct TraitDoTests {
    @Test(arguments: Core.allCases)
    func singleDoCallsItsClosuresAroundTheElement(core: Core) {
        core.run {
            let journal = Journal()
            let watched = Single.just(1).do(
                onSuccess: { journal.add("onSuccess \($0)") }, afterSuccess: { journal.add("afterSuccess \($0)") },
                onError: { journal.add("onError \($0)") }, onSubscribe: { journal.add("onSubscribe") },
                onDispose: { journal.add("onDispose") })
            _ = watched.subscribe(onSuccess: { journal.add("got \($0)") })
            expect(journal.lines, ["onSubscribe", "onSuccess 1", "got 1", "afterSuccess 1", "onDispose"])
        }
    }

    @Test(arguments: Core.allCases)
    func singleDoCallsItsClosuresAroundTheError(core: Core) {
        core.run {
            let journal = Journal()
            let watched = Single<Int>.error(Failure.first).do(
                onSuccess: { journal.add("onSuccess \($0)") }, onError: { journal.add("onError \($0)") },
                afterError: { journal.add("afterError \($0)") }, onDispose: { journal.add("onDispose") })
            _ = watched.subscribe(onFailure: { journal.add("got \($0)") })
            expect(journal.lines, ["onError first", "got first", "afterError first", "onDispose"])
        }
    }

    @Test(arguments: Core.allCases)
    func throwInSingleDoIsItsError(core: Core) {
        core.run {
            let journal = Journal()
            _ = Single.just(1).do(onSuccess: { _ in throw Failure.thrown }).subscribe(onFailure: { journal.add("\($0)") })
            expect(journal.lines, ["thrown"])
        }
    }

    @Test(arguments: Core.allCases)
    func maybeDoCallsItsClosuresAroundElementAndCompletion(core: Core) {
        core.run {
            let journal = Journal()
            func watch(_ maybe: Maybe<Int>) {
                let watched = maybe.do(
                    onNext: { journal.add("onNext \($0)") }, afterNext: { journal.add("afterNext \($0)") },
                    onError: { journal.add("onError \($0)") }, onCompleted: { journal.add("onCompleted") },
                    afterCompleted: { journal.add("afterCompleted") })
                _ = watched.subscribe(
                    onSuccess: { journal.add("got \($0)") }, onError: { journal.add("got \($0)") },
                    onCompleted: { journal.add("got nothing") })
            }
            watch(.just(1))
            watch(.empty())
            watch(.error(Failure.first))
            expect(
                journal.lines,
                [
                    "onNext 1", "got 1", "afterNext 1", "onCompleted", "afterCompleted",
                    "onCompleted", "got nothing", "afterCompleted",
                    "onError first", "got first",
                ])
        }
    }

    @Test(arguments: Core.allCases)
    func completableDoCallsItsClosuresAroundTheEnd(core: Core) {
        core.run {
            let journal = Journal()
            func watch(_ completable: Completable) {
                let watched = completable.do(
                    onError: { journal.add("onError \($0)") }, afterError: { journal.add("afterError \($0)") },
                    onCompleted: { journal.add("onCompleted") }, afterCompleted: { journal.add("afterCompleted") },
                    onSubscribe: { journal.add("onSubscribe") }, onDispose: { journal.add("onDispose") })
                _ = watched.subscribe(onCompleted: { journal.add("completed") }, onError: { journal.add("got \($0)") })
            }
            watch(.empty())
            watch(.error(Failure.first))
            expect(
                journal.lines,
                [
                    "onSubscribe", "onCompleted", "completed", "afterCompleted", "onDispose",
                    "onSubscribe", "onError first", "got first", "afterError first", "onDispose",
                ])
        }
    }

    @Test(arguments: Core.allCases)
    func onSubscribedComesAfterTheSubscription(core: Core) {
        core.run {
            let journal = Journal()
            let source = Single<Int>.create { _ in
                journal.add("source")
                return Disposables.create()
            }
            source.do(onSubscribe: { journal.add("before") }, onSubscribed: { journal.add("after") }).subscribe().dispose()
            expect(journal.lines, ["before", "source", "after"])
        }
    }
}
