import Rx
import RxTest
import Testing

/// A form: each field has a message, names are checked by a server, and the button works only when everything is right
/// and nothing is being sent.
private struct SignUp {
    enum Check: Equatable { case empty, checking, taken, free }

    let name: Observable<Check>
    let canSend: Observable<Bool>
    let sent: Observable<String>

    init(
        name typedName: Observable<String>, password: Observable<String>, repeated: Observable<String>,
        taps: Observable<Void>, scheduler: TestScheduler, isTaken: @escaping (String) -> Single<Bool>,
        send: @escaping (String, String) -> Single<String>
    ) {
        let name = typedName.startWith("").distinctUntilChanged()
            .flatMapLatest { name -> Observable<Check> in
                if name.isEmpty { return .just(.empty) }
                return isTaken(name).asObservable().map { $0 ? .taken : .free }.startWith(.checking)
            }
            .share(replay: 1)
        let passwords = Observable.combineLatest(password.startWith(""), repeated.startWith("")) { $0.count >= 4 && $0 == $1 }
        let isSending = BehaviorRelay(value: false)
        let isValid = Observable.combineLatest(name, passwords) { $0 == .free && $1 }
        canSend = Observable.combineLatest(isValid, isSending.asObservable()) { $0 && !$1 }
            .distinctUntilChanged().share(replay: 1)
        let fields = Observable.combineLatest(typedName, password) { (name: $0, password: $1) }
        sent = taps.withLatestFrom(canSend).filter { $0 }.withLatestFrom(fields)
            .flatMapFirst { fields in
                send(fields.name, fields.password).asObservable().catchAndReturn("failed")
                    .do(onSubscribe: { isSending.accept(true) }, onDispose: { isSending.accept(false) })
            }
        self.name = name
    }
}

@Suite struct FormProgram {
    private struct Scene {
        let scheduler = TestScheduler(initialClock: 0)
        let form: SignUp
        let answer: TestableObservable<String>

        init(taps: String, password: String, repeated: String, answer: String) {
            let scheduler = scheduler
            let sending = scheduler.cold(answer, ["k": "welcome ann"])
            let words: [Character: String] = ["a": "abcd", "b": "abce", "s": "ab"]
            self.answer = sending
            form = SignUp(
                name: scheduler.hot("-t----a", ["t": "taken", "a": "ann"]).asObservable(),
                password: scheduler.hot(password, words).asObservable(),
                repeated: scheduler.hot(repeated, words).asObservable(),
                taps: scheduler.hot(taps).map { _ in () }, scheduler: scheduler,
                isTaken: { name in
                    Single<Int>.timer(.seconds(2), scheduler: scheduler).map { _ in name == "taken" }
                },
                send: { _, _ in sending.asSingle() })
        }
    }

    @Test(arguments: Core.allCases)
    func nameIsCheckedByTheServer(core: Core) throws {
        try core.run {
            let scene = Scene(taps: "", password: "", repeated: "", answer: "k|")
            try scene.scheduler.expect(
                "ec-t--c-f", ["e": SignUp.Check.empty, "c": .checking, "t": .taken, "f": .free]
            ) { scene.form.name }
        }
    }

    @Test(arguments: Core.allCases)
    func buttonWorksWhenEverythingIsRight(core: Core) throws {
        try core.run {
            let scene = Scene(taps: "", password: "--s-a", repeated: "---s---a-----b", answer: "k|")
            try scene.scheduler.expect("n-------y----n", ["n": false, "y": true]) { scene.form.canSend }
        }
    }

    @Test(arguments: Core.allCases)
    func formIsSentOnceHoweverOftenTheButtonIsPressed(core: Core) throws {
        try core.run {
            let scene = Scene(taps: "-x-------xxx--------", password: "-a", repeated: "-a", answer: "---(k|)")
            var states: [String] = []
            let watching = scene.form.canSend.subscribe(onNext: { states.append("\(scene.scheduler.clock) \($0)") })
            try scene.scheduler.expect("------------k", ["k": "welcome ann"]) { scene.form.sent }
            try scene.answer.expect(subscriptions: "---------^--!")
            #expect(states == ["0 false", "8 true", "9 false", "12 true"])
            watching.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func formMayBeSentAgainAfterAFailure(core: Core) throws {
        try core.run {
            let scene = Scene(taps: "---------x----x", password: "-a", repeated: "-a", answer: "-#")
            try scene.scheduler.expect("----------f----f", ["f": "failed"]) { scene.form.sent }
            try scene.answer.expect(subscriptions: "---------^!", "--------------^!")
        }
    }
}
