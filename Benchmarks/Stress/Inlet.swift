import Rx

/// Where elements come from: each thread that sends numbers its own.
final class Inlet: @unchecked Sendable {  // Sendable: each count is touched by one thread.
    /// The two racers, and what comes before and after the race.
    static let threads = 3
    static let setUp = 2

    private final class Sender {
        @exclusivity(unchecked) var count = 0
    }

    private let number: Int
    private let senders = (0..<threads).map { _ in Sender() }
    private let target: (Event<SentElement>) -> Void
    let observable: Observable<SentElement>

    init(_ number: Int, _ observable: Observable<SentElement>, _ target: @escaping (Event<SentElement>) -> Void) {
        self.number = number
        self.observable = observable
        self.target = target
    }

    init<Subject: ObservableType & ObserverType>(_ number: Int, _ subject: Subject) where Subject.Element == SentElement {
        self.number = number
        observable = subject.asObservable()
        target = subject.on
    }

    static func letter(_ number: Int) -> String { ["a", "b", "c"][number] }

    func next(_ thread: Int) {
        let sender = senders[thread]
        let item = SentElement(sender: number * Inlet.threads + thread, index: sender.count)
        sender.count += 1
        target(.next(item))
    }

    func complete() { target(.completed) }
    func fail() { target(.error(Unavailable("planned"))) }

    /// What each thread has sent; to be asked when all are done.
    var sent: [(sender: Int, count: Int)] {
        senders.enumerated().map { (number * Inlet.threads + $0, $1.count) }
    }
}

/// What becomes of the elements of an inlet on their way to the observer.
enum DeliveryRule: Sendable {
    /// All are heard, each once, those of one thread in their order.
    case everything
    /// Some are heard; none twice, and those of one thread in their order.
    case some
    /// They may be repeated.
    case repeated
}
