import Rx

/// What an operator does in other cases than its first row: inner sequences that stay, a second source, a second subscriber, elements
/// that it drops.
let branches: [CoveringRows] = [
    RowSet.all.of(FlatMapOpen.self), RowSet.all.of(FlatMapLatestOpen.self), RowSet.all.of(FlatMapFirstOpen.self),
    RowSet.all.of(ConcatMapWaiting.self), RowSet.all.of(MergeWaiting.self), RowSet.all.of(ConcatSecond.self), RowSet.all.of(ConcatLast.self),
    RowSet.all.of(AmbRight.self), RowSet.all.of(ZipQueued.self), RowSet.all.of(SampleDefault.self), RowSet.all.of(GroupByNew.self),
    RowSet.all.of(GroupByMerged.self), RowSet.all.of(WindowMerged.self), RowSet.all.of(ShareTwo.self), RowSet.all.of(ShareReplayTwo.self),
    RowSet.all.of(ShareReplayLate.self), RowSet.all.of(ShareForeverLate.self), RowSet.all.of(ReplayLate.self), RowSet.all.of(FilterDropping.self),
    RowSet.all.of(CompactMapDropping.self), RowSet.all.of(DistinctDropping.self), RowSet.all.of(SkipWhileDropping.self),
    RowSet.all.of(ElementAtLater.self), RowSet.all.of(BufferInTime.self), RowSet.all.of(WindowInTime.self),
    RowSet.all.of(ThrottleOver.self),
]

/// A branch of an operator whose name is covered elsewhere.
protocol Branch: Entry where Input == Int {}

extension Branch {
    static var covers: [String] { [] }
    static var aspects: Aspects { [.event] }
}

// MARK: Inner sequences

private enum FlatMapOpen: Branch {
    static let name = "flatMap/lasting", title = "flatMap to sequences that don't end"
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.flatMap { lasting($0) } }
}

private enum FlatMapLatestOpen: Branch {
    static let name = "flatMapLatest/lasting", title = "flatMapLatest to sequences that don't end, each ended by the next"
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.flatMapLatest { lasting($0) } }
}

private enum FlatMapFirstOpen: Branch {
    static let name = "flatMapFirst/busy", title = "flatMapFirst while the first sequence goes on"
    static func elements(_ n: Int) -> Int { min(n, 1) }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.flatMapFirst { lasting($0) } }
}

private enum ConcatMapWaiting: Branch {
    static let name = "concatMap/waiting", title = "concatMap to sequences that wait for each other"
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.concatMap { Observable.just($0, scheduler: context.scheduler) }
    }
}

private enum MergeWaiting: Branch {
    static let name = "merge/maxConcurrent/waiting", title = "merge(maxConcurrent: 4) of sequences that wait for each other"
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.map { Observable.just($0, scheduler: context.scheduler) }.merge(maxConcurrent: 4)
    }
}

// MARK: Other sources

private enum ConcatSecond: Branch {
    static let name = "concat/second", title = "Observable.empty().concat(source)"
    static var aspects: Aspects { [.event, .subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { Observable.empty().concat(source) }
}

private enum ConcatLast: Branch {
    static let name = "concat/last", title = "Observable.concat([.empty(), .empty(), source])"
    static var aspects: Aspects { [.event, .subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { Observable.concat([.empty(), .empty(), source]) }
}

private enum AmbRight: Branch {
    static let name = "amb/right", title = "other.amb(source), where the source is first"
    static var others: Int { 1 }
    static var aspects: Aspects { [.event, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> { context.others[0].amb(source) }
}

private enum ZipQueued: Branch {
    static let name = "zip/2/queued", title = "Observable.zip(source, source.delay(…)), where all elements wait"
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        Observable.zip(source, source.delay(.seconds(1), scheduler: context.scheduler)) { $0 &+ $1 }
    }
}

private enum SampleDefault: Branch {
    static let name = "sample/default", title = "never().sample(source, defaultValue: 0)"
    static func elements(_ n: Int) -> Int { n + 1 }  // The sampler's completion samples too.
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        Observable<Int>.never().sample(source, defaultValue: 0)
    }
}

// MARK: What is sent on in sequences of its own

private enum GroupByNew: Branch {
    static let name = "groupBy/new", title = "groupBy { $0 }, a group for each element"
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<GroupedObservable<Int, Int>> { source.groupBy { $0 } }
}

private enum GroupByMerged: Branch {
    static let name = "groupBy/merge", title = "groupBy { $0 & 7 }.flatMap { $0 }"
    static var aspects: Aspects { [.event, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.groupBy { $0 & 7 }.flatMap { $0 } }
}

private enum WindowMerged: Branch {
    static let name = "window/merge", title = "window(timeSpan: .seconds(3600), count: 10, scheduler: scheduler).flatMap { $0 }"
    static var aspects: Aspects { [.event, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.window(timeSpan: .seconds(3600), count: 10, scheduler: context.scheduler).flatMap { $0 }
    }
}

private enum BufferInTime: Branch {
    static let name = "buffer/time", title = "buffer(timeSpan: .seconds(1), count: .max, scheduler: scheduler), whose time comes"
    static var atOnce: Int { 1 }
    static var usesTime: Bool { true }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<[Int]> {
        source.buffer(timeSpan: .seconds(1), count: .max, scheduler: context.scheduler)
    }
}

private enum WindowInTime: Branch {
    static let name = "window/time", title = "window(timeSpan: .seconds(1), count: .max, scheduler: scheduler), whose time comes"
    static var atOnce: Int { 2 }
    static var usesTime: Bool { true }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Observable<Int>> {
        source.window(timeSpan: .seconds(1), count: .max, scheduler: context.scheduler)
    }
}

// MARK: A timer for each element

/// The first element is sent at once. Each other one comes in the stretch that the one before has begun, waits for its end, and begins the next.
private enum ThrottleOver: Branch {
    static let name = "throttle/latest/over", title = "throttle(.seconds(1), scheduler: scheduler), where each waits for the end of its second"
    @inline(__always)
    static func apply(_ source: Observable<Int>, _ context: Context<Int>) -> Observable<Int> {
        source.do(afterNext: { if $0 > 0 { context.passSecond() } }).throttle(.seconds(1), scheduler: context.scheduler)
    }
}

// MARK: A second subscriber

@inline(__always)
private func twice(_ output: Observable<Int>, _ tally: Tally) -> any Disposable {
    let first = output.subscribe(onNext: { tally.add($0) }, onError: { _ in tally.fail() })
    return CompositeDisposable(first, output.subscribe(onNext: { tally.add($0) }, onError: { _ in tally.fail() }))
}

private enum ShareTwo: Branch {
    static let name = "share/two", title = "share() with two subscribers"
    static var ofOne: Int { 2 }
    static var errors: Int { 2 }
    static var others: Int { 1 }  // For a subject to send: a source that sends while it is subscribed to has one subscriber.
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    static func elements(_ n: Int) -> Int { 2 * n }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.share() }
    @inline(__always)
    static func subscribe(_ output: Observable<Int>, _ tally: Tally) -> any Disposable { twice(output, tally) }
}

private enum ShareReplayTwo: Branch {
    static let name = "share/replay-1/two", title = "share(replay: 1) with two subscribers"
    static var ofOne: Int { 2 }
    static var others: Int { 1 }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    static func elements(_ n: Int) -> Int { 2 * n }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.share(replay: 1) }
    @inline(__always)
    static func subscribe(_ output: Observable<Int>, _ tally: Tally) -> any Disposable { twice(output, tally) }
}

private enum ShareReplayLate: Branch {
    static let name = "share/replay-1/late", title = "share(replay: 1), whose second subscriber gets what was kept"
    static var atOnce: Int { 2 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> { lasting(1).share(replay: 1) }
    @inline(__always)
    static func subscribe(_ output: Observable<Int>, _ tally: Tally) -> any Disposable { twice(output, tally) }
}

private enum ShareForeverLate: Branch {
    static var keepsForNext: Bool { true }
    static let name = "share/replay-1-forever/late", title = "share(replay: 1, scope: .forever), whose second subscriber gets what was kept"
    static var atOnce: Int { 2 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> { lasting(1).share(replay: 1, scope: .forever) }
    @inline(__always)
    static func subscribe(_ output: Observable<Int>, _ tally: Tally) -> any Disposable { twice(output, tally) }
}

private enum ReplayLate: Branch {
    static let name = "replay/late", title = "replay(2).refCount(), whose second subscriber gets what was kept"
    static var atOnce: Int { 2 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Observable<Int>, _: Context<Int>) -> Observable<Int> { lasting(1).replay(2).refCount() }
    @inline(__always)
    static func subscribe(_ output: Observable<Int>, _ tally: Tally) -> any Disposable { twice(output, tally) }
}

// MARK: Elements that are dropped

private enum FilterDropping: Branch {
    static let name = "filter/dropping", title = "filter { $0 == -1 }"
    static func elements(_ n: Int) -> Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.filter { $0 == -1 } }
}

private enum CompactMapDropping: Branch {
    static let name = "compactMap/dropping", title = "compactMap { $0 == -1 ? $0 : nil }"
    static func elements(_ n: Int) -> Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.compactMap { $0 == -1 ? $0 : nil } }
}

private enum DistinctDropping: Branch {
    static let name = "distinctUntilChanged/dropping", title = "map { $0 >> 62 }.distinctUntilChanged()"
    static func elements(_ n: Int) -> Int { min(n, 1) }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.map { $0 >> 62 }.distinctUntilChanged() }
}

private enum SkipWhileDropping: Branch {
    static let name = "skip/while/dropping", title = "skip(while: { $0 != -1 })"
    static func elements(_ n: Int) -> Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.skip(while: { $0 != -1 }) }
}

private enum ElementAtLater: Branch {
    static let name = "element-at/later", title = "startWith(0).element(at: 1)"
    static var aspects: Aspects { [.dispose] }
    static var ofOne: Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> { source.startWith(0).element(at: 1) }
}
