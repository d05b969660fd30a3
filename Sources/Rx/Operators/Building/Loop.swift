/// What a source that makes one element after the other remembers. A type and not a closure, so that it is compiled into
/// the loop.
@usableFromInline
protocol Stepper<Element> {
    associatedtype Element

    /// The next element; `nil` is completion, a throw the sequence's error.
    mutating func next() throws -> Element?
}

/// A source that makes one element after the other: shared by `of`, `from`, `range`, `repeatElement` and `generate`.
///
/// It is a work item of the trampoline that emits in a plain loop for as long as nothing else waits there. When something
/// does, it goes to the end of the queue after each element: the same order as one work item for each element.
@usableFromInline
final class Loop<State: Stepper>: Resumable, @unchecked Sendable {  // Sendable: see `state`.
    @usableFromInline let observer: Rx.Observer<State.Element>
    @usableFromInline let segment: Segment
    /// Unchecked: only the running work item touches it, and there is one at a time.
    @exclusivity(unchecked)
    @usableFromInline var state: State
    /// What the trampoline holds of it.
    @usableFromInline let waiting = WaitingWork()

    @inlinable @inline(__always)
    init(_ state: State, _ observer: Rx.Observer<State.Element>, _ segment: Segment) {
        self.state = state
        self.observer = observer
        self.segment = segment
        super.init()
    }

    /// On the trampoline of the calling thread, for as long as the segment hasn't ended.
    @inlinable
    func begin() {
        segment.own(waiting)
        schedule()
    }

    @inlinable @inline(__always)
    func schedule() {
        if waiting.begin(self) { Trampoline.schedule(waiting.resume) }
    }

    @inlinable
    override func resume() {
        let waiting = Trampoline.Waiting()
        segment.deliver {
            repeat { if !step() { return } } while waiting.isEmpty
            schedule()
        }
    }

    /// Sends one event; whether there may be more. For the thread inside the gate.
    @inlinable @inline(__always)
    func step() -> Bool {
        do {
            guard let element = try state.next() else {
                observer.stop(nil)
                return false
            }
            observer.send(element)
            return !segment.isClosed
        } catch {
            observer.stop(error)
            return false
        }
    }
}

extension Stepper {
    /// The elements from here on, on the current-thread trampoline. Each subscription has a copy of the state.
    ///
    /// Where its turn on the trampoline would be the next one anyway, it runs during `attach`, and fuses with the chain.
    @inlinable @inline(__always)
    func observable() -> Observable<Element> {
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            guard Trampoline.takeTurn(segment), segment.enter() else { return schedule(observer, segment) }
            var state = self, goesOn = false
            let waiting = Trampoline.Waiting()
            repeat {
                do {
                    if let element = try state.next() {
                        observer.send(element)
                        goesOn = !segment.isClosed
                    } else {
                        observer.stop(nil)
                        goesOn = false
                    }
                } catch {
                    observer.stop(error)
                    goesOn = false
                }
            } while goesOn && waiting.isEmpty
            segment.leaveWithoutMail()
            if goesOn { state.schedule(observer, segment) }
        }
        return Observable(run)
    }

    /// Not inlined, so that the closures of `observer` are applied in one place above.
    @inlinable @inline(never)
    func schedule(_ observer: Rx.Observer<Element>, _ segment: Segment) { Loop(self, observer, segment).begin() }

    /// As `observable()`, or on any other scheduler: one element a work item and one for the end.
    @inlinable
    func observable(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        scheduler is CurrentThreadScheduler ? observable() : hopping(on: scheduler)
    }

    @usableFromInline
    func hopping(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let loop = Loop(self, observer, segment)
            segment.own(
                scheduler.scheduleRecursive(()) { (_: (), recurse: (()) -> Void) in
                    var goesOn = false
                    segment.deliver { goesOn = loop.step() }
                    if goesOn { recurse(()) }
                })
        }
        return Observable(run)
    }
}
