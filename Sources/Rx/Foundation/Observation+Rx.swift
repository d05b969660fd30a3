#if os(Linux)
// What tells of a change after it has been made isn't public anywhere else.
@_spi(SwiftUI) import Observation
#else
import Observation
#endif
import RxPlatform

extension ObservableType {
    /// What `value` reads of `@Observable` objects: at once when it is subscribed to, then again after each change of a property
    /// that it has read. Never completes.
    ///
    ///     model.count = 1; subscribe; model.count = 2; model.count = 3
    ///     result             1---------------------------------3
    ///
    /// Changes that come before `scheduler` has run the next reading are seen as one. What it sends last is what the properties are in the
    /// end, whichever threads change them, on Linux.
    ///
    /// On other systems Observation tells of a change before it is made, and of nothing after it: there that holds for changes that are made
    /// on `scheduler`, as those of the main actor are with the default one.
    ///
    /// A change that another thread makes may be missed unless a second one follows: let `value` read a second property as well, a counter,
    /// which the thread raises after each change.
    ///
    ///     nonisolated func received(_ text: String) {    // on any thread
    ///         self.text = text
    ///         revision += 1
    ///     }
    ///     tracking { _ = model.revision; return model.text }
    ///
    /// All this is for a `value` that reads the same properties each time.
    ///
    /// Where what it reads depends on what it has read, a change that another thread makes may be missed if it follows another such change
    /// at once, and is of a property that only that one makes it read.
    ///
    /// Observation watches a property from the end of the first reading on, and tells nobody which they are. Let `value` begin with all
    /// that it may need.
    ///
    ///     tracking { model.isShown ? model.name : "" }  // may miss a name that is set right after `isShown`
    ///     tracking { let name = model.name; return model.isShown ? name : "" }
    ///
    /// Cost: for each change that is seen, two readings, a registration with Observation for each, and a piece of work of the scheduler.
    ///
    /// - Parameters:
    ///   - scheduler: where it is read again. The main queue, unless given. Elsewhere than on Linux the thread on which the objects are changed
    ///     must not run it within the change, as the value is old there.
    ///   - value: reads the properties, twice for each element: what changes while Observation has yet to learn what it reads is seen by the
    ///     second reading. It is called on the subscribing thread, then on `scheduler`.
    public static func tracking(
        on scheduler: any ImmediateSchedulerType = MainScheduler.asyncInstance, _ value: @escaping () -> Element
    ) -> Rx.Observable<Element> {
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            Tracking(observer, segment, scheduler, value).read()
        }
        return Rx.Observable(run)
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
    /// 1: there has been a change, and a reading that has yet to begin will see it.
    private let isDue = Word(0)
    /// How many readings have begun.
    private let begun = Word(0)

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
            _ = isDue.exchange(0)
            let number = begun.add(1)
            // A change between a reading and its registration is told to nobody. It comes before the second reading, which sees it; one
            // that comes later is told to the first one's registration.
            _ = read(number)
            if !junction.segment.isClosed { observer.send(read(number)) }
        }
    }

    private func read(_ number: UInt) -> Element {
        #if os(Linux)
        return withObservationTracking(
            value,
            didSet: { [weak self] tracking in
                tracking.cancel()
                self?.readAgain(after: number)
            })
        #else
        return withObservationTracking(value, onChange: { [weak self] in self?.readAgain(after: number) })
        #endif
    }

    /// There has been a change. A later reading than `number` is told of it by a registration of its own, or sees it.
    private func readAgain(after number: UInt) {
        if junction.segment.isClosed || begun.load() != number || isDue.exchange(1) == 1 { return }
        let reading = SingleAssignmentDisposable()
        self.reading.replaceWithoutWaiting(with: reading)
        reading.setDisposable(scheduler.scheduleReleasing { self.read() })
    }
}
