import Foundation

/// Runs its work as operations of an operation queue. It knows no time.
///
/// To cancel such an operation, or all of the queue, does nothing: work ends with its disposable. A sequence that waits for an operation
/// would else be silent for ever, and what is to be torn down there would stay.
public class OperationQueueScheduler: ImmediateSchedulerType, @unchecked Sendable {
    // Sendable: every stored property is constant and thread-safe.
    public let operationQueue: OperationQueue
    public let queuePriority: Operation.QueuePriority

    public init(operationQueue: OperationQueue, queuePriority: Operation.QueuePriority = .normal) {
        self.operationQueue = operationQueue
        self.queuePriority = queuePriority
        Resources.add(.schedulers, 1)
    }

    deinit { Resources.add(.schedulers, -1) }

    public func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        let item = ScheduledItem(state, action)
        let operation = ItemOperation(item)
        operation.queuePriority = queuePriority
        operationQueue.addOperation(operation)
        return item
    }
}

/// An operation that isn't cancelled, as a queue doesn't run the work of one that is.
private final class ItemOperation: Operation, @unchecked Sendable {  // Sendable: it adds a constant, which is thread-safe.
    private let item: WorkItem

    init(_ item: WorkItem) { self.item = item }

    override func main() { item.run() }

    override func cancel() {}
}
