import Rx

extension AllExamples {
    static let creating: Family = .init(
        "Creating", "I want a new sequence …",
        [
            Example("just", "of one value") { stage in
                stage.show("just(1)", Observable.just(1))
            },
            Example("of", "of values that I list") { stage in
                stage.show("of(1, 2, 3)", Observable.of(1, 2, 3))
            },
            Example("from(_:)", "of an array or any Swift sequence") { stage in
                stage.show("from(1...4)", Observable.from(1...4))
            },
            Example("from(optional:)", "of a value that may be missing") { stage in
                stage.show("from(optional: 1)", Observable.from(optional: 1))
                stage.show("from(optional: nil)", Observable<Int>.from(optional: nil))
            },
            Example("range", "of consecutive integers") { stage in
                stage.show("range(start: 3, count: 4)", Observable.range(start: 3, count: 4))
            },
            Example("repeatElement", "of one value again and again") { stage in
                stage.show("repeatElement(1).take(3)", Observable.repeatElement(1).take(3))
            },
            Example("generate", "as a loop makes it: state, condition, step") { stage in
                let powers = Observable.generate(initialState: 1, condition: { $0 < 10 }, iterate: { $0 * 2 })
                stage.show("powers of 2", powers)
            },
            Example("create", "of anything else: callbacks, delegates, your own code") { stage in
                let greetings = Observable<String>.create { observer in
                    observer.onNext("a")
                    let timer = stage.scheduler.scheduleRelative((), dueTime: .seconds(3)) { _ in
                        observer.onNext("b")
                        observer.onCompleted()
                        return Disposables.create()
                    }
                    return Disposables.create(timer, Disposables.create { stage.print("cleaned up") })
                }
                stage.show("create", greetings)
                stage.show("disposed early", greetings, until: 2)
            },
            Example("deferred", "that is made anew for each subscription") { stage in
                var attempt = 0
                let counted = Observable<Int>.deferred {
                    attempt += 1
                    return .just(attempt)
                }
                stage.show("first", counted)
                stage.show("second", counted, at: 2)
            },
            Example("using", "that owns a resource, freed when the subscription ends") { stage in
                struct File: Disposable, @unchecked Sendable {  // @unchecked: here only one thread uses it.
                    let lines: Observable<String>
                    let close: () -> Void
                    func dispose() { close() }
                }
                let lines = stage.cold("lines", "-a-b-c|")
                let reading = Observable<String>.using(
                    { File(lines: lines, close: { stage.print("file closed") }) },
                    observableFactory: { file in file.lines })
                stage.show("using", reading, until: 4)
            },
            Example("empty", "that only completes") { stage in
                stage.show("empty()", Observable<Int>.empty())
            },
            Example("never", "that stays silent") { stage in
                stage.show("never()", Observable<Int>.never(), until: 5)
            },
            Example("error", "that only fails") { stage in
                stage.show("error(_:)", Observable<Int>.error(RxError.unknown))
            },
        ])

    static let creatingInTime: Family = .init(
        "Creating in time", "I want a sequence that the clock drives …",
        [
            Example("timer", "once, after some time") { stage in
                stage.show("timer(3)", Observable<Int>.timer(.seconds(3), scheduler: stage.scheduler))
            },
            Example("timer(_:period:scheduler:)", "first after some time, then at a steady pace") { stage in
                let ticks = Observable<Int>.timer(.seconds(4), period: .seconds(2), scheduler: stage.scheduler)
                stage.show("timer(4, period: 2)", ticks, until: 11)
            },
            Example("interval", "at a steady pace, from the first period on") { stage in
                let ticks = Observable<Int>.interval(.seconds(2), scheduler: stage.scheduler)
                stage.show("interval(2)", ticks, until: 9)
            },
        ])
}
