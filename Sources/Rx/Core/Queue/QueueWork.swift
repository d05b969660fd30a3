import RxPlatform

/// The queue core's work of a serial scheduler: a linked stack that producers push to with one compare-exchange. The drain takes all of it with
/// one exchange and turns it round. The items themselves are linked, so that nothing is allocated. An item is in one stack at a time.
final class QueueWork: WorkQueue, Sendable {
    private let newest = Word(0)
    /// 1: a drain is running or on its way.
    private let awake = Word(0)

    var isEmpty: Bool { newest.load() == 0 }

    func push(_ item: Unmanaged<WorkItem>) -> Bool {
        let address = UInt(bitPattern: item.toOpaque())
        var top = newest.load(), isPushed = false
        while !isPushed {
            item._withUnsafeGuaranteedRef { $0.older = top }
            (isPushed, top) = newest.compareExchange(top, address)
        }
        // The work first, then the flag: whoever clears the flag looks for work afterwards.
        return awake.exchange(1) == 0
    }

    func refill(_ batch: inout [Unmanaged<WorkItem>]) -> Bool {
        takeAll(into: &batch)
        if !batch.isEmpty { return true }
        _ = awake.exchange(0)
        takeAll(into: &batch)  // A producer that pushed before the flag fell has not woken anybody.
        // Where somebody has pushed since, another drain is on its way: it finds the batch.
        return !batch.isEmpty && awake.exchange(1) == 0
    }

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
