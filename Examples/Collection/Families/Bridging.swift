import Rx
import RxBlocking

extension AllExamples {
    static let bridging: Family = .init(
        "Bridging", "I want to cross over to async code, or to a blocked thread …",
        [
            Example("values", "a sequence as an AsyncSequence") { stage in
                let source = stage.hot("source", "-1-2-3-|", of: Int.self)
                stage.iterate("iterated at 8", source.values, at: 8)
            },
            Example("values(buffering:)", "that, subscribed to when it is iterated, with a bounded buffer") { stage in
                let source = Observable.of(1, 2, 3)
                stage.show("source", source)
                stage.iterate("the newest two", source.values(buffering: .bufferingNewest(2)))
            },
            Example("value", "the result of a Single, awaited") { stage in
                let answer = Single.just(42)
                stage.show("answer", answer)
                stage.wait("awaited") { try await answer.value }
            },
            Example("asObservable", "an AsyncSequence as a sequence", documentation: "asObservable(priority:)") { stage in
                let numbers = AsyncStream<Int> { continuation in
                    for number in 1...3 { continuation.yield(number) }
                    continuation.finish()
                }
                stage.iterate("numbers.asObservable(), doubled", numbers.asObservable().map { $0 * 2 }.values)
            },
            Example("Single.create(work:)", "async work as a Single", documentation: "create(detached:priority:work:)") { stage in
                let answer = Single<Int>.create { 6 * 7 }
                stage.wait("answer") { try await answer.value }
            },
            Example("toBlocking", "the elements as an array, now, on this thread") { stage in
                let numbers = Observable.of(1, 2, 3)
                stage.show("numbers", numbers)
                stage.print("\((try? numbers.toBlocking().toArray()) ?? [])")
            },
        ])

    static let disposing: Family = .init(
        "Disposing", "I want to end subscriptions …",
        [
            Example("dispose", "now", documentation: "Disposable") { stage in
                let source = stage.cold("source", "-1-2-3-|", of: Int.self)
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
                let one = stage.cold("one", "-1-2-3-|"), other = stage.cold("other", "-a-b-c-|")
                let together = CompositeDisposable()
                let key = together.insert(one.subscribe())
                _ = together.insert(other.subscribe())
                stage.at(2) { if let key { together.remove(for: key) } }
                stage.at(4) { together.dispose() }
            },
            Example("SerialDisposable", "whenever a new one takes their place") { stage in
                let one = stage.cold("one", "-1-2-3-|"), other = stage.cold("other", "-a-b-c-|")
                let current = SerialDisposable()
                current.disposable = one.subscribe()
                stage.at(2) { current.disposable = other.subscribe() }
                stage.at(6) { current.dispose() }
            },
            Example("SingleAssignmentDisposable", "that don't exist yet") { stage in
                let source = stage.cold("source", "-1-2-3-|")
                let early = SingleAssignmentDisposable(), late = SingleAssignmentDisposable()
                early.setDisposable(source.subscribe())
                stage.at(4) { early.dispose() }
                late.dispose()
                stage.at(6) { late.setDisposable(source.subscribe()) }  // Ends as soon as it is there.
            },
            Example("RefCountDisposable", "when everybody who retained it has let go") { stage in
                let source = stage.cold("source", "-1-2-3-|")
                let shared = RefCountDisposable(disposable: source.subscribe())
                let user = shared.retain()
                stage.at(2) { shared.dispose() }
                stage.at(4) { user.dispose() }
            },
            Example("ScheduledDisposable", "on a scheduler") { stage in
                let source = stage.cold("source", "-1-2-3-|")
                let ending = ScheduledDisposable(scheduler: stage.scheduler, disposable: source.subscribe())
                stage.at(4) {
                    ending.dispose()
                    stage.print("dispose has returned: \(ending.isDisposed)")
                }
            },
            Example("BooleanDisposable", "by asking a flag") { stage in
                let source = stage.hot("source", "-1-2-3-|")
                let flag = BooleanDisposable()
                stage.show("until it is set", source.take(while: { _ in !flag.isDisposed }))
                stage.at(4) { flag.dispose() }
            },
        ])
}
