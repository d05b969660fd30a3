import Rx

@testable import LawSupport

extension ForeignCaller {
    /// Sources that several subscriptions share.
    static let sharing: [ForeignCaller] =
        counted("share") { $0.share() }
        + counted("share(replay: 1)") { $0.share(replay: 1) }
        + counted("share(replay: 2)") { $0.share(replay: 2) }
        + counted("share(scope: .forever)") { $0.share(scope: .forever) }
        + counted("share(replay: 1, scope: .forever)") { $0.share(replay: 1, scope: .forever) }
        + counted("publish().refCount()") { $0.publish().refCount() }
        + counted("replay(1).refCount()") { $0.replay(1).refCount() }
        + counted("multicast(subject).refCount()") { $0.multicast(PublishSubject()).refCount() }
        + counted("refCount of a connectable made elsewhere") { ForeignConnectable($0.publish()).refCount() }
        + [connectable("publish") { $0.publish() }, connectable("replay") { $0.replay(1) }]
        + [multicastFactory, multicastSelector, group, window]

    /// Two at once; then the only one, who connects and disconnects.
    private static func counted(
        _ name: String, _ share: @escaping (Observable<ForeignObject>) -> Observable<ForeignObject>
    ) -> [ForeignCaller] {
        [
            ForeignCaller(name + ", by two", inputs: 1, sharing: .source, callOuts: ["closure above 0", "dispose 0"]) {
                share($0.source(0))
            },
            ForeignCaller(name + ", by one", inputs: 1, callOuts: ["closure above 0", "dispose 0"]) { share($0.source(0)) },
            ForeignCaller(
                name + ", after the last one", callOuts: ["subscribe to 0", "dispose 0"],
                scene: { lock in
                    let stage = ForeignStage(lock, inputs: 1), shared = share(stage.source(0))
                    stage.subscribe(to: shared).subscription.dispose()
                    return ForeignScene(actions: stage.inputActions + visits(shared, stage), end: stage.end)
                }),
        ]
    }

    /// Subscribers that come, and such that leave again.
    private static func visits(_ shared: Observable<ForeignObject>, _ stage: ForeignStage) -> [ForeignAction] {
        [
            ForeignAction("subscribe") { stage.subscribe(to: shared) },
            ForeignAction("visit") { stage.subscribe(to: shared).subscription.disposeWithoutWaiting() },
        ]
    }

    /// Connected by hand; connecting anew is possible after a stop event or the end of the connection.
    private static func connectable(
        _ name: String, _ publish: @escaping (Observable<ForeignObject>) -> ConnectableObservable<ForeignObject>
    ) -> ForeignCaller {
        let callOuts: Set = ["subscribe to 0", "closure above 0", "dispose 0", "onNext", "stop", "onDisposed"]
        return ForeignCaller(
            name, callOuts: callOuts,
            scene: { lock in
                let stage = ForeignStage(lock, inputs: 1), output = publish(stage.source(0))
                let subscribing = stage.outputActions(output, sharing: .source), connection = output.connect()
                let connecting = [
                    ForeignAction("connect") { _ = output.connect() },
                    ForeignAction("disconnect") { connection.disposeWithoutWaiting() },
                    ForeignAction("connect anew") {
                        connection.disposeWithoutWaiting()
                        output.connect().disposeWithoutWaiting()
                    },
                ]
                return ForeignScene(
                    actions: stage.inputActions + subscribing + connecting,
                    warmUp: { stage.inputs[0].onNext(stage.element()) },
                    end: {
                        stage.end()
                        connection.disposeWithoutWaiting()
                    })
            })
    }

    private static let multicastFactory = ForeignCaller(
        "multicast(makeSubject:)", callOuts: ["factory", "subscribe to 0"],
        scene: { lock in
            let stage = ForeignStage(lock, inputs: 1), call = stage.closure("factory")
            let output = stage.source(0).multicast(makeSubject: {
                call(); return PublishSubject<ForeignObject>()
            }).refCount()
            return ForeignScene(actions: visits(output, stage), end: stage.end)
        })

    private static let multicastSelector = ForeignCaller(
        "multicast(selector:)", inputs: 1, callOuts: ["factory", "selector", "subscribe to 0", "dispose 0"]
    ) { stage in
        let make = stage.closure("factory"), select = stage.closure("selector")
        return stage.source(0).multicast({
            make(); return PublishSubject<ForeignObject>()
        }) { shared in
            select()
            return Observable.merge(shared, shared)
        }
    }

    private static let group = ForeignCaller(
        "a group of groupBy", inputs: 1, sharing: .source, callOuts: ["key selector"]
    ) { stage in
        let call = stage.closure("key selector"), groups = LockedLog<Observable<ForeignObject>>()
        let grouped = stage.source(0).groupBy { _ in
            call(); return 0
        }.map { $0.asObservable() }
        stage.subscribe(to: grouped.do(onNext: { groups.append($0) }))
        stage.inputs[0].onNext(stage.element())
        return groups.entries[0]
    }

    private static let window = ForeignCaller(
        "a window of window", inputs: 1, usesTime: true, sharing: .source, callOuts: ["closure above 0", "cancel"]
    ) { stage in
        let windows = LockedLog<Observable<ForeignObject>>()
        let sliced = stage.source(0).window(timeSpan: .seconds(1), count: 100, scheduler: stage.scheduler)
        stage.subscribe(to: sliced.do(onNext: { windows.append($0) }))
        return windows.entries[0]
    }
}

/// A connectable that the library doesn't know.
private struct ForeignConnectable: ConnectableObservableType {
    typealias Element = ForeignObject

    let connectable: ConnectableObservable<ForeignObject>

    init(_ connectable: ConnectableObservable<ForeignObject>) { self.connectable = connectable }

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == ForeignObject {
        connectable.subscribe(observer)
    }

    func connect() -> any Disposable { connectable.connect() }
}
