import Testing

import Rx

/// What several threads send in the law tests: whose it is and which.
struct NumberedElement: Equatable {
    let sender: Int
    let index: Int
}

/// Every place where several threads may send to one observer.
enum Entrance: String, CaseIterable, CustomTestStringConvertible {
    case create, publishSubject, behaviorSubject, replaySubject
    case merge, mergeLimited, flatMap, nestedFlatMap, amb, switchLatest

    var testDescription: String { rawValue }

    /// An observable, and what each of `count` senders sends to; to be used after subscribing.
    func open(_ count: Int) -> OpenEntrance {
        switch self {
        case .create:
            var input: AnyObserver<NumberedElement>?
            let output = Observable<NumberedElement>.create { observer in
                input = observer
                return Disposables.create()
            }
            return OpenEntrance(output, count) { _ in input!.on }
        case .publishSubject: return OpenEntrance(PublishSubject<NumberedElement>(), count)
        case .behaviorSubject:
            let subject = BehaviorSubject(value: NumberedElement(sender: -1, index: 0))
            return OpenEntrance(subject.filter { $0.sender >= 0 }, count) { _ in subject.on }
        case .replaySubject: return OpenEntrance(ReplaySubject<NumberedElement>.create(bufferSize: 3), count)
        case .merge:
            let subjects = Self.subjects(count)
            return OpenEntrance(each: Observable.merge(subjects), subjects)
        case .mergeLimited:
            let subjects = Self.subjects(count)
            return OpenEntrance(each: Observable.from(subjects).merge(maxConcurrent: count), subjects)
        case .flatMap:
            let subjects = Self.subjects(count)
            return OpenEntrance(each: Observable.range(start: 0, count: count).flatMap { subjects[$0] }, subjects)
        case .nestedFlatMap:
            let subjects = Self.subjects(count)
            let output = Observable.range(start: 0, count: count)
                .flatMap { number in Observable.of(number).flatMap { subjects[$0].flatMap { Observable.just($0) } } }
            return OpenEntrance(each: output, subjects)
        case .amb:
            let subject = PublishSubject<NumberedElement>()
            return OpenEntrance(subject.amb(Observable.never()), count) { _ in subject.on }
        case .switchLatest:
            let subject = PublishSubject<NumberedElement>()
            return OpenEntrance(Observable.from([Observable.never(), subject]).switchLatest(), count) { _ in subject.on }
        }
    }

    private static func subjects(_ count: Int) -> [PublishSubject<NumberedElement>] { (0..<count).map { _ in PublishSubject() } }
}

/// An entrance with its senders.
struct OpenEntrance {
    let output: Observable<NumberedElement>
    private let input: (Int) -> (Event<NumberedElement>) -> Void
    private let unfinished: AtomicCount
    private let eachStops: Bool

    /// All send to the same place, which the last one to finish completes.
    init(_ output: Observable<NumberedElement>, _ count: Int, _ input: @escaping (Int) -> (Event<NumberedElement>) -> Void) {
        self.output = output
        self.input = input
        unfinished = AtomicCount(count)
        eachStops = false
    }

    init<Subject: ObservableType & ObserverType>(_ subject: Subject, _ count: Int) where Subject.Element == NumberedElement {
        self.init(subject.asObservable(), count) { _ in subject.on }
    }

    /// Each has a place of its own, and completes it.
    init(each output: Observable<NumberedElement>, _ subjects: [PublishSubject<NumberedElement>]) {
        self.output = output
        input = { subjects[$0].on }
        unfinished = AtomicCount(subjects.count)
        eachStops = true
    }

    func sender(_ index: Int) -> (Event<NumberedElement>) -> Void { input(index) }

    /// The sender has no more.
    func finish(_ index: Int) {
        if eachStops || unfinished.add(-1) == 0 { input(index)(.completed) }
    }
}
