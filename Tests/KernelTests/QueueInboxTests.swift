import RxPlatform
import Testing

@testable import LawSupport
@testable import Rx

/// The queue of a mailbox of the queue core by itself: none lost, in order, and memory that is used again or given back.
@Suite struct QueueInboxTests {
    /// As many chunks as it keeps are used again; what a flood took beyond that is freed.
    @Test(.enabled(if: Speed.reusesChunks)) func aFloodedQueueKeepsSomeChunksAndGivesBackTheRest() {
        let queue = WaitingMessages<Int>(), limit = Int(SlotLayout.of(Int.self).keptChunks), slots = SlotLayout.of(Int.self).slotsOfChunk
        #expect(limit * (80 + slots * 8) <= 32 << 10)
        #expect(slots == 61)
        for (count, kept) in [(1, 1), (10 * slots, 10), (10 * slots + 1, 11), (5 * limit * slots, limit), (1, limit)] {
            for number in 0..<count { queue.push(number) }
            var taken: [Int] = []
            #expect(queue.takeAll { taken.append($0) } == count)
            #expect(taken == Array(0..<count))
            #expect(queue.countOfSpares == kept)
            #expect(queue.lengthOfSpares == kept)
        }
        // A batch for which there is no room, since the chunks of the one before it were put back meanwhile.
        for number in 0..<limit * slots { queue.push(number) }
        _ = queue.takeAll { if $0 == 0 { for number in 0..<limit * slots { queue.push(number) } } }
        #expect(queue.lengthOfSpares == limit)
        #expect(queue.takeAll { _ in } == limit * slots)
        #expect(queue.countOfSpares == limit)
        #expect(queue.lengthOfSpares == limit)
    }

    /// The consumer gives empty chunks back several at a time, and has none of them left where it leaves off.
    @Test(.enabled(if: Speed.reusesChunks)) func whoLeavesOffGivesBackAllThatItHasEmptied() {
        let queue = WaitingMessages<Int>(), slots = SlotLayout.of(Int.self).slotsOfChunk
        let count = 15 * slots
        for limit in [slots, slots + 1, 3 * slots + 1, 7 * slots, 8 * slots, 8 * slots + 1, 11 * slots, count] {
            for number in 0..<count { queue.push(number) }
            #expect(queue.lengthOfSpares == 0)
            var list = queue.takeAll(), taken: [Int] = []
            while list != 0 {
                list = queue.hand(list, atMost: limit) { taken.append($0) }.rest
                #expect(queue.lengthOfSpares == taken.count / slots)
                #expect(queue.countOfSpares == queue.lengthOfSpares)
            }
            #expect(taken == Array(0..<count))
        }
        // Where the last of the chunks, or one in between, has a slot that is filled late.
        for late in 1..<15 {
            var chunk: UInt = 0
            for index in 0..<count {
                if index == late * slots + 1 { chunk = queue.reserve() } else { queue.push(index) }
            }
            #expect(queue.takeAll { _ in } == count - 1)
            #expect(queue.lengthOfSpares == 14)
            queue.fill(chunk, 1, 0)
            #expect(queue.takeAll { _ in } == 1)
            #expect(queue.lengthOfSpares == 15)
        }
    }

    /// Of chunks of which few are kept, no more than half are held back.
    @Test(.enabled(if: Speed.reusesChunks)) func largeChunksGoRoundWithoutBeingFreed() {
        let queue = WaitingMessages<LargeValue>(), slots = SlotLayout.of(LargeValue.self).slotsOfChunk,
            limit = Int(SlotLayout.of(LargeValue.self).keptChunks)
        #expect(limit == 4)
        var spares: [Int] = []
        for _ in 0..<limit * slots { queue.push(LargeValue()) }
        #expect(queue.takeAll { _ in spares.append(queue.lengthOfSpares) } == limit * slots)
        // Before the last message of a chunk, that is given back, or held back.
        #expect(spares == Array(repeating: 0, count: 2 * slots - 1) + Array(repeating: 2, count: 2 * slots) + [limit])
        for _ in 0..<5 * limit * slots { queue.push(LargeValue()) }
        #expect(queue.takeAll { _ in } == 5 * limit * slots)
        #expect(queue.lengthOfSpares == limit)
        #expect(queue.countOfSpares == limit)
    }

    /// A producer that has reserved its slot, and was interrupted, holds up nobody; what it sends comes later.
    @Test func aSlotThatIsReservedAndNotFilledIsPassedBy() {
        let queue = WaitingMessages<Captured>(), captured = AtomicCount()
        for comesLate in [true, false] {
            queue.push(Captured(captured))
            let chunk = queue.reserve()
            queue.push(Captured(captured))
            let list = queue.takeAll()
            if comesLate {
                let all = queue.hand(list, atMost: .max) { _ in }
                #expect(all == (2, 0))
                #expect(queue.takeAll { _ in } == 0)
                queue.fill(chunk, 1, Captured(captured))
                #expect(captured.value == 1)
                #expect(queue.takeAll { _ in } == 1)
            } else {
                let (count, rest) = queue.hand(list, atMost: 1) { _ in }
                #expect(count == 1)
                queue.fill(chunk, 1, Captured(captured))
                let others = queue.hand(rest, atMost: .max) { _ in }
                #expect(others == (2, 0))
            }
            #expect(queue.inbox.untyped.queued.newest.load() == 0)
            #expect(queue.lengthOfSpares == (Speed.reusesChunks ? 1 : 0))
            #expect(captured.value == 0)
        }
    }

    /// Each message is handed out once, wherever the consumer leaves off, in whichever order the late ones come, and with others behind them.
    @Test(arguments: 1...4, [[1, 3], [3, 1]])
    func aChunkWithSlotsThatAreFilledLateIsTakenUntilAllAre(limit: Int, order: [Int]) {
        let queue = WaitingMessages<Int>()
        var taken: [Int] = [], sendsMeanwhile = false
        func take() {
            var list = queue.takeAll()
            while list != 0 {
                list =
                    queue.hand(list, atMost: limit) {
                        taken.append($0)
                        if $0 == 2, sendsMeanwhile { queue.push(100) }
                    }.rest
            }
        }
        for round in 0..<3 {
            taken = []
            sendsMeanwhile = round == 2
            let others = round == 1 ? Array(7..<7 + SlotLayout.of(Int.self).slotsOfChunk) : []  // More than the chunk has room for.
            queue.push(0)
            let chunk = queue.reserve()
            queue.push(2)
            _ = queue.reserve()
            queue.push(4)
            take()
            #expect(taken == [0, 2, 4])
            queue.push(5)  // Into the same chunk.
            take()
            queue.fill(chunk, order[0], order[0])
            queue.push(6)
            if round == 1 { for number in others { queue.push(number) } }
            take()
            queue.fill(chunk, order[1], order[1])
            take()
            #expect(taken == [0, 2, 4] + (sendsMeanwhile ? [100] : []) + [5, order[0], 6] + others + [order[1]])
            #expect(queue.inbox.untyped.queued.newest.load() == 0)
        }
        #expect(queue.countOfSpares == queue.lengthOfSpares)
    }

    /// Any slot of a chunk may be the late one, or all but any one. The first one is reserved with the chunk itself.
    @Test func anySlotMayBeFilledLate() {
        let queue = WaitingMessages<Int>(), slots = SlotLayout.of(Int.self).slotsOfChunk
        for other in 0..<slots {
            for isLate in [true, false] {
                let late = (0..<slots).filter { ($0 == other) == isLate }, early = (0..<slots).filter { !late.contains($0) }
                var chunk: UInt = 0
                for index in 0..<slots {
                    if late.contains(index) { chunk = queue.reserve() } else { queue.push(index) }
                }
                var taken: [Int] = []
                _ = queue.takeAll { taken.append($0) }
                #expect(taken == early)
                for index in late { queue.fill(chunk, index, index) }
                _ = queue.takeAll { taken.append($0) }
                #expect(taken == early + late)
                #expect(queue.inbox.untyped.queued.newest.load() == 0)
            }
        }
    }

    /// Messages of any size and alignment.
    @Test func chunksHoldMessagesOfAnySize() {
        func check<Message: Equatable>(_ make: (Int) -> Message) {
            let queue = WaitingMessages<Message>(), sent = (0..<100).map(make)
            for message in sent { queue.push(message) }
            var got: [Message] = []
            _ = queue.takeAll { got.append($0) }
            #expect(got == sent)
            #expect(SlotLayout.of(Message.self).slotsOfChunk >= 4)
            #expect(SlotLayout.of(Message.self).aligned(Chunk.bytesOfHead) % MemoryLayout<Message>.alignment == 0)
        }
        check { $0 }
        check { _ in true }
        check { UInt8($0) }
        check { "\($0)" }
        check { SIMD16<Float>(repeating: Float($0)) }
        check { [InlineValue(number: $0), InlineValue(number: -$0)] }
        check { InlineValue(number: $0) }
        check { SIMD64<Int>(repeating: $0) }
    }

    @Test func aListOfTheQueueIsHandedOutInParts() {
        let queue = WaitingMessages<Int>()
        for number in 0..<10 { queue.push(number) }
        var list = queue.takeAll(), parts: [[Int]] = []
        while list != 0 {
            var part: [Int] = []
            let (count, rest) = queue.hand(list, atMost: 4) { part.append($0) }
            #expect(count == part.count)
            parts.append(part)
            list = rest
        }
        #expect(parts == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]])
        #expect(queue.lengthOfSpares == (Speed.reusesChunks ? 1 : 0))
    }

    @Test func theLockFreeQueueLosesNothingAndKeepsEachProducersOrder() {
        final class Shared: @unchecked Sendable {  // Sendable: for producers and one consumer.
            let queue = WaitingMessages<(Int, Int)>()
        }
        let producers = 3, count = 60_000
        let shared = Shared(), done = AtomicCount()
        var next = [Int](repeating: 0, count: producers), disorder = 0
        let push = (0..<producers).map { producer in
            {
                for index in 0..<count { shared.queue.push((producer, index)) }
                done.add()
            }
        }
        together(
            push + [
                {
                    while true {
                        let isOver = done.value == producers
                        _ = shared.queue.takeAll { message in
                            let (producer, index) = message
                            if next[producer] != index { disorder += 1 }
                            next[producer] = index + 1
                        }
                        if isOver { return }
                    }
                }
            ])
        #expect(disorder == 0)
        #expect(next == [count, count, count])
    }
}

/// 80 bytes, aligned to 16.
private struct InlineValue: Equatable {
    private let parts: [Int]
    private let numbers: SIMD8<Int>

    init(number: Int) {
        parts = [number]
        numbers = SIMD8(repeating: number)
    }
}

/// 2 KB.
private struct LargeValue {
    private let numbers = (SIMD64<Int>(), SIMD64<Int>(), SIMD64<Int>(), SIMD64<Int>())
}

/// The queue core's inbox, with messages of one type.
final class WaitingMessages<Message>: @unchecked Sendable {  // Sendable: as the inbox.
    let inbox = CoreInbox<Message>()
    private let gate = Gate(core: .queue)

    deinit {
        inbox.freeMessages(gate, gate)
        inbox.untyped.freeRoom()
    }

    func push(_ message: consuming Message) { inbox.put(message, gate, .queue) }

    func takeAll() -> UInt { inbox.take(gate, .queue) }

    func hand(_ list: UInt, atMost limit: Int, _ body: (inout Message) -> Void) -> (count: Int, rest: UInt) {
        inbox.hand(list, atMost: limit, .queue, body)
    }

    func takeAll(_ body: (inout Message) -> Void) -> Int { hand(takeAll(), atMost: .max, body).count }

    /// As `push` does it, up to where it has reserved a slot of a chunk. Returns that.
    func reserve() -> UInt { inbox.untyped.reserve(.of(Message.self), gate, .queue).chunk & ~Chunk.counts }

    /// As `push` does it, from there.
    func fill(_ chunk: UInt, _ index: Int, _ message: Message) {
        (Chunk.slots(chunk, .of(Message.self)).assumingMemoryBound(to: Message.self) + index).initialize(to: message)
        (Chunk.marks(chunk) + index).pointee.publish(Chunk.full)
    }

    var countOfSpares: Int {
        let first = inbox.untyped.queued.spare.load()
        return QueueInbox.isNone(first) ? 0 : Int(first & Chunk.counts) / 2
    }

    var lengthOfSpares: Int {
        var length = 0, chunk = inbox.untyped.queued.spare.load()
        while !QueueInbox.isNone(chunk) {
            length += 1
            chunk = Chunk.head(chunk).pointee.link.value
        }
        return length
    }
}
