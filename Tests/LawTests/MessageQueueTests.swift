import RxPlatform
import Testing

@testable import Rx

/// The queue of a mailbox of the queue core by itself: none lost, in order, and memory that is used again or given back.
@Suite struct MessageQueueTests {
    /// As many chunks as it keeps are used again; what a flood took beyond that is freed.
    @Test func aFloodedQueueKeepsSomeChunksAndGivesBackTheRest() {
        let queue = MessageQueue<Int>(), limit = Int(MessageQueue<Int>.spareLimit), slots = MessageQueue<Int>.capacity
        defer { queue.removeAll() }
        #expect(limit * MessageQueue<Int>.chunkSize <= 32 << 10)
        #expect(slots == min(31, UInt.bitWidth / 2))
        // On any number of bits of a word a slot has a bit for full and one for refused, and shares neither.
        let full = (0..<slots).map { MessageQueue<Int>.full($0) }
        #expect(Set(full + full.map { $0 << MessageQueue<Int>.refusal }).subtracting([0]).count == 2 * slots)
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

    /// A producer that has reserved its slot, and was interrupted, holds up nobody; what it sends comes later.
    @Test func aSlotThatIsReservedAndNotFilledIsPassedBy() {
        let queue = MessageQueue<Captured>(), captured = Count()
        for comesLate in [true, false] {
            queue.push(Captured(captured))
            let chunk = queue.newest.load()
            _ = queue.newest.compareExchange(chunk, chunk + 1)  // As `push` does it, up to here.
            queue.push(Captured(captured))
            let list = queue.takeAll()
            if comesLate {
                let all = queue.hand(list, atMost: .max) { _ in }
                #expect(all == (2, 0))
                let isFilled = queue.fill(chunk, 1, Captured(captured))
                #expect(!isFilled)  // The last one that was in that chunk: it is freed.
                #expect(queue.lengthOfSpares == 0)
            } else {
                let (count, rest) = queue.hand(list, atMost: 1) { _ in }
                #expect(count == 1)
                let isFilled = queue.fill(chunk, 1, Captured(captured)), others = queue.hand(rest, atMost: .max) { _ in }
                #expect(isFilled)
                #expect(others == (2, 0))
                #expect(queue.lengthOfSpares == 1)
            }
            #expect(captured.value == 0)
        }
        queue.removeAll()
    }

    /// Of several late producers the last one frees the chunk, or the consumer, whoever leaves it last.
    @Test func aChunkIsFreedByWhoLeavesItLast() {
        typealias Queue = MessageQueue<Captured>
        let captured = Count()
        for late in 0...2 {  // So many producers come after the consumer has left.
            let queue = Queue()
            func reserve() {  // As `push` does it, up to here.
                let newest = queue.newest.load()
                _ = queue.newest.compareExchange(newest, newest + 1)
            }
            func comeLate(_ index: Int) {
                let isFilled = queue.fill(chunk, index, Captured(captured))
                #expect(!isFilled)
            }
            queue.push(Captured(captured))
            let chunk = queue.newest.load()
            reserve()
            queue.push(Captured(captured))
            reserve()
            queue.push(Captured(captured))
            queue.push(Captured(captured))
            var list = queue.takeAll()
            func takeOne() {
                let (count, rest) = queue.hand(list, atMost: 1) { _ in }
                #expect(count == 1)
                list = rest
            }
            for _ in 0..<3 { takeOne() }
            if late < 2 { comeLate(1) }
            if late < 1 { comeLate(3) }
            takeOne()
            #expect(list == 0)
            if late > 0 { #expect(Queue.head(chunk).pointee.late.load() == UInt(late)) }
            if late > 1 { comeLate(1) }
            if late > 0 { comeLate(3) }
            #expect(captured.value == 0)
            #expect(queue.lengthOfSpares == 0)  // A chunk with refused slots isn't used again.
            queue.removeAll()
        }
    }

    /// Messages of any size and alignment.
    @Test func chunksHoldMessagesOfAnySize() {
        func check<Message: Equatable>(_ make: (Int) -> Message) {
            let queue = MessageQueue<Message>(), sent = (0..<100).map(make)
            defer { queue.removeAll() }
            for message in sent { queue.push(message) }
            var got: [Message] = []
            _ = queue.takeAll { got.append($0) }
            #expect(got == sent)
            #expect(MessageQueue<Message>.capacity >= 4)
            #expect(MessageQueue<Message>.messagesOffset % MemoryLayout<Message>.alignment == 0)
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
        let queue = MessageQueue<Int>()
        defer { queue.removeAll() }
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
        #expect(queue.lengthOfSpares == 1)
    }

    @Test func theLockFreeQueueLosesNothingAndKeepsEachProducersOrder() {
        final class Shared: @unchecked Sendable {  // Sendable: for producers and one consumer.
            let queue = MessageQueue<(Int, Int)>()
            deinit { queue.removeAll() }
        }
        let producers = 3, count = 60_000
        let shared = Shared(), done = Count()
        var next = [Int](repeating: 0, count: producers), disorder = 0
        let push = (0..<producers).map { producer in
            {
                for index in 0..<count { shared.queue.push((producer, index)) }
                done.add()
            }
        }
        together(push + [{
            while true {
                let isOver = done.value == producers
                _ = shared.queue.takeAll { message in
                    let (producer, index) = message
                    if next[producer] != index { disorder += 1 }
                    next[producer] = index + 1
                }
                if isOver { return }
            }
        }])
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

extension MessageQueue {
    /// As `push` does it, from where it has reserved a slot. Returns whether the consumer will find the message.
    fileprivate func fill(_ chunk: UInt, _ index: Int, _ message: Message) -> Bool {
        (Self.messages(chunk) + index).initialize(to: message)
        if Self.publishes(chunk, index) { return true }
        _ = Self.takeBack(chunk, index)
        return false
    }

    fileprivate var countOfSpares: Int { Self.isNone(spare.load()) ? 0 : Int(spare.load() & Self.counts) / 2 }

    fileprivate var lengthOfSpares: Int {
        var length = 0, chunk = spare.load()
        while !Self.isNone(chunk) {
            length += 1
            chunk = Self.head(chunk).pointee.link
        }
        return length
    }
}
