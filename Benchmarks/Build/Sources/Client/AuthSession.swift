import Foundation
import Rx

struct Token: Equatable {
    let value: String
    let generation: Int
}

enum SessionState: Equatable {
    case signedOut
    case signedIn(user: String)
    case expired
}

enum SessionFailure: Error {
    case unauthorised
    case revoked
}

/// Requests that carry a token; one that is refused asks for a new one, once for all requests.
final class AuthSession {
    private let state = BehaviorRelay(value: SessionState.signedOut)
    private let token = BehaviorSubject(value: Token(value: "old", generation: 0))
    private let configuration = AsyncSubject<[String: String]>()
    private(set) var refreshes = 0

    /// Never fails: what goes wrong is a state.
    var states: Infallible<SessionState> { state.asInfallible() }

    var greeting: Infallible<String> {
        states
            .map { state in
                switch state {
                case .signedOut: "Sign in"
                case .signedIn(let user): "Hello, \(user)"
                case .expired: "Sign in again"
                }
            }
            .distinctUntilChanged()
    }

    private lazy var refresh: Observable<Token> = Observable.deferred { [unowned self] in
        refreshes += 1
        let generation = refreshes
        guard generation < 3 else { return .error(SessionFailure.revoked) }
        return .just(Token(value: "new", generation: generation))
    }
    .do(onNext: { [token] in token.onNext($0) })
    .share()

    func request<Answer>(_ send: @escaping (Token) throws -> Answer) -> Single<Answer> {
        token.take(1)
            .map { try send($0) }
            .retry(when: { [unowned self] (errors: Observable<SessionFailure>) in
                errors.flatMap { [self] failure -> Observable<Token> in
                    guard case .unauthorised = failure else { return .error(failure) }
                    return refresh
                }
            })
            .do(onError: { [state] _ in state.accept(.expired) })
            .asSingle()
    }

    func setting(_ key: String) -> Observable<String> {
        configuration.map { $0[key] ?? "" }.ifEmpty(default: "")
    }

    func banner() -> Infallible<String> {
        Infallible.combineLatest(greeting, setting("motto").asInfallible(onErrorJustReturn: "offline")) { "\($0). \($1)" }
    }

    func signIn(_ user: String) { state.accept(.signedIn(user: user)) }

    func configure(_ settings: [[String: String]]) {
        for part in settings { configuration.onNext(part) }
        configuration.onCompleted()
    }
}

func sessionScenario() {
    let session = AuthSession()
    let greetings = Recorder(session.greeting.asObservable())
    var banners: [String] = []
    let banner = session.banner().subscribe(onNext: { banners.append($0) })
    session.signIn("Ada")
    session.signIn("Ada")
    session.configure([["motto": "Wait"], ["motto": "Go on"]])
    banner.dispose()

    func generation(atLeast least: Int) -> Single<Int> {
        session.request { token in
            guard token.generation >= least else { throw SessionFailure.unauthorised }
            return token.generation
        }
    }
    var answers: [String] = []
    for least in [0, 1, 1, 2, 3] {
        generation(atLeast: least).subscribe(onSuccess: { answers.append("\($0)") }, onFailure: { answers.append("\($0)") }).dispose()
    }

    expect(greetings.elements, ["Sign in", "Hello, Ada", "Sign in again"], "session: greetings")
    expect(banners, ["Hello, Ada. Go on"], "session: banner")
    expect(answers, ["0", "1", "1", "2", "revoked"], "session: answers")
    expect(session.refreshes, 3, "session: refreshes")
}
