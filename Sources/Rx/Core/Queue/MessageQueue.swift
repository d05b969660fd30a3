import RxPlatform

/// Many producers, one consumer: a linked stack that producers push to with one compare-exchange; the consumer takes
/// all of it with one exchange and turns it round. No lock, no lost message, first in first out for each producer.
/// (The classic Treiber stack without its pop, hence without ABA.)
struct MessageQueue<Message>: ~Copyable {
    private let newest = Word(0)

    /// A node is owned by whoever can reach it: its producer, then the queue, then the consumer. Links are plain addresses:
    /// a producer must not touch the node before its own, even to retain it, since the consumer may free it meanwhile.
    private final class Node {
        let message: Message
        @exclusivity(unchecked) var older: UInt = 0
        init(_ message: Message) { self.message = message }
    }

    /// On any thread.
    func push(_ message: Message) {
        let node = Node(message)
        let address = UInt(bitPattern: Unmanaged.passRetained(node).toOpaque())
        var top = newest.load()
        while true {
            node.older = top
            let (exchanged, original) = newest.compareExchange(top, address)
            if exchanged { return }
            top = original
        }
    }

    /// Only by the thread that owns the mailbox: takes what is there now and hands it out, oldest first.
    func takeAll(_ body: (Message) -> Void) {
        var address = newest.exchange(0)
        var oldest: UInt = 0
        while address != 0 {
            let node = MessageQueue.node(address)
            let older = node._withUnsafeGuaranteedRef { node in
                defer { node.older = oldest }
                return node.older
            }
            oldest = address
            address = older
        }
        while oldest != 0 {
            let node = MessageQueue.node(oldest).takeRetainedValue()
            oldest = node.older
            body(node.message)
        }
    }

    private static func node(_ address: UInt) -> Unmanaged<Node> {
        Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!)
    }

    /// Frees what was never taken.
    func removeAll() { takeAll { _ in } }
}
