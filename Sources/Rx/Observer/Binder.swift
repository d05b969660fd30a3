/// Writes the elements of a sequence to an object, on a scheduler.
///
///     let enabled = Binder(button) { button, isEnabled in button.isEnabled = isEnabled }
///     valid.bind(to: enabled)
///
/// It holds its target weakly, and does nothing once that is gone. Completion is ignored; an error traps in debug builds and
/// is printed in release builds. What the scheduler has not begun when a subscription is disposed still comes: to prevent
/// that, `observe(on:)` the scheduler first.
///
/// Cost: a piece of work for each element; on the main queue, while nothing waits there, it runs at once.
public struct Binder<Value>: ObserverType, @unchecked Sendable {  // Sendable: constant; the scheduler calls what it holds.
    public typealias Element = Value

    private let binding: (Event<Value>) -> Void

    /// - Parameters:
    ///   - target: what is written to, held weakly.
    ///   - scheduler: where `binding` runs. The main scheduler, unless given: at once if called there while nothing waits.
    ///   - binding: writes one element.
    ///   - file: where it is made: the message of an error that reaches it says so.
    ///   - line: see `file`.
    public init<Target: AnyObject>(
        _ target: Target, scheduler: any ImmediateSchedulerType = MainScheduler(), file: StaticString = #fileID,
        line: UInt = #line, binding: @escaping (Target, Value) -> Void
    ) {
        let fail = bindingErrorHandler(file: file, line: line)
        self.binding = { [weak target] event in
            switch event {
            case .next(let element):
                _ = scheduler.schedule(element) { [weak target] element in
                    if let target { binding(target, element) }
                    return Disposables.create()
                }
            case .error(let error): fail(error)
            case .completed: break
            }
        }
    }

    /// An observer that writes to `target`; see the other form.
    @_disfavoredOverload
    public init<Target: AnyObject>(
        _ target: Target, scheduler: any ImmediateSchedulerType = MainScheduler(),
        binding: @escaping (Target, Value) -> Void
    ) {
        self.init(target, scheduler: scheduler, file: #fileID, line: #line, binding: binding)
    }

    /// Any thread.
    public func on(_ event: Event<Value>) { binding(event) }

    /// This observer with its type erased.
    public func asObserver() -> AnyObserver<Value> { AnyObserver(eventHandler: binding) }
}
