import Foundation
import Rx

struct Hit: Equatable {
    let screen: String
    var milliseconds = 0
}

enum Batch: Equatable {
    case hits([String])
    case slow(String, milliseconds: Int)
}

/// One stream of hits for several readers, which all begin when it is started.
final class Analytics {
    private let hits = PublishSubject<Hit>()
    private let published: ConnectableObservable<Hit>
    private let recent: ConnectableObservable<Hit>
    private let connections = CompositeDisposable()

    init() {
        published = hits.filter { !$0.screen.isEmpty }.publish()
        recent = hits.replay(2)
    }

    func start() {
        _ = connections.insert(published.connect())
        _ = connections.insert(recent.connect())
    }

    func stop() { connections.dispose() }

    func batches(of count: Int, scheduler: any SchedulerType) -> Observable<Batch> {
        let batched = published
            .buffer(timeSpan: .seconds(30), count: count, scheduler: scheduler)
            .filter { !$0.isEmpty }
            .map { Batch.hits($0.map(\.screen)) }
        let slow = published
            .filter { $0.milliseconds > 1000 }
            .map { Batch.slow($0.screen, milliseconds: $0.milliseconds) }
        return Observable.merge([batched, slow])
    }

    func visits() -> Observable<(screen: String, count: Int)> {
        published
            .groupBy { $0.screen }
            .flatMap { group in
                group.enumerated().map { (screen: group.key, count: $0.index + 1) }
            }
    }

    /// For those who come later: the last hits first.
    var lastHits: Observable<Hit> { recent.asObservable() }

    /// The longest so far, for as long as somebody looks.
    lazy var slowest: Observable<Int> = published
        .map(\.milliseconds)
        .scan(0, accumulator: max)
        .distinctUntilChanged()
        .multicast { BehaviorSubject(value: 0) }
        .refCount()

    func record(_ screen: String, milliseconds: Int = 0) { hits.onNext(Hit(screen: screen, milliseconds: milliseconds)) }
}

func analyticsScenario() {
    let scheduler = HistoricalScheduler(initialClock: Date(timeIntervalSince1970: 1_000_000))
    let analytics = Analytics()
    let batches = Recorder(analytics.batches(of: 2, scheduler: scheduler))
    let visits = Recorder(analytics.visits().map { "\($0.screen) \($0.count)" }), slowest = Recorder(analytics.slowest)
    analytics.record("before the start")
    analytics.start()
    for (screen, milliseconds) in [("home", 20), ("list", 1200), ("", 9000), ("home", 30)] {
        analytics.record(screen, milliseconds: milliseconds)
    }
    let late = Recorder(analytics.lastHits.map(\.milliseconds))
    scheduler.advance(by: 31)
    analytics.stop()
    analytics.record("after the end")

    expect(
        batches.elements, [.hits(["home", "list"]), .slow("list", milliseconds: 1200), .hits(["home"])], "analytics: batches")
    expect(visits.elements, ["home 1", "list 1", "home 2"], "analytics: visits")
    expect(slowest.elements, [0, 20, 1200], "analytics: slowest")
    expect(late.elements, [9000, 30], "analytics: late reader")
}
