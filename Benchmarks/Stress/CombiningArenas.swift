import Rx

/// Operators with several sources at once.
let combiningArenas: [Arena] = [
    Arena("merge", OperatorTraits(deliveries: [.everything, .everything], warm: [0, 1])) {
        OperatorRig(OperatorRig.subjects(2)) { sources, _ in .merge(sources) }
    },
    Arena("combineLatest", OperatorTraits(deliveries: [.repeated, .repeated], warm: [0, 1], prepared: [0, 1])) {
        OperatorRig(OperatorRig.subjects(2)) { sources, checker in
            .combineLatest(sources[0], sources[1]) { a, _ in
                checker.called(); return a
            }
        }
    },
    Arena("zip", OperatorTraits(deliveries: [.some, .some], warm: [0, 1], prepared: [1])) {
        OperatorRig(OperatorRig.subjects(2)) { sources, checker in
            .zip(sources[0], sources[1]) { a, _ in
                checker.called(); return a
            }
        }
    },
    Arena("withLatestFrom", OperatorTraits(deliveries: [.everything, .some], warm: [0, 1], prepared: [1])) {
        OperatorRig(OperatorRig.subjects(2)) { sources, checker in
            sources[0].withLatestFrom(sources[1]) { a, _ in
                checker.called(); return a
            }
        }
    },
    Arena("amb", OperatorTraits(deliveries: [.some, .some])) {
        OperatorRig(OperatorRig.subjects(2)) { sources, _ in sources[0].amb(sources[1]) }
    },
    Arena("sample", OperatorTraits(deliveries: [.some, .some], warm: [0, 1], stops: nil)) {
        OperatorRig(OperatorRig.subjects(2)) { sources, _ in sources[0].sample(sources[1]) }
    },
    Arena("take(until:)", OperatorTraits(deliveries: [.everything, .some])) {
        OperatorRig(OperatorRig.subjects(2)) { sources, checker in
            sources[0].take(
                until: sources[1].filter { _ in
                    checker.called(); return false
                })
        }
    },
    Arena("take(until:), triggered", OperatorTraits(deliveries: [.some, .some])) {
        OperatorRig(OperatorRig.subjects(2)) { sources, _ in sources[0].take(until: sources[1]) }
    },
    Arena("skip(until:)", OperatorTraits(deliveries: [.some, .some], stops: nil)) {
        OperatorRig(OperatorRig.subjects(2)) { sources, _ in sources[0].skip(until: sources[1]) }
    },
    Arena("skip(until:), open", OperatorTraits(deliveries: [.some, .some], prepared: [1], stops: nil)) {
        OperatorRig(OperatorRig.subjects(2)) { sources, _ in sources[0].skip(until: sources[1]) }
    },
]

/// Where one source follows another.
let consecutiveArenas: [Arena] = [
    Arena("concat", OperatorTraits(deliveries: [.everything, .some])) {
        OperatorRig(OperatorRig.subjects(2)) { sources, _ in .concat(sources) }
    },
    Arena("ifEmpty(switchTo:)", OperatorTraits(deliveries: [.everything, .some])) {
        OperatorRig(OperatorRig.subjects(2)) { sources, _ in sources[0].ifEmpty(switchTo: sources[1]) }
    },
    Arena("catch", OperatorTraits(deliveries: [.everything, .some])) {
        OperatorRig(OperatorRig.subjects(2)) { sources, checker in
            sources[0].catch { _ in
                checker.called(); return sources[1]
            }
        }
    },
    Arena("catch(sequence:)", OperatorTraits(deliveries: [.everything, .some])) {
        OperatorRig(OperatorRig.subjects(2)) { sources, _ in .catch(sequence: sources) }
    },
    Arena("retry(2)") { OperatorRig(OperatorRig.subjects(1)) { sources, _ in sources[0].retry(2) } },
    Arena("retry(when:)", OperatorTraits(deliveries: [.everything, .some])) {
        OperatorRig(OperatorRig.subjects(2)) { sources, _ in
            sources[0].retry(when: { (_: Observable<any Error>) in sources[1] })
        }
    },
]
