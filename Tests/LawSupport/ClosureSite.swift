import Dispatch
import Testing

import Rx

/// Every kind of place where a subscription calls a closure of its user, of which G2 speaks.
enum ClosureSite: String, CaseIterable, CustomTestStringConvertible {
    case onNext, event, map, filter, compactMap, scan, doOnNext, afterNext, distinctUntilChanged, takeWhile, skipWhile
    case mapBelowMerge, mapBelowNestedMerge, mapBelowConcat, mapBelowLimitedMerge, mapBelowRetry
    case flatMapSelector, nestedFlatMapSelector, innerMap, innermostMap
    case flatMapLatestSelector, flatMapLatestInner, flatMapFirstSelector, concatMapSelector
    case combineLatestSelector, mapBelowCombineLatest, zipSelector, withLatestFromSelector, ambSource
    case takeUntilTrigger, catchSource, materialize, groupKey, groupElement, windowElement
    case mapAboveShare, mapAboveReplayingShare, mapAboveNestedShare, mapAboveShareBelowMerge, mapAboveInnerShare
    case mapAbovePublishSelector, mapAboveGroups, mapAboveWindows
    case insideCreate, insideCreateInAComposite, insideCreateInARefCount, insideCreateInAnotherDisposable, insideInnerCreate, insideUsing
    case mapAboveRefCountMadeElsewhere
    case beforeObserveOn, afterObserveOn, beforeSubscribeOn, onOtherCore, replayedSubject

    var testDescription: String { rawValue }

    /// Whether a scheduler's thread delivers what the source sends: a subscription without synchronisation would have two threads, and may have one.
    var crossesThreads: Bool { self == .beforeObserveOn || self == .afterObserveOn }

    /// A sequence that calls `closure` on account of each element of `source`.
    func build(_ source: PublishSubject<Int>, _ closure: @escaping () -> Void) -> Observable<Int> {
        let called = source.map { element in
            closure()
            return element
        }
        switch self {
        case .onNext, .event: return source.asObservable()
        case .map: return called
        case .filter:
            return source.filter { _ in
                closure(); return true
            }
        case .compactMap:
            return source.compactMap {
                closure(); return $0
            }
        case .scan:
            return source.scan(0) {
                closure(); return $0 + $1
            }
        case .doOnNext: return source.do(onNext: { _ in closure() })
        case .afterNext: return source.do(afterNext: { _ in closure() })
        case .distinctUntilChanged:
            return source.startWith(-1).distinctUntilChanged {
                closure(); return $0 == $1
            }
        case .takeWhile:
            return source.take(while: { _ in
                closure(); return true
            })
        case .skipWhile:
            return source.skip(while: { _ in
                closure(); return true
            })
        case .mapBelowMerge: return Observable.merge(called, .never())
        case .mapBelowNestedMerge: return Observable.merge(Observable.merge(Observable.merge(called, .never()), .never()), .never())
        case .mapBelowConcat: return Observable.concat(.of(1), called)
        case .mapBelowLimitedMerge: return Observable.of(called, .never()).merge(maxConcurrent: 2)
        case .mapBelowRetry: return called.retry(3)
        case .flatMapSelector:
            return source.flatMap {
                closure(); return Observable.just($0)
            }
        case .nestedFlatMapSelector:
            return Observable.of(1).flatMap { _ in
                source.flatMap {
                    closure(); return Observable.just($0)
                }
            }
        case .innerMap: return Observable.of(1, 2).flatMap { $0 == 1 ? called : .never() }
        case .innermostMap: return Observable.of(1).flatMap { _ in Observable.of(1).concatMap { _ in Observable.merge(called) } }
        case .flatMapLatestSelector:
            return source.flatMapLatest {
                closure(); return Observable.of($0)
            }
        case .flatMapLatestInner: return Observable.of(1).flatMapLatest { _ in called }
        case .flatMapFirstSelector:
            return source.flatMapFirst {
                closure(); return Observable.just($0)
            }
        case .concatMapSelector:
            return source.concatMap {
                closure(); return Observable.just($0)
            }
        case .combineLatestSelector:
            return Observable.combineLatest(source, Observable.just(1)) { a, _ in
                closure(); return a
            }
        case .mapBelowCombineLatest: return Observable.combineLatest([called, .never()]).map { $0[0] }
        case .zipSelector:
            return Observable.zip(source, Observable.range(start: 0, count: 1000)) { a, _ in
                closure(); return a
            }
        case .withLatestFromSelector:
            return source.withLatestFrom(Observable.just(1)) { a, _ in
                closure(); return a
            }
        case .ambSource: return called.amb(Observable.never())
        case .takeUntilTrigger: return Observable.never().take(until: called.filter { _ in false })
        case .catchSource: return called.catch { _ in .never() }
        case .materialize: return called.materialize().dematerialize()
        case .groupKey:
            return source.groupBy {
                closure(); return $0
            }.map { $0.key }
        case .groupElement:
            return source.groupBy { _ in 0 }.flatMap {
                $0.map {
                    closure(); return $0
                }
            }
        case .windowElement:
            return source.window(timeSpan: .seconds(1000), count: 1000, scheduler: Self.scheduler)
                .flatMap {
                    $0.map {
                        closure(); return $0
                    }
                }
        case .mapAboveShare: return called.share()
        case .mapAboveReplayingShare: return called.share(replay: 1)
        case .mapAboveNestedShare: return called.share().map { $0 }.share()
        case .mapAboveShareBelowMerge: return Observable.merge(Observable.merge(called.share(), .never()), .never())
        case .mapAboveInnerShare: return Observable.of(1).flatMap { _ in called.share() }
        case .mapAbovePublishSelector:
            return called.multicast({ PublishSubject() }, selector: { Observable.merge($0, $0) })
        case .mapAboveGroups: return called.groupBy { _ in 0 }.flatMap { $0 }
        case .mapAboveWindows:
            return called.window(timeSpan: .seconds(1000), count: 1000, scheduler: Self.scheduler).flatMap { $0 }
        case .insideCreate: return Observable.create { called.subscribe($0) }
        case .insideCreateInAComposite:
            return Observable.create { CompositeDisposable(Disposables.create(), called.subscribe($0)) }
        case .insideCreateInARefCount:
            return Observable.create { RefCountDisposable(disposable: called.subscribe($0)) }
        case .insideCreateInAnotherDisposable: return Observable.create { Forwarding(inner: called.subscribe($0)) }
        case .insideUsing:
            let relay = PublishSubject<Int>()
            return Observable.using({ CompositeDisposable(disposables: [called.subscribe(relay)]) }, observableFactory: { _ in relay })
        case .insideInnerCreate: return Observable.of(1).flatMapLatest { _ in Observable.create { called.subscribe($0) } }
        case .mapAboveRefCountMadeElsewhere: return ConnectableMadeElsewhere(called.publish()).refCount()
        case .beforeObserveOn: return called.observe(on: Self.scheduler)
        case .afterObserveOn:
            return source.observe(on: Self.scheduler).map {
                closure(); return $0
            }
        case .beforeSubscribeOn: return called.subscribe(on: CurrentThreadScheduler.instance)
        case .onOtherCore: return called.on(core: Core.current == .lock ? .queue : .lock)
        case .replayedSubject:
            let replay = ReplaySubject<Int>.create(bufferSize: 1)
            return Observable.merge(
                replay.map {
                    closure(); return $0
                }, source.do(onNext: replay.onNext).filter { _ in false })
        }
    }

    /// Subscribes to what `build` makes.
    func subscribe(_ source: PublishSubject<Int>, _ closure: @escaping () -> Void) -> any Disposable {
        let output = build(source, closure)
        switch self {
        case .onNext: return output.subscribe(onNext: { _ in closure() })
        case .event: return output.subscribe { _ in closure() }
        default: return output.subscribe(onNext: { _ in })
        }
    }

    private static let scheduler = SerialScheduler(core: .lock)
}

/// A connectable that isn't this library's.
struct ConnectableMadeElsewhere: ConnectableObservableType {
    typealias Element = Int

    let base: ConnectableObservable<Int>

    init(_ base: ConnectableObservable<Int>) { self.base = base }

    func connect() -> any Disposable { base.connect() }

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
        base.subscribe(observer)
    }
}

/// A user's own disposable: whoever waits for it waits for what it holds, since it says so in `dispose`.
private struct Forwarding: Disposable {
    let inner: any Disposable

    func dispose() { inner.dispose() }
    func disposeWithoutWaiting() { inner.disposeWithoutWaiting() }
}
