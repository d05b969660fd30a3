import Dispatch
import Foundation
import Rx
import Testing

@Suite struct NumericArgumentTests {
    @Test(arguments: Core.allCases, NumericArguments.all.indices)
    func whatIsNotRefusedIsDefined(core: Core, number: Int) {
        let argument = NumericArguments.all[number]
        core.run {
            for value in argument.values where !argument.isRefused(value) { argument.run(value) }
        }
    }

    /// In release builds, too: `precondition` has no message there. What isn't refused may run for ever: an alarm has no message either.
    @Test(arguments: NumericArguments.refused.indices)
    func whatIsRefusedIsSaidByTheNameOfTheCall(index: Int) async throws {
        let (number, value) = NumericArguments.refused[index], call = NumericArguments.all[number].call
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index] in
            alarm(60)
            let (number, value) = NumericArguments.refused[index]
            NumericArguments.all[number].run(value)
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("Fatal error: \(call)"), "\(value): \(message)")
    }

    /// Every stretch of time on every scheduler: nothing traps, and what is negative is due now.
    @Test(arguments: Core.allCases)
    func everyStretchOfTimeIsAllowed(core: Core) {
        let spans: [RxTimeInterval] = [
            .seconds(.min), .seconds(-1), .seconds(0), .seconds(1), .seconds(.max), .milliseconds(.min), .milliseconds(.max),
            .microseconds(.max), .nanoseconds(.min), .nanoseconds(-1), .nanoseconds(.max), .never,
        ]
        typealias Operator = (Observable<Int>, RxTimeInterval, any SchedulerType) -> Observable<Int>
        let operators: [Operator] = [
            { $0.delay($1, scheduler: $2) }, { $0.delaySubscription($1, scheduler: $2) }, { $0.throttle($1, scheduler: $2) },
            { $0.throttle($1, latest: false, scheduler: $2) }, { $0.debounce($1, scheduler: $2) },
            { $0.timeout($1, scheduler: $2) }, { $0.timeout($1, other: Observable.just(0), scheduler: $2) },
            { $0.buffer(timeSpan: $1, count: 1, scheduler: $2).map(\.count) },
            { $0.window(timeSpan: $1, count: 1, scheduler: $2).map { _ in 0 } }, { $0.take(for: $1, scheduler: $2) },
            { $0.skip($1, scheduler: $2) }, { .merge($0, .interval($1, scheduler: $2)) },
            { .merge($0, .timer($1, scheduler: $2)) }, { .merge($0, .timer(.seconds(0), period: $1, scheduler: $2)) },
        ]
        core.run {
            for leeway in spans {
                let schedulers: [any SchedulerType] = [
                    SerialScheduler(), SerialDispatchQueueScheduler(internalSerialQueueName: "spans", leeway: leeway),
                    SerialDispatchQueueScheduler(qos: .default, leeway: leeway),
                    SerialDispatchQueueScheduler(queue: .global(), internalSerialQueueName: "spans", leeway: leeway),
                    ConcurrentDispatchQueueScheduler(qos: .default, leeway: leeway),
                    ConcurrentDispatchQueueScheduler(queue: .global(), leeway: leeway),
                ]
                for scheduler in schedulers {
                    for span in spans {
                        for apply in operators {
                            let source = PublishSubject<Int>()
                            let subscription = apply(source, span, scheduler).subscribe()
                            source.onNext(1)
                            source.onNext(2)
                            subscription.dispose()
                        }
                    }
                    let isDue = DispatchSemaphore(value: 0)
                    for span in [RxTimeInterval.seconds(.min), .nanoseconds(-1), .seconds(0)] {
                        _ = scheduler.scheduleRelative((), dueTime: span) { _ in
                            isDue.signal()
                            return Disposables.create()
                        }
                        #expect(isDue.wait(timeout: .now() + 60) == .success)
                    }
                }
            }
        }
    }
}
