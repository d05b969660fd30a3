import Rx

struct Credentials: Equatable {
    var email = ""
    var password = ""

    var isPlausible: Bool { email.contains("@") && password.count >= 8 }
}

struct Account: Equatable {
    let name: String
    let isAdministrator: Bool
}

enum LoginFailure: Error, Equatable {
    case wrongPassword
    case locked(attempts: Int)
}

final class LoginService {
    private var attempts = 0
    private var waiting: [(Result<Account, LoginFailure>) -> Void] = []

    func logIn(_ credentials: Credentials) -> Single<Account> {
        Single.create { [self] observer in
            attempts += 1
            waiting.append { result in
                switch result {
                case .success(let account): observer(.success(account))
                case .failure(let failure): observer(.failure(failure))
                }
            }
            return Disposables.create()
        }
    }

    func answer(_ result: Result<Account, LoginFailure>) {
        let asked = waiting
        waiting = []
        for answer in asked { answer(result) }
    }

    var numberOfAttempts: Int { attempts }
}

/// Two fields and a button: the button works while the fields are plausible and nothing is under way.
final class LoginForm {
    let email = BehaviorRelay(value: "")
    let password = BehaviorRelay(value: "")
    let submit = PublishRelay<Void>()

    let canSubmit: Observable<Bool>
    let account: Observable<Account>
    let message: Observable<String>

    init(service: LoginService) {
        let isBusy = BehaviorRelay(value: false)
        let credentials = Observable.combineLatest(email, password) { Credentials(email: $0, password: $1) }
        canSubmit = Observable.combineLatest(credentials, isBusy)
            .map { credentials, isBusy in credentials.isPlausible && !isBusy }
            .distinctUntilChanged()

        let outcome = submit
            .withLatestFrom(credentials)
            .filter(\.isPlausible)
            .flatMapFirst { credentials in
                service.logIn(credentials)
                    .do(onSubscribe: { isBusy.accept(true) }, onDispose: { isBusy.accept(false) })
                    .asObservable()
                    .materialize()
            }
            .share()
        account = outcome.compactMap { $0.element }
        message = outcome.compactMap { $0.error }.map { error in
            switch error as? LoginFailure {
            case .wrongPassword: "The password is wrong."
            case .locked(let attempts): "Locked after \(attempts) attempts."
            case nil: "Try again later."
            }
        }
    }
}

func loginScenario() {
    let service = LoginService()
    let form = LoginForm(service: service)
    let enabled = Recorder(form.canSubmit), accounts = Recorder(form.account), messages = Recorder(form.message)

    form.submit.accept(())
    form.email.accept("ada@example.org")
    form.password.accept("engine")
    form.password.accept("difference engine")
    form.submit.accept(())
    form.submit.accept(())
    service.answer(.failure(.wrongPassword))
    form.submit.accept(())
    service.answer(.failure(.locked(attempts: service.numberOfAttempts)))
    form.submit.accept(())
    service.answer(.success(Account(name: "Ada", isAdministrator: true)))

    expect(enabled.elements, [false, true, false, true, false, true, false, true], "login: button")
    expect(messages.elements, ["The password is wrong.", "Locked after 2 attempts."], "login: messages")
    expect(accounts.elements, [Account(name: "Ada", isAdministrator: true)], "login: accounts")
}
