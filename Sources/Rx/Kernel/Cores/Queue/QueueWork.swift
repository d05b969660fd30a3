import RxPlatform

/// The queue core's work of a serial scheduler: a linked stack that producers push to with one compare-exchange. The consumer takes all of it with
/// one exchange, which also tells of a producer that comes later (`Waking`), and turns it round. The items themselves are linked, so that nothing is
/// allocated. An item is in one stack at a time.
final class QueueWork: WorkQueue, Sendable {
    private let newest = Word(0)

    var isEmpty: Bool { newest.load() == 0 }

    func push(_ item: Unmanaged<WorkItem>) {
        let address = UInt(bitPattern: item.toOpaque())
        var top = newest.load(), isPushed = false
        while !isPushed {
            item._withUnsafeGuaranteedRef { $0.older.value = top }
            (isPushed, top) = newest.compareExchange(top, address)
        }
    }

    func take(into batch: inout Ring<Unmanaged<WorkItem>>) {
        var address = newest.exchange(0)
        while let pointer = UnsafeRawPointer(bitPattern: address) {
            let item = Unmanaged<WorkItem>.fromOpaque(pointer)
            address = item._withUnsafeGuaranteedRef { $0.older.value }
            batch.prepend(item)
        }
    }
}
