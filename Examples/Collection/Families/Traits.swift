import Rx

extension AllExamples {
    static let traits: Family = .init(
        "Traits", "I want the type to say what may come …",
        [
            Example("Single", "exactly one element, or an error") { stage in
                let answer = Single<Int>.create { finish in
                    finish(.success(42))
                    return Disposables.create()
                }
                _ = answer.subscribe(onSuccess: { stage.print("success \($0)") }, onFailure: { stage.print("failure \($0)") })
                stage.show("Single", answer)
            },
            Example("Maybe", "one element, or none, or an error") { stage in
                let cached = Maybe<Int>.empty()
                _ = cached.subscribe(onSuccess: { stage.print("found \($0)") }, onCompleted: { stage.print("nothing there") })
                stage.show("Maybe.empty()", cached)
                stage.show("ifEmpty(default: 7)", cached.ifEmpty(default: 7))
            },
            Example("Completable", "only success or an error") { stage in
                let saved = Completable.create { finish in
                    finish(.completed)
                    return Disposables.create()
                }
                _ = saved.subscribe(onCompleted: { stage.print("saved") })
                stage.show("Completable", saved)
            },
            Example("andThen", "something after success") { stage in
                let saving = stage.cold("saving", "---|").ignoreElements().asCompletable()
                let reading = stage.cold("reading", "-a-b|")
                stage.show("saving.andThen(reading)", saving.andThen(reading))
            },
            Example("flatMapMaybe", "at most one element, from work that a Single's element starts") { stage in
                let id = Single.just(7), cached = [7: "seven"]
                stage.show("found", id.flatMapMaybe { id in cached[id].map(Maybe.just) ?? .empty() })
                stage.show("missing", id.map { $0 + 1 }.flatMapMaybe { id in cached[id].map(Maybe.just) ?? .empty() })
            },
            Example("flatMapCompletable", "only success or an error, from work that a Single's element starts") { stage in
                let saving = stage.cold("saving", "--|").ignoreElements().asCompletable()
                stage.show("flatMapCompletable", Single.just(7).flatMapCompletable { _ in saving })
            },
            Example("asSingle", "one element, from a sequence that must have one") { stage in
                stage.show("of(1).asSingle()", Observable.of(1).asSingle())
                stage.show("of(1, 2).asSingle()", Observable.of(1, 2).asSingle())
                stage.show("empty().asSingle()", Observable<Int>.empty().asSingle())
            },
            Example("asMaybe", "at most one element, from a sequence") { stage in
                stage.show("empty().asMaybe()", Observable<Int>.empty().asMaybe())
                stage.show("of(1, 2).asMaybe()", Observable.of(1, 2).asMaybe())
            },
            Example("asCompletable", "no element, from a sequence that has none") { stage in
                let source = stage.hot("source", "-1-2-|", of: Int.self)
                stage.show("asCompletable", source.ignoreElements().asCompletable())
            },
            Example("Infallible", "no error") { stage in
                let numbers = Infallible.of(1, 2, 3)
                _ = numbers.subscribe(onNext: { stage.print("next \($0)") }, onCompleted: { stage.print("completed") })
                stage.show("Infallible", numbers.map { $0 * 10 })
            },
            Example("asInfallible", "no error, from a sequence that may fail", documentation: "asInfallible(onErrorJustReturn:)") { stage in
                let source = stage.hot("source", "-1-2-#", of: Int.self)
                stage.show("asInfallible", source.asInfallible(onErrorJustReturn: 0))
            },
            Example("Driver", "no error, on the main scheduler, shared, with the latest: state of a screen") { stage in
                let source = stage.cold("source", "-1-2-3-|", of: Int.self)
                SharingScheduler.mock(scheduler: stage.scheduler) {
                    let driver = source.asDriver(onErrorJustReturn: 0)
                    stage.show("first", driver)
                    stage.show("second", driver, at: 4)
                }
            },
            Example("asDriver", "a driver, from a sequence that may fail", documentation: "asDriver(onErrorJustReturn:)") { stage in
                let source = stage.hot("source", "-1-2-#", of: Int.self)
                SharingScheduler.mock(scheduler: stage.scheduler) {
                    stage.show("asDriver", source.asDriver(onErrorJustReturn: 0))
                }
            },
            Example("Signal", "no error, on the main scheduler, shared: what happens on a screen") { stage in
                let source = stage.cold("source", "-1-2-3-|", of: Int.self)
                SharingScheduler.mock(scheduler: stage.scheduler) {
                    let signal = source.asSignal(onErrorJustReturn: 0)
                    stage.show("first", signal)
                    stage.show("second", signal, at: 4)
                }
            },
            Example("asSignal", "a signal, from a sequence that may fail", documentation: "asSignal(onErrorSignalWith:)") { stage in
                let source = stage.hot("source", "-1-#", of: Int.self)
                SharingScheduler.mock(scheduler: stage.scheduler) {
                    stage.show("asSignal", source.asSignal(onErrorSignalWith: .empty()))
                }
            },
            Example("ControlProperty", "a value that both user and program change") { stage in
                let text = BehaviorRelay(value: "a")
                let field = ControlProperty(values: text, valueSink: AnyObserver<String> { $0.element.map(text.accept) })
                stage.show("field", field, until: 6)
                stage.show("field.changed", field.changed, until: 6)
                stage.at(2) { text.accept("b") }
                stage.at(4) { field.onNext("c") }
            },
            Example("ControlEvent", "what a user does") { stage in
                let taps = PublishRelay<String>()
                let button = ControlEvent(events: taps)
                stage.show("button", button, until: 6)
                for time in [2, 4] { stage.at(time) { taps.accept("t") } }
            },
        ])

    static let binding: Family = .init(
        "Binding", "I want the results to go somewhere …",
        [
            Example("subscribe", "into closures of mine", documentation: "subscribe(onNext:onError:onCompleted:onDisposed:)") { stage in
                let source = stage.hot("source", "-1-2-#", of: Int.self)
                _ = source.subscribe(
                    onNext: { stage.print("next \($0)") }, onError: { stage.print("error \($0)") },
                    onDisposed: { stage.print("disposed") })
            },
            Example("bind", "into a relay or another observer") { stage in
                let source = stage.hot("source", "-1-2-|", of: Int.self)
                let latest = BehaviorRelay(value: 0)
                _ = source.bind(to: latest)
                stage.show("latest", latest, until: 6)
            },
            Example("Binder", "into an object, on a scheduler, without keeping it alive") { stage in
                final class Label { var text = "" }
                let label = Label()
                let text = Binder(label, scheduler: stage.scheduler) { label, text in label.text = text }
                _ = stage.hot("source", "-a-b-|").bind(to: text)
                for tick in [2, 4] { stage.at(tick) { stage.print("label shows \(label.text)") } }
            },
            Example("drive", "from a driver into a relay or closures") { stage in
                let source = stage.hot("source", "-1-2-|", of: Int.self)
                let latest = BehaviorRelay(value: 0)
                SharingScheduler.mock(scheduler: stage.scheduler) {
                    _ = source.asDriver(onErrorJustReturn: 0).drive(latest)
                }
                stage.show("latest", latest, until: 6)
            },
            Example("emit", "from a signal into a relay or closures") { stage in
                let source = stage.hot("source", "-1-2-|", of: Int.self)
                let events = PublishRelay<Int>()
                stage.show("events", events, until: 6)
                SharingScheduler.mock(scheduler: stage.scheduler) {
                    _ = source.asSignal(onErrorJustReturn: 0).emit(to: events)
                }
            },
        ])
}
