import Rx

/// `bind(to:)` in its overloads: what it binds to gets an observer, so that what comes can be counted.
let binding: [CoveringRows] = [
    RowSet.all.of(BindToObserver.self), RowSet.all.of(BindToOptionalObserver.self), RowSet.all.of(BindToOptionalPublishRelay.self),
    RowSet.all.of(BindToBehaviorRelay.self), RowSet.all.of(BindToOptionalBehaviorRelay.self), RowSet.all.of(BindToReplayRelay.self),
    RowSet.all.of(BindToOptionalReplayRelay.self),
]

private protocol Binding: Entry where Input == Int, Output == Observable<Int> {}

extension Binding {
    static var aspects: Aspects { [.event, .subscribe, .dispose] }

    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source }
}

private enum BindToObserver: Binding {
    static let name = "bind/to-observer", title = "bind(to: observer)"
    static let covers = ["ObservableType.bind(to:) [Self.Element == Observer.Element]"]
    @inline(__always)
    static func subscribe(_ output: Observable<Int>, _ tally: Tally) -> any Disposable {
        output.bind(to: AnyObserver { if case .next(let element) = $0 { tally.add(element) } })
    }
}

private enum BindToOptionalObserver: Binding {
    static let name = "bind/to-optional-observer", title = "bind(to: observer of optionals)"
    static let covers = ["ObservableType.bind(to:) [Observer.Element == Self.Element?]"]
    @inline(__always)
    static func subscribe(_ output: Observable<Int>, _ tally: Tally) -> any Disposable {
        output.bind(to: AnyObserver<Int?> { if case .next(let element) = $0 { tally.add(element ?? 0) } })
    }
}

private enum BindToOptionalPublishRelay: Binding {
    static let name = "bind/to-PublishRelay-optional", title = "bind(to: a PublishRelay<Int?>) with an observer"
    static let covers = ["ObservableType.bind(to:) [PublishRelay<Self.Element?>]"]
    @inline(__always)
    static func subscribe(_ output: Observable<Int>, _ tally: Tally) -> any Disposable {
        let relay = PublishRelay<Int?>()
        let subscription = relay.subscribe(onNext: { tally.add($0 ?? 0) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindToBehaviorRelay: Binding {
    static let name = "bind/to-BehaviorRelay", title = "bind(to: a BehaviorRelay<Int>) with an observer"
    static let covers = ["ObservableType.bind(to:) [BehaviorRelay<Self.Element>]"]
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func subscribe(_ output: Observable<Int>, _ tally: Tally) -> any Disposable {
        let relay = BehaviorRelay<Int>(value: 0)
        let subscription = relay.subscribe(onNext: { tally.add($0) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindToOptionalBehaviorRelay: Binding {
    static let name = "bind/to-BehaviorRelay-optional", title = "bind(to: a BehaviorRelay<Int?>) with an observer"
    static let covers = ["ObservableType.bind(to:) [BehaviorRelay<Self.Element?>]"]
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func subscribe(_ output: Observable<Int>, _ tally: Tally) -> any Disposable {
        let relay = BehaviorRelay<Int?>(value: 0)
        let subscription = relay.subscribe(onNext: { tally.add($0 ?? 0) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindToReplayRelay: Binding {
    static let name = "bind/to-ReplayRelay", title = "bind(to: a ReplayRelay<Int>) with an observer"
    static let covers = ["ObservableType.bind(to:) [ReplayRelay<Self.Element>]"]
    @inline(__always)
    static func subscribe(_ output: Observable<Int>, _ tally: Tally) -> any Disposable {
        let relay = ReplayRelay<Int>.create(bufferSize: 1)
        let subscription = relay.subscribe(onNext: { tally.add($0) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindToOptionalReplayRelay: Binding {
    static let name = "bind/to-ReplayRelay-optional", title = "bind(to: a ReplayRelay<Int?>) with an observer"
    static let covers = ["ObservableType.bind(to:) [ReplayRelay<Self.Element?>]"]
    @inline(__always)
    static func subscribe(_ output: Observable<Int>, _ tally: Tally) -> any Disposable {
        let relay = ReplayRelay<Int?>.create(bufferSize: 1)
        let subscription = relay.subscribe(onNext: { tally.add($0 ?? 0) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}
