import RxPlatform

/// The queue core's queue of work for a serial scheduler: a linked stack that producers push to with one compare-exchange; the consumer
/// takes all of it with one exchange and turns it round. The items themselves are linked, so that nothing is allocated. An item is in one queue at a time.
struct WorkQueue: ~Copyable {
    private let newest = Word(0)

    /// On any thread: whether nothing that was pushed before is here.
    var isEmpty: Bool { newest.load() == 0 }

    /// On any thread. Takes over a reference.
    func push(_ item: Unmanaged<WorkItem>) {
        let address = UInt(bitPattern: item.toOpaque())
        var top = newest.load()
        while true {
            item._withUnsafeGuaranteedRef { $0.older = top }
            let (exchanged, original) = newest.compareExchange(top, address)
            if exchanged { return }
            top = original
        }
    }

    /// By one thread at a time: appends what is there now, the newest first, each with its reference.
    func takeAll(into list: inout [Unmanaged<WorkItem>]) {
        if newest.load() == 0 { return }
        var address = newest.exchange(0)
        while let pointer = UnsafeRawPointer(bitPattern: address) {
            let item = Unmanaged<WorkItem>.fromOpaque(pointer)
            address = item._withUnsafeGuaranteedRef { $0.older }
            list.append(item)
        }
    }
}
