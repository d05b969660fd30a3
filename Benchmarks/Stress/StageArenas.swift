import Rx
import Synchronization

/// Operators with one source and no time: what two threads share is the gate they pass, and the state behind it.
let stageArenas: [Arena] = passingArenas + countingArenas + collectingArenas

/// All elements pass.
private let passingArenas: [Arena] = [
    Arena("map.filter.compactMap") {
        Rig(Rig.subjects(1)) { sources, ear in
            sources[0].map { ear.called(); return $0 }.filter { _ in ear.called(); return true }
                .compactMap { ear.called(); return $0 }
        }
    },
    Arena("distinctUntilChanged.scan") {
        Rig(Rig.subjects(1)) { sources, ear in
            sources[0].distinctUntilChanged().scan(Item(sender: 0, index: 0)) { ear.called(); return $1 }
        }
    },
    Arena("scan(into:).enumerated.skip(0).skip(while:)") {
        Rig(Rig.subjects(1)) { sources, ear in
            sources[0].scan(into: Item(sender: 0, index: 0)) { ear.called(); $0 = $1 }
                .enumerated().map(\.element).skip(0).skip(while: { _ in ear.called(); return false })
        }
    },
    Arena("do") {
        Rig(Rig.subjects(1)) { sources, ear in
            sources[0].do(
                onNext: { _ in ear.called() }, afterNext: { _ in ear.called() }, onError: { _ in ear.called() },
                onCompleted: ear.called, onSubscribe: ear.called, onSubscribed: ear.called, onDispose: ear.called)
        }
    },
    Arena("materialize.dematerialize") { Rig(Rig.subjects(1)) { sources, _ in sources[0].materialize().dematerialize() } },
    // Who subscribes when the object is gone has one that goes at once.
    Arena("withUnretained", extras: ["free the object"]) {
        let object = Keepsake(), inlets = Rig.subjects(1)
        var rig = Rig(inlets) { ear in
            let kept = object.kept ?? Keepsake.Object()
            ear.attach(inlets[0].observable.withUnretained(kept) { _, item in ear.called(); return item })
        }
        rig.extras = [object.free]
        return rig
    },
    Arena("deferred") {
        Rig(Rig.subjects(1)) { sources, ear in .deferred { ear.called(); return sources[0] } }
    },
    Arena("ifEmpty(default:)") {
        Rig(Rig.subjects(1)) { sources, _ in sources[0].ifEmpty(default: Item(sender: Inlet.threads, index: 0)) }
    },
    Arena("catchAndReturn") {
        Rig(Rig.subjects(1)) { sources, _ in sources[0].catchAndReturn(Item(sender: Inlet.threads, index: 0)) }
    },
]

/// Some elements pass, and the sequence may end early.
private let countingArenas: [Arena] = [
    Arena("take(2)", OperatorTraits(deliveries: [.some])) {
        Rig(Rig.subjects(1)) { sources, _ in sources[0].take(2) }
    },
    Arena("take(while:)", OperatorTraits(deliveries: [.some])) {
        Rig(Rig.subjects(1)) { sources, ear in sources[0].take(while: { ear.called(); return $0.index < 2 }) }
    },
    Arena("element(at: 1)", OperatorTraits(deliveries: [.some])) {
        Rig(Rig.subjects(1)) { sources, _ in sources[0].element(at: 1) }
    },
    Arena("single", OperatorTraits(deliveries: [.some])) { Rig(Rig.subjects(1)) { sources, _ in sources[0].single() } },
]

/// What comes is kept until the source completes.
private let collectingArenas: [Arena] = [
    Arena("takeLast(2)", OperatorTraits(deliveries: [.some])) {
        Rig(Rig.subjects(1)) { sources, _ in sources[0].takeLast(2) }
    },
    Arena("reduce", OperatorTraits(deliveries: [.some])) {
        Rig(Rig.subjects(1)) { sources, ear in
            sources[0].reduce(Item(sender: 0, index: 0)) { ear.called(); return $1 }
        }
    },
    Arena("toArray") {
        Rig(Rig.subjects(1)) { sources, _ in sources[0].toArray().asObservable().concatMap { Observable.from($0) } }
    },
]

/// An object that can be let go of on any thread.
private final class Keepsake: Sendable {
    final class Object: Sendable {}

    private let object = Mutex<Object?>(Object())

    var kept: Object? { object.withLock { $0 } }
    func free() { _ = object.withLock { $0.take() } }
}
