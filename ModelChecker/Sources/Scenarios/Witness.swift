import Explorer
@testable import Rx
import RxPlatform

/// An observer that watches one subscription keep G1 and G2.
///
/// A delivery has a beginning and an end, and the return of `dispose` is a moment: each is a step that the checker may move
/// about, so a delivery that is running, or that starts, while `dispose` returns is seen. These steps order nothing.
final class Witness<Element> {
    private let execution: Execution
    private let name: String
    private let moment = Word(0)
    /// What a handler keeps, as memory that isn't atomic: each delivery comes after the one before, and the return of `dispose` after all of them.
    private let state = PlainWord(0)
    /// Who is inside, or 0.
    private var inside: UInt = 0
    private var isDisposed = false
    private(set) var elements: [Element] = []
    private(set) var stops = 0
    private(set) var error: (any Error)?
    /// Runs within the delivery of each element.
    var onNext: ((Element) -> Void)?
    var onStop: (() -> Void)?
    /// Set when `dispose` may return during a delivery on another thread: in a circle of threads that dispose each other.
    var mayOverlap = false
    private(set) var overlaps = 0
    /// `false`: what is delivered now is only to earn a bias.
    private var isWatching = true
    /// What the observer captures, of each subscription; see `isHeld`.
    private var captured: [Weak] = []

    init(_ run: ScenarioRun, _ name: String = "observer") {
        execution = run.execution
        self.name = name
    }

    /// Runs `body`; what it delivers doesn't count.
    func unwatched(_ body: () -> Void) {
        isWatching = false
        body()
        isWatching = true
    }

    func next(_ element: Element) {
        guard isWatching else { return }
        deliver("\(element)") {
            elements.append(element)
            onNext?(element)
        }
    }

    func stop(_ error: (any Error)?) {
        deliver(error == nil ? "completed" : "error") {
            stops += 1
            self.error = error
            onStop?()
        }
    }

    func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): next(element)
        case .error(let error): stop(error)
        case .completed: stop(nil)
        }
    }

    /// An observer for a subscription of its own.
    func observer() -> (Event<Element>) -> Void {
        let object = Captured()
        let index = captured.count
        captured.append(Weak(object))
        return { [self] event in
            withExtendedLifetime(object) { on(event) }
            execution.require(captured[index].object != nil, "G3: what \(name) captures is freed while it is told something")
        }
    }

    /// Whether an observer is held by somebody yet. Once its subscription has ended it isn't.
    var isHeld: Bool { captured.contains { $0.object != nil } }

    private func deliver(_ event: @autoclosure () -> String, _ body: () -> Void) {
        moment.mark(1)
        execution.note("\(name) gets \(event())")
        execution.require(inside == 0, "G1: two deliveries to \(name) overlap")
        execution.require(stops == 0, "G1: \(name) gets an event after a stop event")
        execution.require(!isDisposed, "G2: \(name) gets an event after dispose() has returned")
        inside = threadToken()
        state.store(state.load() + 1)
        body()
        moment.unmark(~2)
        inside = 0
        execution.note("\(name) is done")
    }

    /// Disposes, and holds the library to it from the return on.
    func dispose(_ disposable: any Disposable) {
        disposable.dispose()
        didDispose()
    }

    /// `dispose` has just returned.
    func didDispose() {
        moment.mark(2)
        execution.note("dispose() of \(name) has returned")
        if inside != 0, inside != threadToken() {
            overlaps += 1
            execution.require(mayOverlap, "G2: dispose() returned while \(name) was being told something")
        } else {
            _ = state.load()
        }
        isDisposed = true
    }
}

extension ObservableType {
    /// Subscribes a witness on a core.
    func subscribe(_ witness: Witness<Element>, _ core: Core) -> any Disposable {
        let observer = witness.observer()
        return core.run { subscribe(observer) }
    }
}

private final class Captured {}

private struct Weak {
    weak var object: Captured?

    init(_ object: Captured) { self.object = object }
}

extension ScenarioRun {
    /// What several producers sent has come: each element once, each producer's own in order.
    func requireAll(_ got: [Int], from producers: [[Int]]) {
        require(got.sorted() == producers.flatMap { $0 }.sorted(), "lost or repeated: got \(got), sent \(producers)")
        for sent in producers {
            require(got.filter(sent.contains) == sent, "order: got \(got), sent \(producers)")
        }
    }

    /// What came is the end of what was sent.
    func requireSuffix(_ got: [Int], of sent: [Int], atLeast count: Int) {
        require(
            got.count >= count && got == Array(sent.suffix(got.count)),
            "lost, repeated or out of order: got \(got), sent \(sent)")
    }

    /// What came is a beginning of what was sent.
    func requirePrefix(_ got: [Int], of sent: [Int]) {
        require(got == Array(sent.prefix(got.count)), "lost, repeated or out of order: got \(got), sent \(sent)")
    }
}
