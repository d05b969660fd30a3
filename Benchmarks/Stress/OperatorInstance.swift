import Foundation
import Rx

/// An operator with its inlets and observers.
struct OperatorRig {
    let inlets: [Inlet]
    /// Subscribes one more observer.
    let connect: (CheckingObserver) -> Void
    /// What else can be done, by name; the same names for each instance.
    var extras: [() -> Void] = []
    /// Ends what subscriptions don't; runs before anything is looked at.
    var end: () -> Void = {}
    /// What else is wrong at the end. The argument waits for a condition, but not for ever.
    var check: ((() -> Bool) -> Bool) -> LawViolation? = { _ in nil }

    init(_ inlets: [Inlet], connect: @escaping (CheckingObserver) -> Void) {
        self.inlets = inlets
        self.connect = connect
    }

    /// Each observer has a sequence of its own.
    init(_ inlets: [Inlet], _ build: @escaping ([Observable<SentElement>], CheckingObserver) -> Observable<SentElement>) {
        self.init(inlets) { checker in checker.attach(build(inlets.map(\.observable), checker)) }
    }

    static func subjects(_ count: Int) -> [Inlet] { (0..<count).map { Inlet($0, PublishSubject()) } }
}

/// What is known of an operator.
struct OperatorTraits: Sendable {
    /// What becomes of the elements of each inlet.
    var deliveries: [DeliveryRule] = [.everything]
    /// The inlets that may send often before the race.
    var warm: [Int] = [0]
    /// The inlets that have sent once before the race.
    var prepared: [Int] = []
    /// Whether every subscription has heard a stop event once all inlets have completed; nil: it may.
    var stops: Bool? = true
    /// Whether inlets can complete and fail.
    var inletsStop = true
    /// Whether observers come before the race.
    var isSubscribed = true
}

/// What can be done to an operator.
private enum OperatorAction {
    case next(Int), complete(Int), fail(Int)
    case subscribe, visit, dispose
    case extra(Int)

    static func all(_ traits: OperatorTraits, extras: [String]) -> [(name: String, action: OperatorAction)] {
        var all: [(String, OperatorAction)] = []
        for index in traits.deliveries.indices {
            let letter = Inlet.letter(index)
            all.append(("\(letter).next", .next(index)))
            if traits.inletsStop { all += [("\(letter).completed", .complete(index)), ("\(letter).error", .fail(index))] }
        }
        all += [("subscribe", .subscribe), ("visit", .visit)]
        if traits.isSubscribed { all.append(("dispose", .dispose)) }
        return all + extras.enumerated().map { ($1, .extra($0)) }
    }

    /// Whether all that is sent still has to arrive.
    var isHarmless: Bool {
        switch self {
        case .next, .subscribe, .visit: true
        case .complete, .fail, .dispose, .extra: false
        }
    }
}

extension Arena {
    /// An operator: every two of the things that inlets and observers can do race.
    ///
    /// - Parameter meets: whether these two do, by name.
    init(
        _ name: String, _ traits: OperatorTraits = OperatorTraits(), extras: [String] = [],
        meets: (String, String) -> Bool = { _, _ in true }, rounds: Int = 4000,
        spread: Int = 10, patience: Int = 10, rig: @escaping @Sendable () -> OperatorRig
    ) {
        let actions = OperatorAction.all(traits, extras: extras)
        let kinds = actions.map(\.action)
        let pairs = actions.indices.flatMap { one in (one..<actions.count).map { [one, $0] } }
            .filter { meets(actions[$0[0]].name, actions[$0[1]].name) }
        self.init(
            name, actions: actions.map(\.name), pairs: pairs, rounds: rounds, spread: spread, patience: patience
        ) { monitor, chances, pair in
            OperatorInstance(rig(), traits, monitor, chances, kinds, isCalm: pair.allSatisfy { kinds[$0].isHarmless })
        }
    }
}

private final class OperatorInstance: RoundInstance {
    private let rig: OperatorRig
    private let traits: OperatorTraits
    private let monitor: RoundMonitor
    private let chances: Chances
    private let actions: [OperatorAction]
    private let isCalm: Bool
    /// Who was there before the race.
    private let first: CheckingObserver
    private let lock = NSLock()
    /// Who came during the race; guarded by `lock`.
    @exclusivity(unchecked) private var late: [CheckingObserver] = []

    init(
        _ rig: OperatorRig, _ traits: OperatorTraits, _ monitor: RoundMonitor, _ chances: Chances, _ actions: [OperatorAction],
        isCalm: Bool
    ) {
        self.rig = rig
        self.traits = traits
        self.monitor = monitor
        self.chances = chances
        self.actions = actions
        self.isCalm = isCalm
        first = CheckingObserver(0, monitor)
        if traits.isSubscribed { rig.connect(first) }
        for index in traits.prepared { rig.inlets[index].next(Inlet.setUp) }
    }

    func warmUp() {
        for index in traits.warm {
            for _ in 0..<12 { rig.inlets[index].next(Inlet.setUp) }
        }
    }

    func act(_ action: Int, thread: Int) {
        switch actions[action] {
        case .next(let index): for _ in 0..<chances.bursts[thread] { rig.inlets[index].next(thread) }
        case .complete(let index):
            if chances.coins[thread] { rig.inlets[index].next(thread) }
            rig.inlets[index].complete()
        case .fail(let index):
            if chances.coins[thread] { rig.inlets[index].next(thread) }
            rig.inlets[index].fail()
        case .subscribe: subscribe()
        case .visit: for _ in 0..<min(4, chances.bursts[thread]) { subscribe().dispose() }
        case .dispose: first.dispose()
        case .extra(let index): rig.extras[index]()
        }
    }

    @discardableResult
    private func subscribe() -> CheckingObserver {
        let checker = lock.withLock {
            late.append(CheckingObserver(late.count + 1, monitor))
            return late[late.count - 1]
        }
        rig.connect(checker)
        return checker
    }

    // MARK: At the end

    func finish() {
        let checkers = (traits.isSubscribed ? [first] : []) + late
        let disposed = checkers.filter(\.isDisposed)
        if traits.inletsStop { for inlet in rig.inlets { inlet.complete() } }
        rig.end()
        if traits.stops == true { for checker in checkers where !checker.isDisposed { awaitStop(checker) } }
        for checker in checkers where !checker.isDisposed { checker.dispose() }
        for checker in checkers { awaitDisposal(checker) }
        for checker in checkers { checkOrder(checker, isComplete: checker === first && isCalm && disposed.isEmpty) }
        if traits.stops == false, checkers.contains(where: { $0.stops > 0 }) { monitor.report(.ending, "a stop event of nobody's") }
        if let fault = rig.check(monitor.awaits) { monitor.report(fault.law, fault.message) }
    }

    private func awaitStop(_ checker: CheckingObserver) {
        if !monitor.awaits({ checker.stops > 0 }) { monitor.report(.ending, "observer \(checker.number) was told no stop event") }
    }

    private func awaitDisposal(_ checker: CheckingObserver) {
        if !monitor.awaits({ checker.disposals > 0 }) { monitor.report(.ending, "onDisposed of observer \(checker.number) never ran") }
    }

    private func checkOrder(_ checker: CheckingObserver, isComplete: Bool) {
        for (inlet, delivery) in zip(rig.inlets, traits.deliveries) where delivery != .repeated {
            for (sender, count) in inlet.sent {
                let heard = checker.heard.filter { $0.sender == sender }.map(\.index)
                if isComplete, delivery == .everything {
                    if heard != Array(0..<count) { complain(checker, "\(heard) of \(count)") }
                } else if zip(heard, heard.dropFirst()).contains(where: { $0 >= $1 }) {
                    complain(checker, "\(heard)")
                }
            }
        }
    }

    private func complain(_ checker: CheckingObserver, _ heard: String) {
        monitor.report(.order, "observer \(checker.number) heard \(heard) elements of one thread")
    }
}
