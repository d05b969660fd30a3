import Testing

@testable import Rx

/// What several threads send in the law tests: whose it is and which.
struct Item: Equatable {
    let sender: Int
    let index: Int
}

/// Every place where several threads may send to one observer.
enum Entrance: String, CaseIterable, CustomTestStringConvertible {
    case create, publishSubject, behaviorSubject, replaySubject
    case merge, mergeLimited, flatMap, nestedFlatMap, amb, switchLatest

    var testDescription: String { rawValue }

    /// An observable, and what each of `count` senders sends to; to be used after subscribing.
    func open(_ count: Int) -> Opened {
        switch self {
        case .create:
            var input: AnyObserver<Item>?
            let output = Observable<Item>.create { observer in
                input = observer
                return Disposables.create()
            }
            return Opened(output, count) { _ in input!.on }
        case .publishSubject: return Opened(PublishSubject<Item>(), count)
        case .behaviorSubject:
            let subject = BehaviorSubject(value: Item(sender: -1, index: 0))
            return Opened(subject.filter { $0.sender >= 0 }, count) { _ in subject.on }
        case .replaySubject: return Opened(ReplaySubject<Item>.create(bufferSize: 3), count)
        case .merge:
            let subjects = Self.subjects(count)
            return Opened(each: Observable.merge(subjects), subjects)
        case .mergeLimited:
            let subjects = Self.subjects(count)
            return Opened(each: Observable.from(subjects).merge(maxConcurrent: count), subjects)
        case .flatMap:
            let subjects = Self.subjects(count)
            return Opened(each: Observable.range(start: 0, count: count).flatMap { subjects[$0] }, subjects)
        case .nestedFlatMap:
            let subjects = Self.subjects(count)
            let output = Observable.range(start: 0, count: count)
                .flatMap { number in Observable.of(number).flatMap { subjects[$0].flatMap { Observable.just($0) } } }
            return Opened(each: output, subjects)
        case .amb:
            let subject = PublishSubject<Item>()
            return Opened(subject.amb(Observable.never()), count) { _ in subject.on }
        case .switchLatest:
            let subject = PublishSubject<Item>()
            return Opened(Observable.from([Observable.never(), subject]).switchLatest(), count) { _ in subject.on }
        }
    }

    private static func subjects(_ count: Int) -> [PublishSubject<Item>] { (0..<count).map { _ in PublishSubject() } }
}

/// An entrance with its senders.
struct Opened {
    let output: Observable<Item>
    private let input: (Int) -> (Event<Item>) -> Void
    private let unfinished: Count
    private let eachStops: Bool

    /// All send to the same place, which the last one to finish completes.
    init(_ output: Observable<Item>, _ count: Int, _ input: @escaping (Int) -> (Event<Item>) -> Void) {
        self.output = output
        self.input = input
        unfinished = Count(count)
        eachStops = false
    }

    init<Subject: ObservableType & ObserverType>(_ subject: Subject, _ count: Int) where Subject.Element == Item {
        self.init(subject.asObservable(), count) { _ in subject.on }
    }

    /// Each has a place of its own, and completes it.
    init(each output: Observable<Item>, _ subjects: [PublishSubject<Item>]) {
        self.output = output
        input = { subjects[$0].on }
        unfinished = Count(subjects.count)
        eachStops = true
    }

    func sender(_ index: Int) -> (Event<Item>) -> Void { input(index) }

    /// The sender has no more.
    func finish(_ index: Int) {
        if eachStops || unfinished.add(-1) == 0 { input(index)(.completed) }
    }
}
