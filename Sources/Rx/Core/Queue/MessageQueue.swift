import RxPlatform

/// Many producers, one consumer: a linked stack that producers push to with one compare-exchange; the consumer takes
/// all of it with one exchange and turns it round. No lock, no lost message, first in first out for each producer.
/// (The classic Treiber stack without its pop, hence without ABA.)
struct MessageQueue<Message>: ~Copyable {
    private let newest = Word(0)

    private final class Node {
        let message: Message
        var older: Node?
        init(_ message: Message) { self.message = message }
    }

    /// On any thread.
    func push(_ message: Message) {
        let node = Node(message)
        let address = UInt(bitPattern: Unmanaged.passRetained(node).toOpaque())
        var top = newest.load()
        while true {
            // The link borrows: the reference that `top` holds passes to `node` when the exchange succeeds.
            node.older = nil
            let (exchanged, original) = link(node, address, top)
            if exchanged { return }
            top = original
        }
    }

    private func link(_ node: Node, _ address: UInt, _ top: UInt) -> (Bool, UInt) {
        if top != 0 { node.older = Unmanaged<Node>.fromOpaque(UnsafeRawPointer(bitPattern: top)!).takeUnretainedValue() }
        let (exchanged, original) = newest.compareExchange(top, address)
        // On success `node.older` holds a reference of its own; the one that `newest` had is given up.
        if exchanged, top != 0 { Unmanaged<Node>.fromOpaque(UnsafeRawPointer(bitPattern: top)!).release() }
        return (exchanged, original)
    }

    /// Only by the thread that owns the mailbox: takes what is there now and hands it out, oldest first.
    func takeAll(_ body: (Message) -> Void) {
        let top = newest.exchange(0)
        guard top != 0 else { return }
        var node: Node? = Unmanaged<Node>.fromOpaque(UnsafeRawPointer(bitPattern: top)!).takeRetainedValue()
        var oldest: Node?
        while let current = node {
            node = current.older
            current.older = oldest
            oldest = current
        }
        while let current = oldest {
            oldest = current.older
            current.older = nil  // So that a long queue isn't freed by recursion.
            body(current.message)
        }
    }

    /// Frees what was never taken.
    func removeAll() { takeAll { _ in } }
}
