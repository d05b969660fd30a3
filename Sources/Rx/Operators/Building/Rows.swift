/// What `combineLatest` and `zip` share. Everything here and in the slots is touched inside the gate of the segment only.
@usableFromInline
final class Rows<Result> {
    @usableFromInline let observer: Rx.Observer<Result>
    @usableFromInline let junction: Junction
    // Unchecked: the gate serialises access, and the run-time check would cost more than the access.
    /// Sources that have not completed.
    @exclusivity(unchecked) @usableFromInline var running: Int
    /// Slots that have nothing for the next row.
    @exclusivity(unchecked) @usableFromInline var missing: Int

    @inlinable @inline(__always)
    init(_ observer: Rx.Observer<Result>, _ segment: Segment, count: Int) {
        self.observer = observer
        junction = Junction(segment)
        running = count
        missing = count
    }

    /// The sequence of rows of `count` sources, which `attach` makes slots of and subscribes to.
    @inlinable @inline(__always)
    static func observable(_ count: Int, _ attach: @escaping (Rows) -> Void) -> Observable<Result> {
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Result>, _ segment: Segment) {
            attach(Rows(observer, segment, count: count))
        }
        return Observable<Result>(run)
    }

    @inlinable @inline(__always)
    func subscribe<Element>(
        _ source: Source<Element>, by file: StaticString, _ tearDown: TearDown, _ receive: @escaping (Element) -> Void
    ) {
        junction.subscribe(source, tearDown: tearDown, next: receive, stop: sourceStopped, file: file)
    }

    @usableFromInline
    func sourceStopped(_ error: (any Error)?) {
        running -= 1
        if error != nil || running == 0 { observer.stop(error) }
    }

    @inlinable @inline(__always)
    func send(_ row: () throws -> Result) {
        do { observer.send(try row()) } catch { observer.stop(error) }
    }

    /// An element has come, but no row can be made. If its source is the only one that still runs, there never will be one.
    @usableFromInline
    func stopIfLast() {
        if running == 1 { observer.stop(nil) }
    }
}

/// A source of `combineLatest`, and its latest element.
@usableFromInline
final class Latest<Element, Result> {
    @usableFromInline let rows: Rows<Result>
    @usableFromInline let source: Source<Element>
    @exclusivity(unchecked) @usableFromInline var element: Element?

    @inlinable @inline(__always)
    init(_ rows: Rows<Result>, _ source: Source<Element>) {
        self.rows = rows
        self.source = source
        element = nil
    }

    @inlinable @inline(__always)
    func take() -> Element { element.unsafelyUnwrapped }  // No row is made while one is missing.

    /// - Parameter tearDown: for collections it is `afterStop`, as in RxSwift.
    @inlinable @inline(__always)
    func attach(_ row: @escaping () throws -> Result, tearDown: TearDown = .beforeStop) {
        rows.subscribe(source, by: "Rx/CombineLatest.swift", tearDown) { [self] element in
            if self.element == nil { rows.missing -= 1 }
            self.element = element
            if rows.missing == 0 { rows.send(row) } else { rows.stopIfLast() }
        }
    }
}

/// A source of `zip`, and the elements that wait for their partners.
@usableFromInline
final class Pending<Element, Result> {
    @usableFromInline let rows: Rows<Result>
    @usableFromInline let source: Source<Element>
    @usableFromInline let elements = RingBuffer<Element>()

    @inlinable @inline(__always)
    init(_ rows: Rows<Result>, _ source: Source<Element>) {
        self.rows = rows
        self.source = source
    }

    @inlinable @inline(__always)
    func take() -> Element {
        if elements.count == 1 { rows.missing += 1 }
        return elements.removeFirst()
    }

    /// - Parameters:
    ///   - stopsEarly: whether it is over when an element comes that finds no partner while every other source has completed.
    ///     True for collections only, as in RxSwift.
    ///   - tearDown: for collections it is `afterStop`, as in RxSwift.
    @inlinable @inline(__always)
    func attach(_ row: @escaping () throws -> Result, stopsEarly: Bool = false, tearDown: TearDown = .beforeStop) {
        rows.subscribe(source, by: "Rx/Zip.swift", tearDown) { [self] element in
            elements.append(element)
            if elements.count == 1 { rows.missing -= 1 }
            if rows.missing == 0 { rows.send(row) } else if stopsEarly { rows.stopIfLast() }
        }
    }
}
