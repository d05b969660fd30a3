import Rx
import RxInspector

extension AllExamples {
    static let timing: Family = .init(
        "Timing", "I want to decide when and where …",
        [
            Example("delay", "everything comes later") { stage in
                let source = stage.hot("source", "-1-2-|", of: Int.self)
                stage.show("delay(3)", source.delay(.seconds(3), scheduler: stage.scheduler))
            },
            Example("delaySubscription", "the work begins later") { stage in
                let source = stage.cold("source", "-1-2-|", of: Int.self)
                stage.show("delaySubscription(3)", source.delaySubscription(.seconds(3), scheduler: stage.scheduler))
            },
            Example("observe(on:)", "elements are delivered: on which scheduler") { stage in
                let source = stage.hot("source", "-1-(23)-|", of: Int.self)
                let delivered = source.observe(on: stage.scheduler).do(onNext: { stage.print("\($0), as work of the scheduler") })
                stage.show("observe(on:)", delivered)
            },
            Example("subscribe(on:)", "the work of subscribing is done: on which scheduler") { stage in
                let source = Observable<String>.create { observer in
                    stage.print("subscribed")
                    observer.onNext("a")
                    observer.onCompleted()
                    return Disposables.create()
                }
                stage.show("subscribe(on:)", source.subscribe(on: stage.scheduler))
                stage.print("subscribe has returned")
            },
        ])

    static let observing: Family = .init(
        "Looking on", "I want to look without changing anything …",
        [
            Example("do", "run code on the way: logging, counting") { stage in
                let source = stage.hot("source", "-1-2-|", of: Int.self)
                let watched = source.do(
                    onNext: { stage.print("next \($0)") }, onCompleted: { stage.print("completed") },
                    onSubscribe: { stage.print("subscribe") }, onDispose: { stage.print("dispose") })
                stage.show("do", watched)
            },
            Example("debug", "print everything that happens, with date and place") { stage in
                let source = stage.hot("source", "-1-2-|", of: Int.self)
                stage.show("debug(\"numbers\")", source.debug("numbers"))
            },
            Example("inspect", "record who subscribed to what, and every event, to look at later") { stage in
                let recorder = Recorder(now: { Double(stage.scheduler.clock) })
                let source = stage.hot("source", "-a---b---|"), inner = stage.cold("inner", "1-2-3|")
                let numbered = source.inspect("letters", recorder)
                    .flatMapLatest { letter in inner.map { letter + $0 }.inspect("inner", recorder) }
                stage.show("flatMapLatest", numbered.inspect("result", recorder))
                stage.at(15) { stage.print("the recorder's diagram\n\(recorder.trace.diagram(tick: 1))") }
            },
        ])

    static let sharing: Family = .init(
        "Sharing", "Several observers, one source: I want …",
        [
            Example("share", "to subscribe to it once, while anybody observes") { stage in
                let source = stage.cold("source", "-1-2-3-4-5-|", of: Int.self)
                let shared = source.share()
                stage.show("first", shared, until: 8)
                stage.show("second", shared, at: 4, until: 8)
            },
            Example("share(replay:scope:)", "that, and late comers to get the latest") { stage in
                let source = stage.cold("source", "-1-2-3-4-5-|", of: Int.self)
                let shared = source.share(replay: 1)
                stage.show("first", shared)
                stage.show("second", shared, at: 4)
            },
            Example("publish", "to say myself when it begins") { stage in
                let source = stage.cold("source", "-1-2-3-|", of: Int.self)
                let published = source.publish()
                stage.show("first", published)
                stage.show("second", published)
                stage.at(3) { _ = published.connect() }
            },
            Example("replay", "that, and late comers to get the last few") { stage in
                let source = stage.cold("source", "-1-2-3-|", of: Int.self)
                let replayed = source.replay(2)
                _ = replayed.connect()
                stage.show("late", replayed, at: 6)
            },
            Example("replayAll", "that, and late comers to get everything") { stage in
                let source = stage.cold("source", "-1-2-3-|", of: Int.self)
                let replayed = source.replayAll()
                _ = replayed.connect()
                stage.show("late", replayed, at: 6)
            },
            Example("refCount", "a connectable to begin and end by itself") { stage in
                let source = stage.cold("source", "-1-2-3-4-|", of: Int.self)
                let counted = source.publish().refCount()
                stage.show("first", counted, until: 4)
                stage.show("again", counted, at: 6)
            },
            Example("multicast", "a subject of my choice in between") { stage in
                let source = stage.cold("source", "-1-2-3-|", of: Int.self)
                let latest = source.multicast(BehaviorSubject(value: 0))
                stage.show("observer", latest)
                _ = latest.connect()
            },
            Example("multicast(_:selector:)", "to use it twice in one expression") { stage in
                let source = stage.cold("source", "-1-2-3-|", of: Int.self)
                let differences = source.multicast({ PublishSubject<Int>() }) { shared in
                    Observable.zip(shared, shared.skip(1)) { "\($0)\($1)" }
                }
                stage.show("neighbours", differences)
            },
        ])

    static let subjects: Family = .init(
        "Subjects and relays", "I want to send elements myself, to observers who …",
        [
            Example("PublishSubject", "get what comes after they subscribed") { stage in
                let subject = PublishSubject<Int>()
                stage.show("first", subject)
                stage.show("second", subject, at: 4)
                for tick in [1, 3, 5] { stage.at(tick) { subject.onNext(tick) } }
                stage.at(7) { subject.onCompleted() }
            },
            Example("BehaviorSubject", "get the current value first") { stage in
                let subject = BehaviorSubject(value: 0)
                stage.show("first", subject)
                stage.show("second", subject, at: 4)
                for tick in [1, 3, 5] { stage.at(tick) { subject.onNext(tick) } }
                stage.at(6) { if let value = try? subject.value() { stage.print("value is \(value)") } }
            },
            Example("ReplaySubject", "get the last few first, even after the end") { stage in
                let subject = ReplaySubject<Int>.create(bufferSize: 2)
                stage.show("first", subject)
                stage.show("late", subject, at: 8)
                for tick in [1, 3, 5] { stage.at(tick) { subject.onNext(tick) } }
                stage.at(7) { subject.onCompleted() }
            },
            Example("AsyncSubject", "get the last one only, at the end") { stage in
                let subject = AsyncSubject<Int>()
                stage.show("first", subject)
                stage.show("late", subject, at: 8)
                for tick in [1, 3, 5] { stage.at(tick) { subject.onNext(tick) } }
                stage.at(7) { subject.onCompleted() }
            },
            Example("PublishRelay", "get what comes, and never an end") { stage in
                let relay = PublishRelay<Int>()
                stage.show("observer", relay, until: 7)
                for tick in [1, 3, 5] { stage.at(tick) { relay.accept(tick) } }
            },
            Example("BehaviorRelay", "get the current value, and never an end: state") { stage in
                let relay = BehaviorRelay(value: 0)
                stage.show("observer", relay, at: 2, until: 7)
                for tick in [1, 3, 5] { stage.at(tick) { relay.accept(relay.value + 1) } }
                stage.at(6) { stage.print("value is \(relay.value)") }
            },
            Example("ReplayRelay", "get the last few, and never an end") { stage in
                let relay = ReplayRelay<Int>.create(bufferSize: 2)
                stage.show("late", relay, at: 6, until: 9)
                for tick in [1, 3, 5, 7] { stage.at(tick) { relay.accept(tick) } }
            },
        ])
}
