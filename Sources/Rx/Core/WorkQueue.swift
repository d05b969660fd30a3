/// The third thing in which cores differ: where the work waits that a serial scheduler is to run. Each core that
/// serialises has a type for it in its folder.
///
/// Many threads push, and one at a time, the one that drains, takes it in bursts.
protocol WorkQueue: AnyObject, Sendable {
    init()

    /// By the drain: whether nothing has come that this thread knows of.
    var isEmpty: Bool { get }

    /// On any thread. Takes over a reference.
    ///
    /// - Returns: whether a drain has to be started.
    func push(_ item: Unmanaged<WorkItem>) -> Bool

    /// By the drain, with an empty batch: takes what has come, the next one last.
    ///
    /// - Returns: `false` where nothing has come: whoever pushes next starts a drain.
    func refill(_ batch: inout [Unmanaged<WorkItem>]) -> Bool

    /// By the scheduler, at its end, when no other thread knows of it: all that is left, with its references, in no order.
    func takeAll(into list: inout [Unmanaged<WorkItem>])
}
