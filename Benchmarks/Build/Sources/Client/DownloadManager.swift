import Foundation
import Rx

struct Download: Hashable {
    let name: String
    let kilobytes: Int
}

enum DownloadEvent: Equatable {
    case started(String)
    case progress(String, percent: Int)
    case finished(String)
}

/// A slot of the network, free again when it is disposed of.
final class Slot: Disposable, @unchecked Sendable {
    private let count: Counter
    init(_ count: Counter) {
        self.count = count
        count.up()
    }
    func dispose() { count.down() }
}

final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var now = 0
    private var most = 0

    func up() {
        lock.withLock {
            now += 1
            most = max(most, now)
        }
    }
    func down() { lock.withLock { now -= 1 } }
    var highest: Int { lock.withLock { most } }
    var current: Int { lock.withLock { now } }
}

/// Runs downloads, a few at a time, and says how far they are.
final class DownloadManager {
    private let queue = PublishSubject<Download>()
    private let cancelled = PublishSubject<String>()
    let slots = Counter()
    private let chunk: Int
    private let limit: Int

    init(limit: Int, chunk: Int) {
        self.limit = limit
        self.chunk = chunk
    }

    private func chunks(of download: Download, scheduler: any ImmediateSchedulerType) -> Observable<Int> {
        Observable.generate(initialState: chunk, condition: { $0 < download.kilobytes + self.chunk }, scheduler: scheduler) { $0 + self.chunk }
            .map { min(100, $0 * 100 / download.kilobytes) }
    }

    func events(of download: Download, scheduler: any ImmediateSchedulerType) -> Observable<DownloadEvent> {
        let slots = slots
        return Observable.using({ Slot(slots) }, observableFactory: { [self] _ in
            chunks(of: download, scheduler: scheduler)
                .map { DownloadEvent.progress(download.name, percent: $0) }
                .take(until: cancelled.filter { $0 == download.name })
                .startWith(.started(download.name))
                .concat(Observable.just(.finished(download.name)))
        })
    }

    var events: Observable<DownloadEvent> {
        queue
            .map { [self] in events(of: $0, scheduler: CurrentThreadScheduler.instance) }
            .merge(maxConcurrent: limit)
    }

    func all(_ downloads: [Download]) -> Completable {
        Completable.zip(downloads.map { events(of: $0, scheduler: CurrentThreadScheduler.instance).ignoreElements().asCompletable() })
    }

    func enqueue(_ download: Download) { queue.onNext(download) }
    func close() { queue.onCompleted() }
}

func downloadScenario() {
    let manager = DownloadManager(limit: 2, chunk: 40)
    let events = Recorder(manager.events)
    manager.enqueue(Download(name: "a", kilobytes: 100))
    manager.enqueue(Download(name: "b", kilobytes: 20))
    manager.close()
    expect(events.elements.count, 8, "downloads: events")
    expect(events.elements[2], .progress("a", percent: 80), "downloads: progress")
    expect(events.ending, .completed, "downloads: end")

    var isDone = false
    manager.all([Download(name: "c", kilobytes: 80), Download(name: "d", kilobytes: 41)])
        .subscribe(onCompleted: { isDone = true })
        .dispose()
    expect(isDone, true, "downloads: all")
    expect(manager.slots.current, 0, "downloads: slots")

    let finished = DispatchSemaphore(value: 0)
    var percents: [Int] = []
    let background = manager.events(of: Download(name: "e", kilobytes: 100), scheduler: SerialDispatchQueueScheduler(qos: .utility))
        .observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "downloads"))
        .subscribe(
            onNext: { event in if case .progress(_, let percent) = event { percents.append(percent) } },
            onCompleted: { finished.signal() })
    finished.wait()
    background.dispose()
    expect(percents, [40, 80, 100], "downloads: in the background")
}
