import Foundation

/// Runs its work as operations of an operation queue. It knows no time.
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
        let operation = BlockOperation { item.run() }
        operation.queuePriority = queuePriority
        operationQueue.addOperation(operation)
        return item
    }
}
