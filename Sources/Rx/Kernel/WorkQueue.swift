/// The third thing in which cores differ: where the work waits that a serial scheduler is to run. Each core that
/// serialises has a type for it in its folder.
///
/// Many threads push, and one at a time, the consumer, takes all of it. `Waking` says when a sender starts the consumer. So pushing and taking have
/// one order, that of a lock or of a word.
protocol WorkQueue: AnyObject, Sendable {
    init()

    /// By the consumer: whether nothing has come that this thread knows of.
    var isEmpty: Bool { get }

    /// On any thread. Takes over a reference.
    func push(_ item: Unmanaged<WorkItem>)

    /// By the consumer, with an empty batch: takes what has come, with its references, in its order.
    func take(into batch: inout Ring<Unmanaged<WorkItem>>)
}
