// One shape for each number of sources; what they do is in `Rows` and `Pending`. Parameter packs would write it once,
// but the compiler (6.3.1) crashes on closures that capture a pack.

extension ObservableType {
    /// What `resultSelector` makes of the first elements, of the second elements, and so on.
    ///
    ///     source1  1--2-----3--|
    ///     source2  --a--b--------|
    ///     result   --1a-2b-------|
    ///
    /// Elements wait, in a queue without a bound, for their partners. Completes when all sources have completed, not sooner.
    /// The first error ends it at once. Cost: no allocation for an event once the queues are large enough.
    @inlinable @inline(__always)
    public static func zip<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2,
        resultSelector: @escaping (O1.Element, O2.Element) throws -> Element
    ) -> Observable<Element> {
        let source1 = source1.source, source2 = source2.source
        return Rows.observable(2) { rows in
            let slot1 = Pending(rows, source1), slot2 = Pending(rows, source2)
            @inline(__always) func row() throws -> Element {
                try resultSelector(slot1.take(), slot2.take())
            }
            slot1.attach(row); slot2.attach(row)
        }
    }

    /// As `zip` of two sequences.
    @inlinable @inline(__always)
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element) throws -> Element
    ) -> Observable<Element> {
        let source1 = source1.source, source2 = source2.source, source3 = source3.source
        return Rows.observable(3) { rows in
            let slot1 = Pending(rows, source1), slot2 = Pending(rows, source2), slot3 = Pending(rows, source3)
            @inline(__always) func row() throws -> Element {
                try resultSelector(slot1.take(), slot2.take(), slot3.take())
            }
            slot1.attach(row); slot2.attach(row); slot3.attach(row)
        }
    }

    /// As `zip` of two sequences.
    @inlinable @inline(__always)
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element, O4.Element) throws -> Element
    ) -> Observable<Element> {
        let source1 = source1.source, source2 = source2.source, source3 = source3.source, source4 = source4.source
        return Rows.observable(4) { rows in
            let slot1 = Pending(rows, source1), slot2 = Pending(rows, source2), slot3 = Pending(rows, source3),
                slot4 = Pending(rows, source4)
            @inline(__always) func row() throws -> Element {
                try resultSelector(slot1.take(), slot2.take(), slot3.take(), slot4.take())
            }
            slot1.attach(row); slot2.attach(row); slot3.attach(row); slot4.attach(row)
        }
    }

    /// As `zip` of two sequences.
    @inlinable @inline(__always)
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
        O5: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element) throws -> Element
    ) -> Observable<Element> {
        let source1 = source1.source, source2 = source2.source, source3 = source3.source, source4 = source4.source,
            source5 = source5.source
        return Rows.observable(5) { rows in
            let slot1 = Pending(rows, source1), slot2 = Pending(rows, source2), slot3 = Pending(rows, source3),
                slot4 = Pending(rows, source4), slot5 = Pending(rows, source5)
            @inline(__always) func row() throws -> Element {
                try resultSelector(slot1.take(), slot2.take(), slot3.take(), slot4.take(), slot5.take())
            }
            slot1.attach(row); slot2.attach(row); slot3.attach(row); slot4.attach(row)
            slot5.attach(row)
        }
    }

    /// As `zip` of two sequences.
    @inlinable @inline(__always)
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
        O5: ObservableType, O6: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element) throws -> Element
    ) -> Observable<Element> {
        let source1 = source1.source, source2 = source2.source, source3 = source3.source, source4 = source4.source,
            source5 = source5.source, source6 = source6.source
        return Rows.observable(6) { rows in
            let slot1 = Pending(rows, source1), slot2 = Pending(rows, source2), slot3 = Pending(rows, source3),
                slot4 = Pending(rows, source4), slot5 = Pending(rows, source5), slot6 = Pending(rows, source6)
            @inline(__always) func row() throws -> Element {
                try resultSelector(slot1.take(), slot2.take(), slot3.take(), slot4.take(), slot5.take(), slot6.take())
            }
            slot1.attach(row); slot2.attach(row); slot3.attach(row); slot4.attach(row)
            slot5.attach(row); slot6.attach(row)
        }
    }

    /// As `zip` of two sequences.
    @inlinable @inline(__always)
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
        O5: ObservableType, O6: ObservableType, O7: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element) throws -> Element
    ) -> Observable<Element> {
        let source1 = source1.source, source2 = source2.source, source3 = source3.source, source4 = source4.source,
            source5 = source5.source, source6 = source6.source, source7 = source7.source
        return Rows.observable(7) { rows in
            let slot1 = Pending(rows, source1), slot2 = Pending(rows, source2), slot3 = Pending(rows, source3),
                slot4 = Pending(rows, source4), slot5 = Pending(rows, source5), slot6 = Pending(rows, source6),
                slot7 = Pending(rows, source7)
            @inline(__always) func row() throws -> Element {
                try resultSelector(slot1.take(), slot2.take(), slot3.take(), slot4.take(), slot5.take(), slot6.take(),
                    slot7.take())
            }
            slot1.attach(row); slot2.attach(row); slot3.attach(row); slot4.attach(row)
            slot5.attach(row); slot6.attach(row); slot7.attach(row)
        }
    }

    /// As `zip` of two sequences.
    @inlinable @inline(__always)
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
        O5: ObservableType, O6: ObservableType, O7: ObservableType, O8: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        _ source8: O8,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element,
            O8.Element) throws -> Element
    ) -> Observable<Element> {
        let source1 = source1.source, source2 = source2.source, source3 = source3.source, source4 = source4.source,
            source5 = source5.source, source6 = source6.source, source7 = source7.source, source8 = source8.source
        return Rows.observable(8) { rows in
            let slot1 = Pending(rows, source1), slot2 = Pending(rows, source2), slot3 = Pending(rows, source3),
                slot4 = Pending(rows, source4), slot5 = Pending(rows, source5), slot6 = Pending(rows, source6),
                slot7 = Pending(rows, source7), slot8 = Pending(rows, source8)
            @inline(__always) func row() throws -> Element {
                try resultSelector(slot1.take(), slot2.take(), slot3.take(), slot4.take(), slot5.take(), slot6.take(),
                    slot7.take(), slot8.take())
            }
            slot1.attach(row); slot2.attach(row); slot3.attach(row); slot4.attach(row)
            slot5.attach(row); slot6.attach(row); slot7.attach(row); slot8.attach(row)
        }
    }
}

extension ObservableType where Element == Any {
    /// The first elements as a tuple, the second elements, and so on.
    @inlinable @inline(__always)
    public static func zip<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2
    ) -> Observable<(O1.Element, O2.Element)> {
        Observable.zip(source1, source2) { ($0, $1) }
    }

    /// The tuples that `zip` of three sequences makes.
    @inlinable @inline(__always)
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3
    ) -> Observable<(O1.Element, O2.Element, O3.Element)> {
        Observable.zip(source1, source2, source3) { ($0, $1, $2) }
    }

    /// The tuples that `zip` of four sequences makes.
    @inlinable @inline(__always)
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element)> {
        Observable.zip(source1, source2, source3, source4) { ($0, $1, $2, $3) }
    }

    /// The tuples that `zip` of five sequences makes.
    @inlinable @inline(__always)
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
        O5: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)> {
        Observable.zip(source1, source2, source3, source4, source5) { ($0, $1, $2, $3, $4) }
    }

    /// The tuples that `zip` of six sequences makes.
    @inlinable @inline(__always)
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
        O5: ObservableType, O6: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)> {
        Observable.zip(source1, source2, source3, source4, source5, source6) { ($0, $1, $2, $3, $4, $5) }
    }

    /// The tuples that `zip` of seven sequences makes.
    @inlinable @inline(__always)
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
        O5: ObservableType, O6: ObservableType, O7: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)> {
        Observable.zip(source1, source2, source3, source4, source5, source6, source7) { ($0, $1, $2, $3, $4, $5, $6) }
    }

    /// The tuples that `zip` of eight sequences makes.
    @inlinable @inline(__always)
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType,
        O5: ObservableType, O6: ObservableType, O7: ObservableType, O8: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        _ source8: O8
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)> {
        Observable.zip(source1, source2, source3, source4, source5, source6, source7, source8) { ($0, $1, $2, $3, $4, $5, $6, $7) }
    }
}
