import Foundation
import Rx
import Testing

/// What a subscription holds until it is torn down.
enum Holding: CaseIterable, Sendable {
    case disposable, onDispose, resource
    /// As `onDispose`, further up: behind an operator that gives its source a lifetime of its own.
    case onDisposeUpstream
}

let tearDownCases = Core.allCases.flatMap { core in Holding.allCases.map { (core, $0) } }

/// Sequences that a test ends by hand, and what it hears of them: `+a` and `-a` when `a` is subscribed to and torn down.
final class TearDownScene {
    private let holding: Holding
    private var subjects: [String: PublishSubject<Int>] = [:]
    let journal = Journal()

    private let subscriptions = CompositeDisposable()

    init(_ holding: Holding) {
        self.holding = holding
        TearDownScene.ofThread.append(self)
    }

    /// Those of the test that runs on this thread.
    static var ofThread: [TearDownScene] {
        get { Thread.current.threadDictionary["scenes"] as? [TearDownScene] ?? [] }
        set { Thread.current.threadDictionary["scenes"] = newValue }
    }

    /// Lets go of everything: what a test leaves running holds itself.
    func end() {
        subscriptions.dispose()
        subjects = [:]
    }

    func source(_ name: String) -> Observable<Int> {
        let journal = journal
        return Observable.deferred { [self] in
            let subject = PublishSubject<Int>()
            subjects[name] = subject
            let begin = { journal.add("+\(name)") }, end = { journal.add("-\(name)") }
            switch holding {
            case .disposable:
                return .create { observer in
                    begin()
                    return Disposables.create(subject.subscribe(observer), Disposables.create(with: end))
                }
            case .onDispose: return subject.do(onSubscribe: begin, onDispose: end)
            case .resource:
                return .using(
                    {
                        begin()
                        return CompositeDisposable(disposables: [Disposables.create(with: end)])
                    },
                    observableFactory: { (_: CompositeDisposable) in subject.asObservable() })
            case .onDisposeUpstream:
                return subject.do(onSubscribe: begin, onDispose: end).take(until: Observable<Int>.never()).map { $0 }
                    .amb(Observable.never())
            }
        }
    }

    func subscribe(_ result: Observable<Int>) {
        keep(result.subscribe { [journal] in journal.add("\($0)") })
    }

    func keep(_ subscription: any Disposable) { _ = subscriptions.insert(subscription) }
    func send(_ element: Int, to name: String) { subjects[name]?.onNext(element) }
    func complete(_ name: String) { subjects[name]?.onCompleted() }
    func fail(_ name: String) { subjects[name]?.onError(Failure.first) }

    func expect(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(journal.lines.joined(separator: " ") == line, sourceLocation: sourceLocation)
    }
}

/// Runs a test on a core, and ends its scenes.
func staged(_ core: Core, _ body: () -> Void) {
    core.run(body)
    for scene in TearDownScene.ofThread { scene.end() }
    TearDownScene.ofThread = []
}
