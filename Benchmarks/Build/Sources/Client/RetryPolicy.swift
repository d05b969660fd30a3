import Foundation
import Rx

enum NetworkFailure: Error, Equatable {
    case offline
    case refused(code: Int)
    case timedOut

    var isTemporary: Bool {
        switch self {
        case .offline, .timedOut: true
        case .refused(let code): code >= 500
        }
    }
}

/// How often and when to try again.
struct RetryPolicy {
    var attempts = 3
    var firstDelay = 1
    var factor = 2

    func delay(before attempt: Int) -> RxTimeInterval {
        .seconds((0..<attempt).reduce(firstDelay) { delay, _ in delay * factor })
    }
}

extension ObservableType {
    func retry(_ policy: RetryPolicy, scheduler: any SchedulerType) -> Observable<Element> {
        retry(when: { (errors: Observable<any Error>) in
            errors.enumerated().flatMap { attempt, error -> Observable<Int> in
                guard attempt < policy.attempts - 1, (error as? NetworkFailure)?.isTemporary == true else { return .error(error) }
                return .timer(policy.delay(before: attempt), scheduler: scheduler)
            }
        })
    }

    /// A result in place of an error.
    func asResult() -> Observable<Result<Element, NetworkFailure>> {
        map { .success($0) }.catch { .just(.failure($0 as? NetworkFailure ?? .offline)) }
    }
}

/// Answers with what its list says, one after the other.
final class FlakyServer {
    private var answers: [Result<String, NetworkFailure>?]
    private(set) var requests = 0

    init(_ answers: [Result<String, NetworkFailure>?]) { self.answers = answers }

    func fetch() -> Observable<String> {
        Observable.deferred { [self] in
            requests += 1
            switch answers.isEmpty ? .failure(.offline) : answers.removeFirst() {
            case .success(let text)?: return .just(text)
            case .failure(let failure)?: return .error(failure)
            case nil: return .never()
            }
        }
    }
}

func retryScenario() {
    let scheduler = HistoricalScheduler()
    let policy = RetryPolicy()
    func outcome(of server: FlakyServer) -> Recorder<Result<String, NetworkFailure>> {
        Recorder(
            server.fetch()
                .timeout(.seconds(10), other: Observable.error(NetworkFailure.timedOut), scheduler: scheduler)
                .retry(policy, scheduler: scheduler)
                .asResult())
    }

    let server = FlakyServer([.failure(.offline), nil, .success("hello")])
    let patient = outcome(of: server)
    scheduler.advance(by: 1.5)
    expect(server.requests, 2, "retry: after a second")
    scheduler.advance(by: 9)
    expect(patient.elements, [], "retry: nothing yet")
    scheduler.advance(by: 5)
    expect(patient.elements, [.success("hello")], "retry: third attempt")

    let refusing = FlakyServer([.failure(.refused(code: 404)), .success("never")])
    expect(outcome(of: refusing).elements, [.failure(.refused(code: 404))], "retry: not temporary")

    let broken = FlakyServer([])
    let given = outcome(of: broken)
    scheduler.advance(by: 60)
    expect(given.elements, [.failure(.offline)], "retry: given up")
    expect(broken.requests, 3, "retry: attempts")
    expect(Recorder(FlakyServer([.failure(.offline), .success("at once")]).fetch().retry(2)).elements, ["at once"], "retry: at once")
}
