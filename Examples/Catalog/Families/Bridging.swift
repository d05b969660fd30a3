import Rx
import RxBlocking

extension Catalog {
    static let bridging = Family("Bridging", "I want to cross over to async code, or to a blocked thread …", [
        Example("values", "a sequence as an AsyncSequence") { stage in
            stage.wait {
                var lines: [String] = []
                for try await number in Observable.of(1, 2, 3).values { lines.append("got \(number)") }
                return lines
            }
        },
        Example("values(buffering:)", "that, subscribed to when it is iterated, with a bounded buffer") { stage in
            stage.wait {
                var lines: [String] = []
                for try await number in Observable.of(1, 2, 3).values(buffering: .bufferingNewest(2)) { lines.append("got \(number)") }
                return lines
            }
        },
        Example("value", "the result of a Single, awaited") { stage in
            stage.wait { ["got \(try await Single.just(42).value)"] }
        },
        Example("asObservable", "an AsyncSequence as a sequence", documentation: "asObservable(priority:)") { stage in
            stage.wait {
                let numbers = AsyncStream<Int> { continuation in
                    for number in 1...3 { continuation.yield(number) }
                    continuation.finish()
                }
                let doubled = numbers.asObservable().map { $0 * 2 }
                return ["got \(try await doubled.toArray().value)"]
            }
        },
        Example("Single.create(work:)", "async work as a Single", documentation: "create(detached:priority:work:)") { stage in
            stage.wait {
                let answer = Single<Int>.create { 6 * 7 }
                return ["got \(try await answer.value)"]
            }
        },
        Example("toBlocking", "the elements as an array, now, on this thread") { stage in
            let numbers = Observable.of(1, 2, 3)
            stage.print("\((try? numbers.toBlocking().toArray()) ?? [])")
        },
    ])

    static let disposing = Family("Disposing", "I want to end subscriptions …", [
        Example("dispose", "now", documentation: "") { stage in
            let source = stage.hot("source", "-1-2-3-|", of: Int.self)
            let subscription = source.subscribe(onNext: { stage.print("got \($0)") })
            stage.at(4) { subscription.dispose() }
        },
        Example("DisposeBag", "together with the object that made them") { stage in
            final class Screen { let bag = DisposeBag() }
            var screen: Screen? = Screen()
            let source = stage.hot("source", "-1-2-3-|", of: Int.self)
            source.subscribe(onNext: { stage.print("got \($0)") }, onDisposed: { stage.print("disposed") })
                .disposed(by: screen!.bag)
            stage.at(4) { screen = nil }
        },
        Example("CompositeDisposable", "together, and add or remove some meanwhile") { stage in
            let together = CompositeDisposable()
            let key = together.insert(Disposables.create { stage.print("first") })
            _ = together.insert(Disposables.create { stage.print("second") })
            if let key { together.remove(for: key) }
            together.dispose()
        },
        Example("SerialDisposable", "whenever a new one takes their place") { stage in
            let current = SerialDisposable()
            current.disposable = Disposables.create { stage.print("first ends") }
            current.disposable = Disposables.create { stage.print("second ends") }
            current.dispose()
        },
        Example("SingleAssignmentDisposable", "that don't exist yet") { stage in
            let later = SingleAssignmentDisposable()
            later.dispose()
            later.setDisposable(Disposables.create { stage.print("ended as soon as it was there") })
        },
        Example("RefCountDisposable", "when everybody who retained it has let go") { stage in
            let shared = RefCountDisposable(disposable: Disposables.create { stage.print("ended") })
            let user = shared.retain()
            shared.dispose()
            stage.print("one user is left")
            user.dispose()
        },
        Example("ScheduledDisposable", "on a scheduler") { stage in
            let ending = Disposables.create { stage.print("ended on the scheduler") }
            ScheduledDisposable(scheduler: stage.scheduler, disposable: ending).dispose()
            stage.print("dispose has returned")
        },
        Example("BooleanDisposable", "by asking a flag") { stage in
            let flag = BooleanDisposable()
            stage.print("disposed: \(flag.isDisposed)")
            flag.dispose()
            stage.print("disposed: \(flag.isDisposed)")
        },
    ])
}
