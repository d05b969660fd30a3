import RxPlatform

/// The queue core's queue of work for a serial scheduler: as `MessageQueue`, but the items themselves are the nodes, so that
/// nothing is allocated. An item is in one queue at a time.
struct WorkQueue: ~Copyable {
    private let newest = Word(0)

    /// On any thread: whether nothing that was pushed before is here.
    var isEmpty: Bool { newest.load() == 0 }

    /// On any thread.
    func push(_ item: WorkItem) {
        let address = UInt(bitPattern: Unmanaged.passRetained(item).toOpaque())
        var top = newest.load()
        while true {
            item.older = top
            let (exchanged, original) = newest.compareExchange(top, address)
            if exchanged { return }
            top = original
        }
    }

    /// By one thread at a time: appends what is there now, the newest first.
    func takeAll(into list: inout [WorkItem]) {
        if newest.load() == 0 { return }
        var address = newest.exchange(0)
        while let pointer = UnsafeRawPointer(bitPattern: address) {
            let item = Unmanaged<WorkItem>.fromOpaque(pointer).takeRetainedValue()
            address = item.older
            list.append(item)
        }
    }
}
