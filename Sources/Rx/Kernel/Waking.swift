import RxPlatform

/// Whether the consumer of an inbox or of a work queue is at work: for one that is scheduled when something has come, and rests when nothing has.
///
///     word = `idle` | `looking`: it is at work, and may rest unless it is signalled before | `signalled`: it will look (again)
///
///     a sender:      puts a message;  word is signalled? done : word = signalled, and if the consumer was idle, schedules it
///     the consumer:  word = looking;  takes;  hands out;  nothing was there, and word is still looking? word = idle, and done : again
///
/// Putting and taking are in one order, that of the inbox's lock or of its word. So a message that was put too late to be taken was put
/// after `looking` was stored, and its sender sees that, or what came after it, and signals. Where a sender is still at its message, and the consumer
/// passes that by, the inbox sees to it that one of the two sees what the other did before (`QueueInbox.leaveLate`).
///
/// While messages come faster than they are handed out a sender only reads the word, but for the first one after each look.
@usableFromInline
struct Waking: ~Copyable {
    @usableFromInline let word = Word(0)

    private static var idle: UInt { 0 }
    private static var looking: UInt { 1 }
    @inlinable static var signalled: UInt { 2 }

    @usableFromInline
    init() {}

    /// By a sender, after its message. Returns whether it has to schedule the consumer.
    @inlinable @inline(__always)
    func signal() -> Bool { word.load() == Waking.signalled ? false : signalNow() }

    @usableFromInline @inline(never)
    func signalNow() -> Bool { word.exchange(Waking.signalled) == Waking.idle }

    /// By the consumer, before it takes.
    @usableFromInline
    func willLook() { word.store(Waking.looking) }

    /// By the consumer, after it has handed out nothing. Returns whether it may go: from then on another one may be at work.
    @usableFromInline
    func rest() -> Bool { word.compareExchange(Waking.looking, Waking.idle).exchanged }

    /// By the consumer, before it takes what waits to free it, when nothing is handed out any more. A message that comes too late for that was put
    /// after this store, and its sender, which sees that, is told to schedule the consumer: it frees the message instead.
    func giveUp() { word.storeReleasing(Waking.idle) }
}
