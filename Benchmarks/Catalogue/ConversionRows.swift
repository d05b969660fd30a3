import Rx

let conversions = conversionsRows(Int.self, .all)
#if ELEMENTS
let conversionsOfElements =
    conversionsRows(String.self, .elements) + conversionsRows(Wide.self, .elements) + conversionsRows(Reference.self, .elements)
#endif

func conversionsRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(AsSingle<Input>.self),
        rows.of(AsMaybe<Input>.self),
        rows.of(AsCompletable<Input>.self),
        rows.of(ToArray<Input>.self),
        rows.of(AsInfallible<Input>.self),
        rows.of(AsDriver<Input>.self),
        rows.of(AsSignal<Input>.self),
        rows.of(AsObservable<Input>.self),
        rows.of(SubscribeEvents<Input>.self),
        rows.of(SubscribeWith<Input>.self),
        rows.of(SubscribeObserver<Input>.self),
        rows.of(BindOnNext<Input>.self),
        rows.of(BindWith<Input>.self),
        rows.of(BindToRelay<Input>.self),
        rows.of(BindToClosure<Input>.self),
        rows.of(BindToCurried<Input>.self),
    ]
}

private enum AsSingle<Input: RowElement>: Entry {
    static var name: String { "asSingle" }
    static var title: String { "take(1).asSingle()" }
    static var covers: [String] { ["ObservableType.asSingle()"] }
    static func elements(_ n: Int) -> Int { 1 }
    static var aspects: Aspects { [.subscribe, .complete, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Single<Input> { source.take(1).asSingle() }
    @inline(__always)
    static func subscribe(_ output: Single<Input>, _ tally: Tally) -> any Disposable {
        output.subscribe(onSuccess: { tally.add($0.weight) }, onFailure: { _ in tally.fail() })
    }
}

private enum AsMaybe<Input: RowElement>: Entry {
    static var name: String { "asMaybe" }
    static var title: String { "take(1).asMaybe()" }
    static var covers: [String] { ["ObservableType.asMaybe()"] }
    static func elements(_ n: Int) -> Int { min(n, 1) }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Maybe<Input> { source.take(1).asMaybe() }
    @inline(__always)
    static func subscribe(_ output: Maybe<Input>, _ tally: Tally) -> any Disposable {
        output.subscribe(onSuccess: { tally.add($0.weight) }, onError: { _ in tally.fail() })
    }
}

private enum AsCompletable<Input: RowElement>: Entry {
    static var name: String { "asCompletable" }
    static var title: String { "ignoreElements().asCompletable()" }
    static var covers: [String] { ["ObservableType.asCompletable()"] }
    static func elements(_ n: Int) -> Int { 1 }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Completable { source.ignoreElements().asCompletable() }
    @inline(__always)
    static func subscribe(_ output: Completable, _ tally: Tally) -> any Disposable {
        output.subscribe(onCompleted: { tally.add(1) }, onError: { _ in tally.fail() })
    }
}

private enum ToArray<Input: RowElement>: Entry {
    static var name: String { "toArray" }
    static var title: String { "toArray()" }
    static var covers: [String] { ["ObservableType.toArray()"] }
    static func elements(_ n: Int) -> Int { 1 }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Single<[Input]> { source.toArray() }
    @inline(__always)
    static func subscribe(_ output: Single<[Input]>, _ tally: Tally) -> any Disposable {
        output.subscribe(onSuccess: { tally.add($0.count) }, onFailure: { _ in tally.fail() })
    }
}

private enum AsInfallible<Input: RowElement>: Entry {
    static var name: String { "asInfallible" }
    static var title: String { "asInfallible(onErrorJustReturn: zero)" }
    static var covers: [String] { ["ObservableConvertibleType.asInfallible(onErrorJustReturn:)"] }
    static var errors: Int { 0 }
    static var insteadOfError: Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Infallible<Input> {
        source.asInfallible(onErrorJustReturn: Input(number: 0))
    }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable {
        output.subscribe(onNext: { tally.add($0.weight) })
    }
}

private enum AsDriver<Input: RowElement>: Entry {
    static var name: String { "asDriver" }
    static var title: String { "asDriver(onErrorJustReturn: zero)" }
    static var covers: [String] { ["ObservableConvertibleType.asDriver(onErrorJustReturn:)"] }
    static var errors: Int { 0 }
    static var insteadOfError: Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Driver<Input> { source.asDriver(onErrorJustReturn: Input(number: 0)) }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable {
        output.drive(onNext: { tally.add($0.weight) })
    }
}

private enum AsSignal<Input: RowElement>: Entry {
    static var name: String { "asSignal" }
    static var title: String { "asSignal(onErrorJustReturn: zero)" }
    static var covers: [String] { ["ObservableConvertibleType.asSignal(onErrorJustReturn:)"] }
    static var errors: Int { 0 }
    static var insteadOfError: Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Signal<Input> { source.asSignal(onErrorJustReturn: Input(number: 0)) }
    @inline(__always)
    static func subscribe(_ output: Signal<Input>, _ tally: Tally) -> any Disposable {
        output.emit(onNext: { tally.add($0.weight) })
    }
}

private enum AsObservable<Input: RowElement>: Entry {
    static var name: String { "asObservable" }
    static var title: String { "asObservable()" }
    static var covers: [String] { ["ObservableType.asObservable()"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.asObservable() }
}

private enum SubscribeEvents<Input: RowElement>: Entry {
    static var name: String { "subscribe/events" }
    static var title: String { "subscribe { event in … }" }
    static var covers: [String] { ["ObservableType.subscribe(_:) [_ on:]"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Observable<Input>, _ tally: Tally) -> any Disposable {
        output.subscribe { event in
            switch event {
            case .next(let element): tally.add(element.weight)
            case .error: tally.fail()
            case .completed: break
            }
        }
    }
}

private enum SubscribeWith<Input: RowElement>: Entry {
    static var name: String { "subscribe/with" }
    static var title: String { "subscribe(with: object, onNext: …)" }
    static var covers: [String] { ["ObservableType.subscribe(with:onNext:onError:onCompleted:onDisposed:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Observable<Input>, _ tally: Tally) -> any Disposable {
        output.subscribe(with: tally, onNext: { $0.add($1.weight) }, onError: { tally, _ in tally.fail() })
    }
}

private enum SubscribeObserver<Input: RowElement>: Entry {
    static var name: String { "subscribe/observer" }
    static var title: String { "subscribe(observer)" }
    static var covers: [String] { ["ObservableType.subscribe(_:) [<Observer>]", "AnyObserver.init(eventHandler:)", "AnyObserver.on(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Observable<Input>, _ tally: Tally) -> any Disposable {
        output.subscribe(
            AnyObserver { event in
                switch event {
                case .next(let element): tally.add(element.weight)
                case .error: tally.fail()
                case .completed: break
                }
            })
    }
}

private enum BindOnNext<Input: RowElement>: Entry {
    static var name: String { "bind/onNext" }
    static var title: String { "bind(onNext: …)" }
    static var covers: [String] { ["ObservableType.bind(onNext:)"] }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Observable<Input>, _ tally: Tally) -> any Disposable {
        output.bind(onNext: { tally.add($0.weight) })
    }
}

private enum BindWith<Input: RowElement>: Entry {
    static var name: String { "bind/with" }
    static var title: String { "bind(with: object, onNext: …)" }
    static var covers: [String] { ["ObservableType.bind(with:onNext:)"] }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Observable<Input>, _ tally: Tally) -> any Disposable {
        output.bind(with: tally, onNext: { $0.add($1.weight) })
    }
}

private enum BindToRelay<Input: RowElement>: Entry {
    static var name: String { "bind/to-relay" }
    static var title: String { "bind(to: relay)" }
    static var covers: [String] { ["ObservableType.bind(to:) [PublishRelay<Self.Element>]"] }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Observable<Input>, _ tally: Tally) -> any Disposable {
        let relay = PublishRelay<Input>()
        let subscription = relay.subscribe(onNext: { tally.add($0.weight) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindToClosure<Input: RowElement>: Entry {
    static var name: String { "bind/to-closure" }
    static var title: String { "bind(to: binder)" }
    static var covers: [String] { ["ObservableType.bind(to:) [binder]"] }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Observable<Input>, _ tally: Tally) -> any Disposable {
        output.bind(to: { source in source.subscribe(onNext: { tally.add($0.weight) }) })
    }
}

private enum BindToCurried<Input: RowElement>: Entry {
    static var name: String { "bind/to-curried" }
    static var title: String { "bind(to: binder, curriedArgument: …)" }
    static var covers: [String] { ["ObservableType.bind(to:curriedArgument:)"] }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Observable<Input>, _ tally: Tally) -> any Disposable {
        output.bind(to: { source in { (_: Int) in source.subscribe(onNext: { tally.add($0.weight) }) } }, curriedArgument: 0)
    }
}
