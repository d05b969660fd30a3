/// A source that makes one element after the other: shared by `of`, `from`, `range`, `repeatElement` and `generate`.
///
/// It is a work item of the trampoline that emits in a plain loop for as long as nothing else waits there. When something
/// does, it goes to the end of the queue after each element: the same order as one work item for each element.
@usableFromInline
final class Loop<State> {
    /// Unchecked: only the running work item touches it, and there is one at a time.
    @exclusivity(unchecked)
    @usableFromInline var state: State
    @usableFromInline let body: (Loop) -> Void

    @inlinable @inline(__always)
    init(_ state: State, body: @escaping (Loop) -> Void) {
        self.state = state
        self.body = body
    }

    @inlinable @inline(__always)
    func schedule() { Trampoline.schedule { self.body(self) } }
}

extension Observable {
    /// The elements that `step` makes of the state until it returns `nil`, on the current-thread trampoline.
    @inlinable @inline(__always)
    static func looping<State>(
        from start: @escaping () -> State, _ step: @escaping (inout State) throws -> Element?
    ) -> Observable<Element> {
        @inline(__always)
        func run(_ observer: Rx.Observer<Element>, _ segment: Segment) {
            @inline(__always)
            func body(_ loop: Loop<State>) {
                segment.deliver {
                    repeat {
                        let element: Element?
                        do { element = try step(&loop.state) } catch { return observer.stop(error) }
                        guard let element else { return observer.stop(nil) }
                        observer.send(element)
                        if segment.isClosed { return }
                    } while !Trampoline.hasWaiting
                    loop.schedule()
                }
            }
            Loop(start(), body: body).schedule()
        }
        return Observable(run)
    }

    /// As `looping(from:_:)` on any scheduler: one element a work item, and one for the end.
    @inlinable @inline(__always)
    static func looping<State>(
        from start: @escaping () -> State, on scheduler: any ImmediateSchedulerType,
        _ step: @escaping (inout State) throws -> Element?
    ) -> Observable<Element> {
        if scheduler is CurrentThreadScheduler { return looping(from: start, step) }
        return hopping(from: start, on: scheduler, step)
    }

    @usableFromInline
    static func hopping<State>(
        from start: @escaping () -> State, on scheduler: any ImmediateSchedulerType,
        _ step: @escaping (inout State) throws -> Element?
    ) -> Observable<Element> {
        Observable { observer, segment in
            let state = Cell(start())
            segment.own(
                scheduler.scheduleRecursive(()) { (_: (), recurse: (()) -> Void) in
                    var goesOn = false
                    segment.deliver {
                        do {
                            guard let element = try step(&state.value) else { return observer.stop(nil) }
                            observer.send(element)
                            goesOn = !segment.isClosed
                        } catch {
                            observer.stop(error)
                        }
                    }
                    if goesOn { recurse(()) }
                })
        }
    }
}
