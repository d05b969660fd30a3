import Dispatch
import Foundation
import Rx
import RxTest
import Testing

/// Closures that are written in code of the main actor: the compiler takes them for the main actor's, but doesn't check where they
/// are called, since this module is checked by the rules of Swift 6 and promises nothing of its parameters' isolation.
@Suite @MainActor struct MainActorTests {
    private let scheduler = SerialScheduler()
    private nonisolated static let mainQueue: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    /// Whether this runs where the main actor does. Not by the thread: under the test runner the main queue isn't bound to one.
    private nonisolated static func isOnMain() -> Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueue) != nil }

    @Test(arguments: Core.allCases)
    func closuresOfOperatorsRunOnAnotherScheduler(core: Core) async throws {
        nonisolated(unsafe) var threads: [Bool] = []
        let source = core.run {
            Observable<Int>.create { observer in
                observer.onNext(1)
                observer.onNext(2)
                observer.onCompleted()
                return Disposables.create {}
            }
            .observe(on: scheduler)
            .map { number in
                threads.append(Self.isOnMain())
                return number + 1
            }
            .filter { $0 > 0 }
            .scan(0) { $0 + $1 }
            .flatMap { Observable.just($0) }
            .withLatestFrom(Observable.just(10)) { $0 * $1 }
            .do(onNext: { _ in threads.append(Self.isOnMain()) })
        }
        var elements: [Int] = []
        for try await element in core.run({ source.values }) { elements.append(element) }
        expect(elements, [20, 50])
        expect(threads, [false, false, false, false])
    }

    @Test(arguments: Core.allCases)
    func closuresOfSubscribersRunOnAnotherScheduler(core: Core) async {
        let (heard, hear) = AsyncStream<Bool>.makeStream()
        let subscriptions = core.run {
            let source = Observable.of(1).observe(on: scheduler)
            return [
                source.subscribe(onNext: { _ in hear.yield(Self.isOnMain()) }),
                source.subscribe { if !$0.isStopEvent { hear.yield(Self.isOnMain()) } },
                source.asSingle().subscribe(onSuccess: { _ in hear.yield(Self.isOnMain()) }),
                source.subscribe(onDisposed: { hear.yield(Self.isOnMain()) }),
            ]
        }
        var isMain: [Bool] = []
        for await thread in heard {
            isMain.append(thread)
            if isMain.count == subscriptions.count { break }
        }
        expect(isMain, [false, false, false, false])
    }
}
