extension ObservableType {
    /// The one of both sequences that sends an event first, be it a stop event.
    ///
    ///     source  ----1--2--|
    ///     right   --a---b--c--|
    ///     result  --a---b--c--|
    ///
    /// The other one is disposed before the event is passed on. Cost: a comparison for an event.
    public func amb<O2: ObservableType>(_ right: O2) -> Observable<Element> where O2.Element == Element {
        Observable<Element>.race([source, right.source])
    }

    /// The one of all sequences that sends an event first, be it a stop event; `never` if there is none.
    ///
    ///     1       ----1--2--|
    ///     2       --a---b--c--|
    ///     3       -----x
    ///     result  --a---b--c--|
    ///
    /// The others are disposed before the event is passed on. They are subscribed to in order.
    public static func amb<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Observable<Element>
    where Sequence.Element == Observable<Element> {
        Observable<Element>.race(sequence.map(\.source))
    }
}

extension Observable {
    static func race(_ sources: [Source<Element>]) -> Observable<Element> {
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let junction = Junction(segment)
            let children = sources.map { _ in ChildSegment(in: segment) }
            let winner = Cell<Int?>(nil)
            func hasWon(_ index: Int) -> Bool {
                if let winner = winner.value { return winner == index }
                winner.value = index
                for (other, child) in children.enumerated() where other != index { child.cancel() }
                return true
            }
            for (index, source) in sources.enumerated() {
                junction.subscribe(
                    source, in: children[index], next: { if hasWon(index) { observer.send($0) } },
                    stop: { if hasWon(index) { observer.stop($0) } })
            }
        }
        return Observable(run)
    }
}
