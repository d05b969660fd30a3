extension ObservableType {
    /// Passes the source's events on through `subject`, once connected. A subject that has ended stays so.
    ///
    /// Cost: that of the subject.
    @inlinable
    public func multicast<Subject: SubjectType>(_ subject: Subject) -> ConnectableObservable<Subject.Element>
    where Subject.Observer.Element == Element {
        let endpoint = source.endpoint(subject)
        return ConnectableObservable { endpoint }
    }

    /// Passes the source's events on through a subject that is made when it is needed and dropped when the source stops or
    /// the connection is disposed.
    ///
    /// Should several threads need it at once, `makeSubject` may run more than once; one of the subjects is used.
    @inlinable
    public func multicast<Subject: SubjectType>(
        makeSubject: @escaping () -> Subject
    ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
        let source = source
        return ConnectableObservable { source.endpoint(makeSubject()) }
    }

    /// Within `selector`, the source may be used any number of times and is subscribed to once, for each subscription of
    /// the result: after the sequence that `selector` made, unless that has ended by then.
    ///
    ///     source    --1--2--3--|
    ///     selector { shared in .zip(shared, shared.skip(1)) { … } }
    ///     result    -----12-23-|
    ///
    /// Cost: that of the subject, for each subscription.
    public func multicast<Subject: SubjectType, Result>(
        _ subjectSelector: @escaping () throws -> Subject,
        selector: @escaping (Observable<Subject.Element>) throws -> Observable<Result>
    ) -> Observable<Result> where Subject.Observer.Element == Element {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Result>, _ segment: Segment) {
            do {
                let endpoint = source.endpoint(try segment.core.run(subjectSelector))
                let shared = ConnectableObservable { endpoint }
                Trampoline.delayTurn()
                try selector(shared).source.attach(segment, next: observer.send, stop: observer.stop)
                if !segment.isClosed { segment.ownSubscriptions(shared.connection(core: segment.core)) }
            } catch {
                segment.deliver { observer.stop(error) }
            }
        }
        return Observable<Result>(run)
    }

    /// The source, shared by all who observe it once `connect` is called.
    ///
    ///     source     --1--2--3--|
    ///     connect      ^
    ///     observers  ----2---3--|
    ///
    /// Cost: that of a `PublishSubject`, and a gate for the source.
    @inlinable
    public func publish() -> ConnectableObservable<Element> {
        multicast(makeSubject: { PublishSubject() })
    }

    /// As `publish`; new observers first get the last `bufferSize` elements. Traps if that is negative.
    ///
    /// Cost: that of a `ReplaySubject`, and a gate for the source.
    @inlinable
    public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
        require(bufferSize >= 0, "replay(_:): a size of \(bufferSize) is not allowed, as it is negative")
        return multicast(makeSubject: { ReplaySubject.create(bufferSize: bufferSize) })
    }

    /// As `publish`; new observers first get all elements so far.
    ///
    /// Cost: as `replay`; it keeps every element for as long as the connection lasts.
    @inlinable
    public func replayAll() -> ConnectableObservable<Element> {
        multicast(makeSubject: { ReplaySubject.createUnbounded() })
    }
}

extension Source {
    @inlinable
    func endpoint<Subject: SubjectType>(_ subject: Subject) -> Endpoint<Subject.Element>
    where Subject.Observer.Element == Element {
        let observer = subject.asObserver()
        return Endpoint(subject.asObservable()) { segment, ended in
            subscribe(
                segment, next: { observer.on(.next($0)) },
                stop: { error in
                    ended()
                    observer.on(.stop(error))
                })
        }
    }
}
