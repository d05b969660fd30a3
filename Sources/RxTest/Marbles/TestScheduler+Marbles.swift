import Rx

extension TestScheduler {
    // MARK: Sources

    /// A hot sequence from a marble string, whose first character is now.
    ///
    ///     let letters = scheduler.hot("-a-b|")
    ///     let numbers = scheduler.hot("-1-2|", of: Int.self)
    ///
    /// `-` is one tick of virtual time, `|` completion, `#` an error, `(ab)` is two elements at one time.
    public func hot<Element: LosslessStringConvertible>(
        _ marbles: String, of type: Element.Type = String.self, error: any Error = MarbleError()
    ) -> TestableObservable<Element> {
        createHotObservable(
            Marbles(marbles).events(from: clock, error: error, element: MarbleValues(of: type).element))
    }

    /// A hot sequence from a marble string, whose characters stand for `values`. The first character is now.
    ///
    ///     let users = scheduler.hot("-a-b|", ["a": ann, "b": bob])
    public func hot<Element>(
        _ marbles: String, _ values: [Character: Element], error: any Error = MarbleError()
    ) -> TestableObservable<Element> {
        createHotObservable(
            Marbles(marbles).events(from: clock, error: error, element: MarbleValues(values).element))
    }

    /// A cold sequence from a marble string, whose first character is the moment of subscription.
    ///
    ///     let answer = scheduler.cold("--a|")
    public func cold<Element: LosslessStringConvertible>(
        _ marbles: String, of type: Element.Type = String.self, error: any Error = MarbleError()
    ) -> TestableObservable<Element> {
        createColdObservable(Marbles(marbles).events(from: 0, error: error, element: MarbleValues(of: type).element))
    }

    /// A cold sequence from a marble string, whose characters stand for `values`. The first character is the moment of
    /// subscription.
    public func cold<Element>(
        _ marbles: String, _ values: [Character: Element], error: any Error = MarbleError()
    ) -> TestableObservable<Element> {
        createColdObservable(Marbles(marbles).events(from: 0, error: error, element: MarbleValues(values).element))
    }

    // MARK: Expectations

    /// Subscribes to `sequence`, runs until nothing is left, and compares what came with a marble string.
    ///
    ///     let source = scheduler.hot("-1-2-3-|", of: Int.self)
    ///     try scheduler.expect("-a-b-c-|", ["a": 10, "b": 20, "c": 30]) { source.map { $0 * 10 } }
    ///
    /// - Parameters:
    ///   - marbles: what should come. Its first character is now.
    ///   - values: what the characters stand for.
    ///   - error: what `#` stands for.
    ///   - subscribed: when to subscribe (`^`) and to dispose (`!`): now and never, unless given. What is scheduled for the
    ///     same tick already runs before.
    ///   - sequence: made when it is subscribed to.
    /// - Throws: `MarbleMismatch`, which draws both; it fails a test of XCTest and of Swift Testing alike.
    public func expect<Sequence: ObservableConvertibleType>(
        _ marbles: String, _ values: [Character: Sequence.Element], error: any Error = MarbleError(),
        subscribed: String? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ sequence: @escaping () -> Sequence
    ) throws where Sequence.Element: Equatable {
        let expected = Marbles(marbles).events(from: clock, error: error, element: MarbleValues(values).element)
        let symbols = { (element: Sequence.Element) in values.first { $0.value == element }.map { String($0.key) } }
        try compare(expected, subscribed, file, line, symbols, sequence)
    }

    /// Subscribes to `sequence`, runs until nothing is left, and compares what came with a marble string, each of whose
    /// characters is an element; see `expect(_:_:error:subscribed:)`.
    ///
    ///     let source = scheduler.hot("-a-b-b-c|")
    ///     try scheduler.expect("      -a-b---c|") { source.distinctUntilChanged() }
    public func expect<Sequence: ObservableConvertibleType>(
        _ marbles: String, error: any Error = MarbleError(), subscribed: String? = nil,
        file: StaticString = #fileID, line: UInt = #line, _ sequence: @escaping () -> Sequence
    ) throws where Sequence.Element: Equatable & LosslessStringConvertible {
        let values = MarbleValues(of: Sequence.Element.self)
        let expected = Marbles(marbles).events(from: clock, error: error, element: values.element)
        try compare(expected, subscribed, file, line, { _ in nil }, sequence)
    }

    private func compare<Sequence: ObservableConvertibleType>(
        _ expected: [Recorded<Event<Sequence.Element>>], _ subscribed: String?, _ file: StaticString, _ line: UInt,
        _ symbols: (Sequence.Element) -> String?, _ sequence: @escaping () -> Sequence
    ) throws where Sequence.Element: Equatable {
        let origin = clock
        let observer = createObserver(Sequence.Element.self)
        let span = subscribed.map { Marbles($0).subscription(from: origin) } ?? Subscription(origin)
        var subscription: (any Disposable)?
        let subscribe = { subscription = sequence().asObservable().subscribe(observer) }
        if span.subscribe == origin { subscribe() } else { scheduleAt(span.subscribe, action: subscribe) }
        if span.unsubscribe != .max { scheduleAt(span.unsubscribe) { subscription?.dispose() } }
        start()
        subscription?.dispose()
        guard observer.events != expected else { return }
        throw MarbleMismatch(
            place: "\(file):\(line)",
            diagram: .init(rows: [
                .init(name: "expected", expected, from: origin, symbols),
                .init(name: "came", observer.events, from: origin, symbols),
            ]))
    }
}

extension TestableObservable {
    /// Compares the subscriptions so far with marble strings, in order of coming.
    ///
    ///     try source.expect(subscriptions: "^---!", "--^--!")
    ///
    /// - Parameters:
    ///   - origin: the time of each string's first character.
    /// - Throws: `MarbleMismatch`, which draws both.
    public func expect(
        subscriptions marbles: String..., from origin: TestTime = 0, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        let expected = marbles.map { Marbles($0).subscription(from: origin) }
        guard subscriptions != expected else { return }
        throw MarbleMismatch(
            place: "\(file):\(line)",
            diagram: .init(
                rows: expected.map { .init(name: "expected", $0, from: origin) }
                    + subscriptions.map { .init(name: "came", $0, from: origin) }))
    }
}
