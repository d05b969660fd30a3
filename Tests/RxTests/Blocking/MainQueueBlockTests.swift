import Dispatch
import Foundation
import Rx
import RxBlocking
import Testing

/// Blocking in a block of the main queue, which keeps that queue's other blocks from running. In processes of their own: the queue is
/// everybody's.
@Suite struct MainQueueBlockTests {
    /// What needs the main queue, in every way that this library has.
    static let sequences: [@Sendable () -> Observable<Int>] = [
        { Observable.of(1, 2, 3).observe(on: MainScheduler.asyncInstance) },
        { Observable.of(1, 2, 3).observe(on: MainScheduler.instance) },
        { Observable.of(1, 2, 3).observe(on: MainScheduler()) },
        { Observable.of(1, 2, 3).observe(on: ConcurrentMainScheduler.instance) },
        { Observable.of(1, 2, 3).subscribe(on: ConcurrentMainScheduler.instance) },
        { Observable.of(1, 2, 3).subscribe(on: MainScheduler.asyncInstance) },
        { Observable.of(1, 2, 3).observe(on: SerialScheduler()).observe(on: MainScheduler.instance) },
        { Observable.of(1, 2, 3).observe(on: SerialScheduler()).observe(on: MainScheduler.asyncInstance) },
        { Observable.of(1, 2, 3).observe(on: SerialScheduler()).observe(on: ConcurrentMainScheduler.instance) },
        { Observable.of(1, 2, 3).subscribe(on: SerialScheduler()).observe(on: MainScheduler.asyncInstance) },
        { Observable.of(1, 2, 3, scheduler: MainScheduler.asyncInstance) },
        { Observable.of(1, 2, 3).delay(.milliseconds(5), scheduler: MainScheduler.asyncInstance) },
        { Observable.of(1, 2, 3).delay(.milliseconds(5), scheduler: MainScheduler.instance) },
        { Observable<Int>.interval(.milliseconds(2), scheduler: MainScheduler()).map { $0 + 1 }.take(3) },
        { Observable<Int>.interval(.milliseconds(2), scheduler: ConcurrentMainScheduler.instance).map { $0 + 1 }.take(3) },
        { Observable.of(1, 2, 3).asDriver(onErrorJustReturn: 0).asObservable() },
        { Observable.of(1, 2, 3).observe(on: SerialScheduler()).asDriver(onErrorJustReturn: 0).delay(.milliseconds(1)).asObservable() },
        {
            Observable.of(1, 2, 3).observe(on: MainScheduler.asyncInstance).concatMap { number in
                Observable.just(number).observe(on: SerialScheduler()).observe(on: MainScheduler.instance)
            }
        },
        // These don't need it.
        { Observable.of(1, 2, 3) },
        { Observable.of(1, 2, 3).delay(.milliseconds(5), scheduler: SerialScheduler()) },
    ]

    /// What is lost is waited for in vain.
    static func endInAMinute() {
        DispatchQueue.global().asyncAfter(deadline: .now() + 60) { fatalError("a minute has passed") }
    }

    private static func runAll(_ place: String) {
        for core in Core.allCases {
            core.run {
                for (number, sequence) in sequences.enumerated() {
                    let elements = try? sequence().toBlocking(timeout: 60).toArray()
                    if elements != [1, 2, 3] { fatalError("\(place), \(core), \(number): \(elements ?? [])") }
                }
            }
        }
    }

    /// Work of which each piece schedules the next doesn't keep the one that waits from hearing the clock.
    @Test func workWithoutAnEndIsTimedOut() async {
        await #expect(processExitsWith: .exitCode(7)) {
            await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in
                MainQueueBlockTests.endInAMinute()
                DispatchQueue.main.async {
                    let endless = Observable<Int>.repeatElement(0, scheduler: MainScheduler.asyncInstance).filter { _ in false }
                    let result = Result { try endless.toBlocking(timeout: 0.2).first() }
                    guard case .failure(RxError.timeout) = result else { fatalError("\(result)") }
                    exit(7)
                }
            }
        }
    }

    @Test func inABlockOfTheMainQueueItWaitsForMainSchedulers() async {
        await #expect(processExitsWith: .exitCode(7)) {
            await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in
                DispatchQueue.main.async {
                    MainQueueBlockTests.runAll("a block")
                    exit(7)
                }
            }
        }
    }

    @Test func onTheMainActorItWaitsForMainSchedulers() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let task = Task { @MainActor in
                await Task.yield()
                MainQueueBlockTests.runAll("the main actor")
                exit(7)
            }
            await task.value
        }
    }

    /// What has come meanwhile, and is nobody's business here, comes once, in order, and nothing is lost.
    @Test func whatIsLeftRunsAfterwards() async {
        await #expect(processExitsWith: .exitCode(7)) {
            MainQueueBlockTests.endInAMinute()
            await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in
                DispatchQueue.main.async {
                    let source = PublishSubject<Int>()
                    var came: [Int] = [], scheduled: [Int] = []
                    _ = source.observe(on: MainScheduler.asyncInstance).subscribe(
                        onNext: { came.append($0) },
                        onCompleted: {
                            if came != Array(1...100) || scheduled != Array(1...100) { fatalError("\(came), \(scheduled)") }
                            exit(7)
                        })
                    func send(_ numbers: ClosedRange<Int>) {
                        for number in numbers {
                            source.onNext(number)
                            _ = MainScheduler.asyncInstance.schedule(number) { number in
                                scheduled.append(number)
                                if number == 100 { source.onCompleted() }
                                return Disposables.create()
                            }
                        }
                    }
                    send(1...50)
                    let blocking = Observable<Int>.create { observer in
                        send(51...100)
                        observer.onCompleted()
                        return Disposables.create()
                    }
                    _ = try? blocking.toBlocking().toArray()
                }
            }
        }
    }

    /// It can't be waited for: that isn't this library's work.
    @Test func aBlockOfTheProgramsOwnDoesNotRunMeanwhile() async {
        await #expect(processExitsWith: .exitCode(7)) {
            MainQueueBlockTests.endInAMinute()
            await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in
                DispatchQueue.main.async {
                    let own = Single<Int>.create { done in
                        let done = UncheckedBox(done)
                        DispatchQueue.main.async { done.value(.success(1)) }
                        return Disposables.create()
                    }
                    do { _ = try own.toBlocking(timeout: 0.2).single() } catch RxError.timeout { exit(7) } catch {}
                    exit(1)
                }
            }
        }
    }
}

private struct UncheckedBox<Value>: @unchecked Sendable {  // Sendable: used once.
    let value: Value
    init(_ value: Value) { self.value = value }
}
