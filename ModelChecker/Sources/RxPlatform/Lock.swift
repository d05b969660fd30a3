import Explorer

/// A short, non-recursive mutual exclusion of the model.
public struct Lock: ~Copyable, @unchecked Sendable {  // Sendable: the model has one thread.
    private let cell: CellPointer

    public init() { cell = Machine.enter { $0.makeCell(.lock, 0) } }

    deinit { Machine.enter { $0.freeCell(cell) } }

    /// The parameters are those of the production platform.
    public func acquire(_ owner: AnyObject, number: Int = 0) { Machine.enter { $0.acquire(cell) } }

    public func release(_ owner: AnyObject, number: Int = 0) { Machine.enter { $0.release(cell) } }

    public func with<Result: ~Copyable>(
        _ owner: AnyObject, number: Int = 0, _ body: () throws -> Result
    ) rethrows -> Result {
        acquire(owner)
        defer { release(owner) }
        return try body()
    }
}

/// Blocks a fiber until another one has called `unpark`, in whichever order.
public final class Parker: @unchecked Sendable {  // Sendable: the model has one thread.
    private let cell: CellPointer

    public init() { cell = Machine.enter { $0.makeCell(.parker, 0) } }

    deinit { Machine.enter { $0.freeCell(cell) } }

    public func park() { Machine.enter { $0.park(cell) } }
    public func unpark() { Machine.enter { $0.unpark(cell) } }
}
