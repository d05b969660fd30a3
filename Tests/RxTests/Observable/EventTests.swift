import Rx
import RxTest
import Testing

@Suite struct EventTests {
    @Test(arguments: Core.allCases)
    func eventTellsWhatItIs(core: Core) {
        core.run {
            let journal = Journal()
            _ = Observable.just(1).concat(Observable<Int>.error(Failure.first)).materialize().subscribe(onNext: { event in
                journal.add("\(event.element as Any) \(event.error as Any) \(event.isStopEvent) \(event.isCompleted)")
            })
            let completed = Event<Int>.completed
            journal.add("\(completed.element as Any) \(completed.error as Any) \(completed.isStopEvent) \(completed.isCompleted)")
            expect(
                journal.lines,
                [
                    "Optional(1) nil false false", "nil Optional(\(reflecting: Failure.first)) true false", "nil nil true true",
                ])
        }
    }

    @Test(arguments: Core.allCases)
    func eventIsDescribedByItsNameAndContent(core: Core) {
        core.run {
            let events: [Event<Int>] = [.next(1), .error(Failure.first), .completed]
            expect(events.map(\.debugDescription), ["next(1)", "error(first)", "completed"])
            expect(events.map { $0.event }, events)
        }
    }

    @Test(arguments: Core.allCases)
    func mapOfAnEventTransformsItsElementAndMakesAnErrorOfAThrow(core: Core) {
        core.run {
            let events: [Event<Int>] = [.next(1), .next(2), .error(Failure.first), .completed]
            let mapped = events.map { event in
                event.map { element -> String in
                    if element == 2 { throw Failure.thrown }
                    return "\(element)"
                }
            }
            expect(mapped, [.next("1"), .error(Failure.thrown), .error(Failure.first), .completed])
        }
    }

    /// An event of somebody else's.
    private enum Message: EventConvertible {
        case text(String), end

        var event: Event<String> {
            switch self {
            case .text(let text): .next(text)
            case .end: .completed
            }
        }
    }

    @Test(arguments: Core.allCases)
    func dematerializeTakesWhateverStandsForAnEvent(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([
                .next(210, Message.text("a")), .next(220, .end), .next(230, .text("b")),
            ])
            expect(scheduler.start { source.dematerialize() }, [.next(210, "a"), .completed(220)])
            expect(source, subscribed: [200...220])
        }
    }

    @Test(arguments: Core.allCases)
    func errorsOfTheLibraryAreDescribedInASentence(core: Core) {
        core.run {
            let subject = PublishSubject<Int>()
            let errors: [RxError] = [
                .unknown, .disposed(object: subject), .overflow, .argumentOutOfRange, .noElements, .moreThanOneElement, .timeout,
            ]
            expect(
                errors.map(\.debugDescription),
                [
                    "Unknown error occurred.", "Object `\(subject)` was already disposed.", "Arithmetic overflow occurred.",
                    "Argument out of range.", "Sequence doesn't contain any elements.", "Sequence contains more than one element.",
                    "Sequence timeout.",
                ])
        }
    }

    @Test(arguments: Core.allCases)
    func errorOfADisposedSubjectNamesTheSubject(core: Core) {
        core.run {
            let subject = PublishSubject<Int>()
            subject.dispose()
            var named: AnyObject?
            _ = subject.subscribe(onError: { if case RxError.disposed(let object) = $0 { named = object } })
            let isSame = named === subject
            #expect(isSame)
        }
    }

    @Test(arguments: Core.allCases)
    func errorsOfTheSystemsFrameworksAreDescribed(core: Core) {
        core.run {
            let errors: [RxCocoaError] = [
                .unknown, .invalidOperation(object: 1), .itemsNotYetBound(object: 1),
                .invalidPropertyName(object: 1, propertyName: "p"), .errorDuringSwizzling,
                .invalidObjectOnKeyPath(object: 1, sourceObject: Journal(), propertyName: "p"),
                .castingError(object: 1, targetType: String.self),
            ]
            #expect(Set(errors.map(\.debugDescription)).count == errors.count)
            for error in errors { #expect(error.debugDescription.hasSuffix(".")) }
        }
    }
}

extension String.StringInterpolation {
    fileprivate mutating func appendInterpolation(reflecting value: Any) { appendLiteral(String(reflecting: value)) }
}
