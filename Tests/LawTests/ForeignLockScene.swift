import Rx
import Testing

@testable import LawSupport

/// What an instance of something can be made to do.
struct ForeignAction {
    enum Role {
        case both
        /// Only while the other thread makes it call out.
        case entry
        /// Only to make it call out.
        case trigger
    }

    let name: String
    var role = Role.both
    /// Whether it waits for such a call-out, by design.
    let waitsFor: (ForeignLock.CallOut) -> Bool
    let run: () -> Void

    init(
        _ name: String, _ role: Role = .both, waitsFor: @escaping (ForeignLock.CallOut) -> Bool = { _ in false },
        _ run: @escaping () -> Void
    ) {
        self.name = name
        self.role = role
        self.waitsFor = waitsFor
        self.run = run
    }
}

/// What the subscriptions of one instance have in common.
enum ForeignSharing {
    case nothing, subject
    /// A source that is subscribed to once for all; the last one of them ends it.
    case source

    /// Whether a subscription's `dispose` waits for that call-out. For its own closures, of course; for those of nobody in
    /// particular, if they are upstream of it. The last one waits for the source, which may be about to free what
    /// another one, that it has just ended, held.
    func waits(_ number: Int, for callOut: ForeignLock.CallOut) -> Bool {
        guard let subscription = callOut.subscription else { return true }
        return subscription == number || self == .source && callOut.isRelease
    }
}

/// One instance of something under test, ready to be used by two threads.
struct ForeignScene {
    var actions: [ForeignAction]
    /// Run before by the thread that makes it call out, some times, so that it gets the bias of the gates.
    var warmUp: () -> Void = {}
    /// Waits until what runs on threads of its own is done.
    var settle: () -> Void = {}
    /// Ends it.
    var end: () -> Void = {}
}

/// Something that calls foreign code: how to make an instance, and which call-outs it is known to make.
struct ForeignCaller: CustomTestStringConvertible, @unchecked Sendable {  // Sendable: `build` captures only constants.
    let name: String
    let callOuts: Set<String>
    let build: (ForeignLock) -> ForeignScene

    var testDescription: String { name }

    /// - Parameter scene: makes an instance.
    init(_ name: String, callOuts: Set<String>, scene: @escaping (ForeignLock) -> ForeignScene) {
        self.name = name
        self.callOuts = callOuts
        self.build = scene
    }
}

/// The places around an operator from which it is entered and to which it calls out.
final class ForeignStage: @unchecked Sendable {  // Sendable: constant but for `subscriptions`, which has a lock.
    let lock: ForeignLock
    let inputs: [PublishSubject<ForeignObject>]
    let scheduler: ForeignScheduler
    /// One that runs its work on threads of its own; `nil` where none is needed.
    let background: SerialScheduler?
    private let subscriptions = LockedLog<any Disposable>()
    private let subscribers = AtomicCount(-1)

    init(_ lock: ForeignLock, inputs count: Int, usesBackground: Bool = false) {
        self.lock = lock
        inputs = (0..<count).map { _ in PublishSubject() }
        scheduler = ForeignScheduler(lock)
        background = usesBackground ? SerialScheduler() : nil
    }

    /// A sequence that calls out when it is subscribed to and disposed, and for each element.
    func source(_ index: Int) -> Observable<ForeignObject> {
        let subscribed = lock.closure("subscribe to \(index)"), disposed = lock.closure("dispose \(index)")
        let above = lock.closure("closure above \(index)")
        return inputs[index].do(onNext: { _ in above() }, onSubscribe: subscribed, onDispose: disposed)
    }

    func element() -> ForeignObject { ForeignObject(lock) }

    /// A closure of the operator's user.
    func closure(_ name: String) -> () -> Void { lock.closure(name) }

    /// Subscribes one more observer; they are numbered from 0.
    @discardableResult
    func subscribe<Element>(to output: Observable<Element>) -> (number: Int, subscription: any Disposable) {
        let number = subscribers.add()
        let next = lock.closure("onNext", of: number), stop = lock.closure("stop", of: number)
        let disposed = lock.closure("onDisposed", of: number)
        let subscription = output.subscribe(
            onNext: { _ in next() }, onError: { _ in stop() }, onCompleted: stop, onDisposed: disposed)
        subscriptions.append(subscription)
        return (number, subscription)
    }

    /// Waits until the background scheduler has done what it was given.
    func settle() {
        guard let background else { return }
        let isIdle = AtomicFlag()
        _ = background.schedule(()) { _ in
            isIdle.set()
            return Disposables.create()
        }
        if !eventually({ isIdle.isSet }) { Issue.record("the scheduler is stuck") }
    }

    func end() {
        for subscription in subscriptions.entries { subscription.disposeWithoutWaiting() }
        for input in inputs { input.onCompleted() }  // Connections, too.
        scheduler.passTime()  // What ends on the scheduler.
        scheduler.discard()
    }

    /// What may happen to each of the inputs.
    var inputActions: [ForeignAction] {
        inputs.enumerated().flatMap { index, input in
            [
                ForeignAction("\(index).onNext") { input.onNext(self.element()) },
                ForeignAction("\(index).onError") { input.onError(TestError()) },
                ForeignAction("\(index).onCompleted") { input.onCompleted() },
            ]
        }
    }

    /// Time passes; with something that comes shortly before.
    var timeActions: [ForeignAction] {
        let passing = ForeignAction("passTime") { self.scheduler.passTime() }
        guard let first = inputActions.first(where: { $0.name == "0.onError" }) else { return [passing] }
        let failing = ForeignAction("0.onError and passTime") {
            first.run()
            self.scheduler.passTime()
        }
        return [passing, failing]
    }

    /// Subscribes to `output`, and says what can be done with that.
    ///
    /// - Parameter sharing: if subscriptions share something, then there are two from the beginning, and to dispose of the
    ///   second one, which waits for that one's closures, must not wait for the first one's.
    func outputActions<Element>(_ output: Observable<Element>, sharing: ForeignSharing = .nothing) -> [ForeignAction] {
        let subscription = subscribe(to: output).subscription
        var actions = [
            ForeignAction("subscribe") { _ = self.subscribe(to: output) },
            ForeignAction("dispose", .trigger) { subscription.dispose() },
            ForeignAction("disposeWithoutWaiting") { subscription.disposeWithoutWaiting() },
        ]
        if sharing != .nothing {
            let (number, second) = subscribe(to: output)
            let disposing = ForeignAction("dispose of the second", waitsFor: { sharing.waits(number, for: $0) }) {
                second.dispose()
            }
            actions.append(disposing)
        }
        return actions
    }
}

extension ForeignCaller {
    static let allOfObserver: Set = ["onNext", "stop", "onDisposed", "deinit of onNext"]
    /// Before anything has come or can come.
    static let endOfObserver: Set = ["onDisposed", "deinit of onNext"]

    /// An operator between its inputs and an observer.
    ///
    /// - Parameters:
    ///   - warm: the inputs that can send often without changing what the operator does.
    ///   - usesTime: whether something waits for time to pass.
    ///   - usesBackground: whether the background scheduler is used.
    ///   - observes: the closures of an observer that are called or freed.
    ///   - prepare: brings a new instance to where it is interesting.
    init<Element>(
        _ name: String, inputs: Int = 2, warm: [Int] = [0], usesTime: Bool = false, usesBackground: Bool = false,
        sharing: ForeignSharing = .nothing, callOuts: Set<String> = [], observes: Set<String> = Self.allOfObserver,
        prepare: @escaping (ForeignStage) -> Void = { _ in },
        build: @escaping (ForeignStage) -> Observable<Element>
    ) {
        func scene(_ lock: ForeignLock) -> ForeignScene {
            let stage = ForeignStage(lock, inputs: inputs, usesBackground: usesBackground)
            var actions = stage.inputActions + stage.outputActions(build(stage), sharing: sharing)
            if usesTime { actions += stage.timeActions }
            prepare(stage)
            return ForeignScene(
                actions: actions, warmUp: { for index in warm { stage.inputs[index].onNext(stage.element()) } },
                settle: stage.settle, end: stage.end)
        }
        self.init(name, callOuts: callOuts.union(observes), scene: { scene($0) })
    }
}
