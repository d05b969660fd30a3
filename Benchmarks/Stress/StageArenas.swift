import Rx
import Synchronization

/// Operators with one source and no time: what two threads share is the gate they pass, and the state behind it.
let stageArenas: [Arena] = passingArenas + countingArenas + collectingArenas

/// All elements pass.
private let passingArenas: [Arena] = [
    Arena("map.filter.compactMap") {
        OperatorRig(OperatorRig.subjects(1)) { sources, checker in
            sources[0].map {
                checker.called(); return $0
            }.filter { _ in
                checker.called(); return true
            }
            .compactMap {
                checker.called(); return $0
            }
        }
    },
    Arena("distinctUntilChanged.scan") {
        OperatorRig(OperatorRig.subjects(1)) { sources, checker in
            sources[0].distinctUntilChanged().scan(SentElement(sender: 0, index: 0)) {
                checker.called(); return $1
            }
        }
    },
    Arena("scan(into:).enumerated.skip(0).skip(while:)") {
        OperatorRig(OperatorRig.subjects(1)) { sources, checker in
            sources[0].scan(into: SentElement(sender: 0, index: 0)) {
                checker.called(); $0 = $1
            }
            .enumerated().map(\.element).skip(0).skip(while: { _ in
                checker.called(); return false
            })
        }
    },
    Arena("do") {
        OperatorRig(OperatorRig.subjects(1)) { sources, checker in
            sources[0].do(
                onNext: { _ in checker.called() }, afterNext: { _ in checker.called() }, onError: { _ in checker.called() },
                onCompleted: checker.called, onSubscribe: checker.called, onSubscribed: checker.called, onDispose: checker.called)
        }
    },
    Arena("materialize.dematerialize") { OperatorRig(OperatorRig.subjects(1)) { sources, _ in sources[0].materialize().dematerialize() } },
    // Who subscribes when the object is gone has one that goes at once.
    Arena("withUnretained", extras: ["free the object"]) {
        let object = Keepsake(), inlets = OperatorRig.subjects(1)
        var rig = OperatorRig(inlets) { checker in
            let kept = object.kept ?? Keepsake.Object()
            checker.attach(
                inlets[0].observable.withUnretained(kept) { _, item in
                    checker.called(); return item
                })
        }
        rig.extras = [object.free]
        return rig
    },
    Arena("deferred") {
        OperatorRig(OperatorRig.subjects(1)) { sources, checker in
            .deferred {
                checker.called(); return sources[0]
            }
        }
    },
    Arena("ifEmpty(default:)") {
        OperatorRig(OperatorRig.subjects(1)) { sources, _ in sources[0].ifEmpty(default: SentElement(sender: Inlet.threads, index: 0)) }
    },
    Arena("catchAndReturn") {
        OperatorRig(OperatorRig.subjects(1)) { sources, _ in sources[0].catchAndReturn(SentElement(sender: Inlet.threads, index: 0)) }
    },
]

/// Some elements pass, and the sequence may end early.
private let countingArenas: [Arena] = [
    Arena("take(2)", OperatorTraits(deliveries: [.some])) {
        OperatorRig(OperatorRig.subjects(1)) { sources, _ in sources[0].take(2) }
    },
    Arena("take(while:)", OperatorTraits(deliveries: [.some])) {
        OperatorRig(OperatorRig.subjects(1)) { sources, checker in
            sources[0].take(while: {
                checker.called(); return $0.index < 2
            })
        }
    },
    Arena("element(at: 1)", OperatorTraits(deliveries: [.some])) {
        OperatorRig(OperatorRig.subjects(1)) { sources, _ in sources[0].element(at: 1) }
    },
    Arena("single", OperatorTraits(deliveries: [.some])) { OperatorRig(OperatorRig.subjects(1)) { sources, _ in sources[0].single() } },
]

/// What comes is kept until the source completes.
private let collectingArenas: [Arena] = [
    Arena("takeLast(2)", OperatorTraits(deliveries: [.some])) {
        OperatorRig(OperatorRig.subjects(1)) { sources, _ in sources[0].takeLast(2) }
    },
    Arena("reduce", OperatorTraits(deliveries: [.some])) {
        OperatorRig(OperatorRig.subjects(1)) { sources, checker in
            sources[0].reduce(SentElement(sender: 0, index: 0)) {
                checker.called(); return $1
            }
        }
    },
    Arena("toArray") {
        OperatorRig(OperatorRig.subjects(1)) { sources, _ in sources[0].toArray().asObservable().concatMap { Observable.from($0) } }
    },
]

/// An object that can be let go of on any thread.
private final class Keepsake: Sendable {
    final class Object: Sendable {}

    private let object = Mutex<Object?>(Object())

    var kept: Object? { object.withLock { $0 } }
    func free() { _ = object.withLock { $0.take() } }
}
