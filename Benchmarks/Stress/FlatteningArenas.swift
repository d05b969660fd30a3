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
            Rig(Rig.subjects(1)) { sources, ear in
                sources[0].groupBy { $0.index % 2 }.flatMap { group in group.map { ear.called(); return $0 } }
            }
        }
    ]

/// During one inner sequence, while other elements become sequences of one; then with an inner sequence for each element.
private func flattening(
    _ name: String, _ deliveries: [Delivery], _ openings: Delivery,
    _ flatten: @escaping @Sendable (Observable<Item>, @escaping (Item) -> Observable<Item>) -> Observable<Item>
) -> [Arena] {
    [
        Arena(name, OperatorTraits(deliveries: deliveries, warm: [1], prepared: [0])) {
            Rig(Rig.subjects(2)) { sources, ear in
                flatten(sources[0]) { item in
                    ear.called()
                    let opens = item == Item(sender: Inlet.setUp, index: 0)
                    return opens ? sources[1].startWith(item) : .just(item)
                }
            }
        },
        Arena(name + ", opening", OperatorTraits(deliveries: [.some, openings], warm: [1])) {
            Rig(Rig.subjects(2)) { sources, ear in
                flatten(sources[0]) { _ in ear.called(); return sources[1] }
            }
        },
    ]
}
