/// Handles the messages of a mailbox: the mailbox itself, by its closure, or an object that has the mailbox, by a method. A method is compiled into
/// the loop that takes the messages, which then reach it in registers.
@usableFromInline
protocol MessageHandler<Message> {
    associatedtype Message
    /// In place: for a closure that doesn't know the type, as the mailbox's, a copy would be made on the stack, a byte of it written and a
    /// word read, which takes the processor ten times as long as either.
    func handle(_ message: inout Message)
}
