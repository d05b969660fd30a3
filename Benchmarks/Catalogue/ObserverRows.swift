import BenchKit
import Foundation
import Rx

/// What observers, events, connectable and grouped sequences do beside what operators have rows for.
let observers: [CoveringRows] = [
    member(
        "AnyObserver/closure", "AnyObserver { event in … }: to make one and send an element", ["AnyObserver.init(eventHandler:)"]
    ) { n, tally in
        for i in 0..<n { opaque(counting(tally)).onNext(i) }
    },
    member("AnyObserver/observer", "AnyObserver(observer): to make one and send an element", ["AnyObserver.init(_:)"]) { n, tally in
        let relay = PublishSubject<Int>()
        let subscription = relay.subscribe(onNext: { tally.add($0) })
        for i in 0..<n { AnyObserver(relay).onNext(i) }
        subscription.dispose()
    },
    member("AnyObserver/event", "AnyObserver.onNext(_:)", ["AnyObserver.on(_:)", "ObserverType.onNext(_:)"], unit: "element") { n, tally in
        let observer = opaque(counting(tally))
        for i in 0..<n { observer.onNext(i) }
    },
    member("AnyObserver/asObserver", "an observer of a program's own: asObserver().onNext(_:)", ["ObserverType.asObserver()"]) { n, tally in
        let observer = OwnObserver(tally: tally)
        for i in 0..<n { opaque(observer.asObserver()).onNext(i) }
    },
    member(
        "ObserverType/mapObserver/event", "mapObserver { $0 + 1 }: an element", ["ObserverType.mapObserver(_:)"], unit: "element"
    ) { n, tally in
        let observer = opaque(opaque(counting(tally)).mapObserver { $0 + 1 } as AnyObserver<Int>)
        for i in 0..<n { observer.onNext(i) }
    },
    member(
        "AnyObserver/end", "AnyObserver: onCompleted() and onError(_:)", ["ObserverType.onCompleted()", "ObserverType.onError(_:)"]
    ) { n, tally in
        let observer = opaque(AnyObserver<Int> { if $0.isStopEvent { tally.add(1) } })
        for i in 0..<n {
            if i & 1 == 0 { observer.onCompleted() } else { observer.onError(PlannedFailure()) }
        }
    },
    member(
        "Binder/event", "Binder: an element on the main scheduler", ["Binder.init(_:scheduler:binding:)", "Binder.on(_:)"], unit: "element"
    ) { n, tally in
        let binder = opaque(Binder(tally) { (tally: Tally, element: Int) in tally.add(element) })
        for i in 0..<n { binder.onNext(i) }
    },
    member("Binder/init", "Binder: to make one and send an element", ["Binder.init(_:scheduler:binding:)"]) { n, tally in
        for i in 0..<n { Binder(tally) { (tally: Tally, element: Int) in tally.add(element) }.onNext(i) }
    },
    member("Binder/asObserver", "Binder.asObserver().onNext(_:)", ["Binder.asObserver()"]) { n, tally in
        let binder = Binder(tally) { (tally: Tally, element: Int) in tally.add(element) }
        for i in 0..<n { binder.asObserver().onNext(i) }
    },
    member("Event/map", "Event.map(_:)", ["Event.map(_:)", "Event.element"]) { n, tally in
        for i in 0..<n { if let element = opaque(opaque(Event.next(i)).map { $0 + 1 }).element { tally.add(element) } }
    },
    member(
        "Event/stop", "Event.isStopEvent, isCompleted and error, of an error", ["Event.isStopEvent", "Event.isCompleted", "Event.error"]
    ) { n, tally in
        for _ in 0..<n {
            let event = opaque(Event<Int>.error(plannedFailure))
            if event.isStopEvent, !event.isCompleted, event.error != nil { tally.add(1) }
        }
    },
    RowSet.all.of(SubscribeClosures.self), RowSet.all.of(SubscribeSubject.self), RowSet.all.of(Connect.self), RowSet.all.of(ConnectSubject.self),
    RowSet.all.of(Grouped.self), RowSet.all.of(Decode.self), unhandledErrors, recordedCallStacks, resources,
]

private func counting(_ tally: Tally) -> AnyObserver<Int> { AnyObserver { if case .next(let element) = $0 { tally.add(element) } } }

private struct OwnObserver: ObserverType {
    let tally: Tally

    func on(_ event: Event<Int>) { if case .next(let element) = event { tally.add(element) } }
}

private enum SubscribeClosures: Entry {
    static let name = "subscribe/closures", title = "subscribe(onNext:onError:onCompleted:onDisposed:)"
    static let covers = ["ObservableType.subscribe(onNext:onError:onCompleted:onDisposed:)"]
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Observable<Int>, _ tally: Tally) -> any Disposable {
        output.subscribe(onNext: { tally.add($0) }, onError: { _ in tally.fail() }, onCompleted: {}, onDisposed: {})
    }
}

private enum SubscribeSubject: Entry {
    static let name = "subscribe/subject", title = "subscribe(subject) with an observer"
    static let covers = ["Observable.subscribe(_:)", "ObserverType.on(_:)"]
    static var aspects: Aspects { [.event, .subscribe, .complete, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Observable<Int>, _ tally: Tally) -> any Disposable {
        let subject = PublishSubject<Int>()
        let subscription = subject.subscribe(onNext: { tally.add($0) })
        return CompositeDisposable(output.subscribe(subject), subscription)
    }
}

/// To subscribe, connect, and dispose of both.
@inline(__always)
private func connect(_ output: ConnectableObservable<Int>, _ tally: Tally) -> any Disposable {
    let subscription = output.subscribe(onNext: { tally.add($0) }, onError: { _ in tally.fail() })
    return CompositeDisposable(output.connect(), subscription)
}

private enum Connect: Entry {
    static let name = "publish/connect", title = "publish() and connect()"
    static let covers = ["ConnectableObservable.connect()", "ConnectableObservableType.connect()"]
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> ConnectableObservable<Int> { source.publish() }
    @inline(__always)
    static func subscribe(_ output: ConnectableObservable<Int>, _ tally: Tally) -> any Disposable { connect(output, tally) }
}

private enum ConnectSubject: Entry {
    static let name = "multicast/connect", title = "multicast(subject) and connect()", covers = ["ObservableType.multicast(_:)"]
    static var aspects: Aspects { [.event, .subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> ConnectableObservable<Int> { source.multicast(PublishSubject()) }
    @inline(__always)
    static func subscribe(_ output: ConnectableObservable<Int>, _ tally: Tally) -> any Disposable { connect(output, tally) }
}

private enum Grouped: Entry {
    static let name = "GroupedObservable", title = "GroupedObservable(key: 1, source: source)"
    static let covers = ["GroupedObservable.init(key:source:)", "GroupedObservable.subscribe(_:)", "GroupedObservable.asObservable()"]
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> GroupedObservable<Int, Int> {
        GroupedObservable(key: 1, source: source)
    }
}

private enum Decode: Entry {
    static let name = "decode", title = "map { _ in data }.decode(type: [Int].self, decoder: JSONDecoder())"
    static let covers = ["ObservableType.decode(type:decoder:)", "DataDecoder.decode(_:from:)"]
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<[Int]> {
        source.map { _ in document }.decode(type: [Int].self, decoder: JSONDecoder())
    }
}

private let document = Data("[1]".utf8)

/// An error that no subscriber handles.
private let unhandledErrors = CoveringRows(
    rows: [
        row("Hooks/defaultErrorHandler", "an error that only the default handler gets", unit: "failure", events: 200) { run in
            let tally = Tally(), n = run.n, before = Hooks.ownErrorHandler
            Hooks.defaultErrorHandler = { _, _ in tally.fail() }
            defer { Hooks.ownErrorHandler = before }
            run.timed { for _ in 0..<n { Observable<Int>.error(PlannedFailure()).subscribe(onNext: { tally.add($0) }).dispose() } }
            try run.expect(tally.errors, n, "errors")
        }
    ],
    covers: ["Hooks.defaultErrorHandler"])

private let recordedCallStacks = CoveringRows(
    rows: [
        row("Hooks/recordCallStackOnError", "to subscribe where call stacks are recorded", unit: "subscription", events: 200) { run in
            let tally = Tally(), n = run.n, before = (Hooks.recordCallStackOnError, Hooks.customCaptureSubscriptionCallstack)
            Hooks.recordCallStackOnError = true
            Hooks.customCaptureSubscriptionCallstack = {
                tally.add(1)
                return []
            }
            defer { (Hooks.recordCallStackOnError, Hooks.customCaptureSubscriptionCallstack) = before }
            let subject = PublishSubject<Int>()
            run.timed { for _ in 0..<n { subject.subscribe(onNext: { tally.add($0) }).dispose() } }
            try run.expect(tally.count >= n, true, "whether each subscription recorded its call stack")
        }
    ],
    covers: ["Hooks.recordCallStackOnError", "Hooks.customCaptureSubscriptionCallstack"])

/// A total is summed over a block of counters for each thread that the process has had, so these rows are counted in processes that ran nothing before.
private let resources = CoveringRows(
    rows: [
        row("Resources/count", "Resources.count(.subjects)", unit: "call", events: 200) { run in
            let n = run.n, tally = Tally(), subject = PublishSubject<Int>()
            withExtendedLifetime(subject) {
                run.timed { for _ in 0..<n { if Resources.count(.subjects) > 0 { tally.add(1) } } }
            }
            try run.expect(tally.count, n, "what is counted")
        }.countedAlone(),
        row("Resources/total", "Resources.total", unit: "call", events: 200) { run in
            let n = run.n
            var sum = 0
            run.timed { for _ in 0..<n { sum += Int(Resources.total) } }
            try run.expect(sum >= 0, true, "whether there are as many as were made")
        }.countedAlone(),
        row("Resources/incrementTotal", "Resources.incrementTotal() and decrementTotal()", unit: "call", events: 200) { run in
            let n = run.n
            var steps = 0
            run.timed { for _ in 0..<n { steps += Int(Resources.incrementTotal() - Resources.decrementTotal()) } }
            try run.expect(steps > 0 || n == 0, true, "whether it counts")
        }.countedAlone(),
        row(
            "Resources/numberOfSerialDispatchQueueObservables", "Resources.numberOfSerialDispatchQueueObservables",
            unit: "call", events: 200
        ) { run in
            let n = run.n
            var sum = 0
            run.timed { for _ in 0..<n { sum += Int(Resources.numberOfSerialDispatchQueueObservables) } }
            try run.expect(sum >= 0, true, "whether there are as many as were made")
        },
    ],
    covers: [
        "Resources.total", "Resources.incrementTotal()", "Resources.decrementTotal()", "Resources.numberOfSerialDispatchQueueObservables",
    ])
