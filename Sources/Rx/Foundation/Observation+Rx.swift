import Observation

extension ObservableType {
    /// What `value` reads of `@Observable` objects: at once when it is subscribed to, then again after each change of a property
    /// that it has read. Never completes.
    ///
    ///     model.count = 1; subscribe; model.count = 2; model.count = 3
    ///     result             1---------------------------------3
    ///
    /// Changes that come before `scheduler` has run the next reading are seen as one.
    ///
    /// Cost: for each change that is seen, a registration with Observation and a piece of work of the scheduler.
    ///
    /// - Parameters:
    ///   - scheduler: where it is read again; the thread on which the objects are changed must not run it within the change, as
    ///     the value is old there. The main queue, unless given.
    ///   - value: reads the properties. It is called on the subscribing thread, then on `scheduler`.
    public static func tracking(
        on scheduler: any ImmediateSchedulerType = MainScheduler.asyncInstance, _ value: @escaping () -> Element
    ) -> Rx.Observable<Element> {
        Rx.Observable { observer, segment in
            Tracking(observer, segment, scheduler, value).read()
        }
    }
}

/// One subscription of `tracking`, alive as long as that. The objects that are observed don't hold it.
private final class Tracking<Element>: @unchecked Sendable {
    // Sendable: it reads inside the gate only.
    private let observer: Rx.Observer<Element>
    private let junction: Junction
    private let scheduler: any ImmediateSchedulerType
    private let value: () -> Element
    private let reading = SerialDisposable()

    init(
        _ observer: Rx.Observer<Element>, _ segment: Segment, _ scheduler: any ImmediateSchedulerType,
        _ value: @escaping () -> Element
    ) {
        self.observer = observer
        junction = Junction(segment)
        self.scheduler = scheduler
        self.value = value
        segment.own { self.reading.disposeWithoutWaiting() }
    }

    func read() {
        junction.pass(()) { [self] in
            observer.send(withObservationTracking(value, onChange: { [weak self] in self?.readLater() }))
        }
    }

    private func readLater() {
        if junction.segment.isClosed { return }
        let reading = SingleAssignmentDisposable()
        self.reading.disposable = reading
        reading.setDisposable(
            scheduler.schedule(()) { _ in
                self.read()
                return Disposables.create()
            })
    }
}
