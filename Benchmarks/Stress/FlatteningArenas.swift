import Rx

/// Sequences of sequences: inlet a brings them, inlet b is one of them.
let flatteningArenas: [Arena] =
    flattening("flatMap", [.everything, .everything], .repeated) { $0.flatMap($1) }
    + flattening("flatMapFirst", [.some, .everything], .some) { $0.flatMapFirst($1) }
    + flattening("flatMapLatest", [.everything, .some], .some) { $0.flatMapLatest($1) }
    + flattening("switchLatest", [.everything, .some], .some) { $0.map($1).switchLatest() }
    + flattening("concatMap", [.everything, .everything], .some) { $0.concatMap($1) }
    + flattening("merge(maxConcurrent: 2)", [.everything, .everything], .repeated) { $0.map($1).merge(maxConcurrent: 2) }
    + [
        Arena("groupBy") {
            OperatorRig(OperatorRig.subjects(1)) { sources, checker in
                sources[0].groupBy { $0.index % 2 }.flatMap { group in
                    group.map {
                        checker.called(); return $0
                    }
                }
            }
        }
    ]

/// During one inner sequence, while other elements become sequences of one; then with an inner sequence for each element.
private func flattening(
    _ name: String, _ deliveries: [DeliveryRule], _ openings: DeliveryRule,
    _ flatten: @escaping @Sendable (Observable<SentElement>, @escaping (SentElement) -> Observable<SentElement>) -> Observable<SentElement>
) -> [Arena] {
    [
        Arena(name, OperatorTraits(deliveries: deliveries, warm: [1], prepared: [0])) {
            OperatorRig(OperatorRig.subjects(2)) { sources, checker in
                flatten(sources[0]) { item in
                    checker.called()
                    let opens = item == SentElement(sender: Inlet.setUp, index: 0)
                    return opens ? sources[1].startWith(item) : .just(item)
                }
            }
        },
        Arena(name + ", opening", OperatorTraits(deliveries: [.some, openings], warm: [1])) {
            OperatorRig(OperatorRig.subjects(2)) { sources, checker in
                flatten(sources[0]) { _ in
                    checker.called(); return sources[1]
                }
            }
        },
    ]
}
