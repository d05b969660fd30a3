import RxPlatform

/// Many producers, one consumer: a linked stack that producers push to with one compare-exchange; the consumer takes
/// all of it with one exchange and turns it round. No lock, no lost message, first in first out for each producer.
/// (The classic Treiber stack without its pop, hence without ABA.)
///
/// Empty nodes are kept for the next messages, in a list that belongs to who has set the lowest bit of its head. Nobody waits
/// for that: a producer that finds it set allocates, the consumer tries a few times and then frees.
@usableFromInline
struct MessageQueue<Message>: ~Copyable {
    @usableFromInline let newest = Word(0)
    /// The first of the empty nodes, or 0; with the bit `taken` while somebody is at the list.
    @usableFromInline let spare = Word(0)
    /// How many those are; for who has set the bit.
    @usableFromInline let spareCount = Word(0)
    @usableFromInline static var taken: UInt { 1 }
    @usableFromInline static var attempts: Int { 8 }
    /// 32 KB of them at most: a flooded queue gives its memory back. A batch for which there is no room is freed as a whole.
    @usableFromInline static var spareLimit: UInt { UInt(max(16, (32 << 10) / MemoryLayout<Node>.stride)) }

    /// A node is owned by whoever can reach it: its producer, then the queue, then the consumer. Links are plain addresses:
    /// a producer must not touch the node before its own, since the consumer may use it again meanwhile.
    @usableFromInline
    struct Node {
        @usableFromInline var older: UInt
        @usableFromInline let message: Message

        @inlinable @inline(__always)
        init(older: UInt, message: Message) {
            self.older = older
            self.message = message
        }
    }

    @usableFromInline
    init() {}

    @usableFromInline typealias Pointer = UnsafeMutablePointer<Node>

    /// On any thread.
    @inlinable
    func push(_ message: Message) {
        let node = takeSpare() ?? Pointer.allocate(capacity: 1)
        var top = newest.load()
        node.initialize(to: Node(older: top, message: message))
        while true {
            let (exchanged, original) = newest.compareExchange(top, UInt(bitPattern: node))
            if exchanged { return }
            top = original
            node.pointee.older = top
        }
    }

    /// Takes what is there now, oldest first, as a list that belongs to the caller; 0: nothing.
    @inlinable
    func takeAll() -> UInt {
        var address = newest.exchange(0)
        var oldest: UInt = 0
        while let node = Pointer(bitPattern: address) {
            address = node.pointee.older
            node.pointee.older = oldest
            oldest = UInt(bitPattern: node)
        }
        return oldest
    }

    /// Hands out messages of such a list until none is left, or `limit` are handed out: by the thread that owns the mailbox, so that
    /// they keep their order; by any thread if they are only freed. Returns how many, and the rest of the list.
    @inlinable @inline(__always)
    func hand(_ list: UInt, atMost limit: Int, _ body: (Message) -> Void) -> (count: Int, rest: UInt) {
        var list = list
        let lastEmpty = list
        var empty: UInt = 0, count = 0
        while let node = Pointer(bitPattern: list) {
            let (next, message) = { ($0.older, $0.message) }(node.move())
            list = next
            if count < Self.spareLimit {
                Self.link(node, before: empty)
                empty = UInt(bitPattern: node)
            } else {
                node.deallocate()
            }
            count &+= 1
            // Before the last one runs, which may send the next message: that one takes a node from here.
            if next == 0 || count == limit {
                keep(empty, through: lastEmpty, count: min(UInt(count), Self.spareLimit))
                body(message)
                break
            }
            body(message)
        }
        return (count, list)
    }

    /// Takes and hands out what is there now.
    @inlinable
    func takeAll(_ body: (Message) -> Void) -> Int {
        hand(takeAll(), atMost: .max, body).count
    }

    /// Frees everything.
    @inlinable
    func removeAll() {
        _ = takeAll { _ in }
        Self.free(spare.load())
        spare.store(0)
        spareCount.store(0)
    }

    // MARK: Empty nodes: only the link is initialised

    @inlinable
    func takeSpare() -> Pointer? {
        let first = spare.load()
        guard let node = Pointer(bitPattern: first), first & Self.taken == 0,
            spare.compareExchange(first, first | Self.taken).exchanged
        else { return nil }
        spareCount.store(spareCount.load() - 1)
        spare.storeReleasing(UnsafeRawPointer(node).load(as: UInt.self))
        return node
    }

    /// Keeps the list from `first` to `last`, or frees it if that were too many.
    @inlinable
    func keep(_ first: UInt, through last: UInt, count: UInt) {
        for _ in 0..<Self.attempts {
            let old = spare.load()
            guard old & Self.taken == 0, spare.compareExchange(old, old | Self.taken).exchanged else { continue }
            let total = spareCount.load() + count
            guard total <= Self.spareLimit else {
                spare.storeReleasing(old)
                break
            }
            spareCount.store(total)
            Self.link(Pointer(bitPattern: last).unsafelyUnwrapped, before: old)
            return spare.storeReleasing(first)
        }
        Self.free(first)
    }

    @inlinable @inline(__always)
    static func link(_ node: Pointer, before next: UInt) {
        UnsafeMutableRawPointer(node).storeBytes(of: next, as: UInt.self)
    }

    @inlinable
    static func free(_ list: UInt) {
        var list = list
        while let node = Pointer(bitPattern: list) {
            list = UnsafeRawPointer(node).load(as: UInt.self)
            node.deallocate()
        }
    }
}
