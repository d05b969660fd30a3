import Testing

@testable import LawSupport
@testable import Rx

/// The room of the lock core for messages that wait: as an array that is filled at one end and emptied at the other.
@Suite struct MessageBlocksTests {
    @Test func itIsAQueueWhateverItsBlocks() {
        for stream in 0..<200 {
            var random = Random.stream(stream), buffer = Buffer<Int>(), model: [Int] = [], number = 0
            defer { buffer.free() }
            for _ in 0..<random.below(40) {
                let most = [3, 17, 5000][random.below(3)]
                for _ in 0..<random.below(most) {
                    buffer.append(number)
                    model.append(number)
                    number += 1
                }
                let count = random.below(2) == 0 ? model.count : random.below(model.count + 1)
                var taken: [Int] = []
                while taken.count < count, let message = buffer.take() { taken.append(message) }
                #expect(taken == Array(model.prefix(count)), "seed \(Random.seed), stream \(stream)")
                model.removeFirst(count)
                #expect(buffer.isEmpty == model.isEmpty, "seed \(Random.seed), stream \(stream)")
                if model.isEmpty {
                    #expect(buffer.take() == nil)
                    #expect(buffer.blocks.first == buffer.blocks.last)  // A flood's blocks have been given back.
                }
            }
        }
    }

    /// No message more than once, and none that was taken.
    @Test func whatIsLeftIsFreedWithIt() {
        let captured = AtomicCount()
        for (count, taken) in [(0, 0), (1, 0), (1, 1), (16, 16), (17, 16), (17, 17), (5000, 0), (5000, 4000)] {
            var buffer = Buffer<Captured>()
            for _ in 0..<count { buffer.append(Captured(captured)) }
            #expect(captured.value == count)
            for _ in 0..<taken { _ = buffer.take() }
            #expect(captured.value == count - taken)
            buffer.free()
            #expect(captured.value == 0)
            #expect(buffer.isEmpty)
        }
    }

    @Test func noBlockIsLargerThan32KB() {
        var buffer = Buffer<(Int, Int, Int)>(), blocks = 0
        defer { buffer.free() }
        for number in 0..<20_000 { buffer.append((number, number, number)) }
        var block = buffer.blocks.first
        while let found = block {
            blocks += 1
            #expect(MemoryLayout<MessageBlock>.stride + found.pointee.capacity * 24 <= 32 << 10)
            block = found.pointee.next.value
        }
        #expect(blocks > 15)
        #expect(MessageBlock.largest(.of((SIMD64<Int>, SIMD64<Int>, SIMD64<Int>).self)) >= 16)
        #expect(SlotLayout.of(SIMD8<Int>.self).aligned(MemoryLayout<MessageBlock>.stride) % MemoryLayout<SIMD8<Int>>.alignment == 0)
    }
}

/// Messages of one type.
private struct Buffer<Message> {
    var blocks = MessageBlocks()

    var isEmpty: Bool { blocks.isEmpty }

    mutating func append(_ message: consuming Message) {
        if !blocks.hasRoom { blocks.grow(.of(Message.self)) }
        Slot(blocks.nextSlot(.of(Message.self))).fill(message)
        blocks.publish()
    }

    mutating func take() -> Message? {
        guard let run = MessageBlocks.next(UInt(bitPattern: blocks.first), atMost: 1, .of(Message.self)) else { return nil }
        let message = run.slots.assumingMemoryBound(to: Message.self).move()
        if run.isLast { blocks.removeEmptyFirst() }
        return message
    }

    mutating func free() {
        MessageBlocks.free(Message.self, UInt(bitPattern: blocks.first))
        blocks = MessageBlocks()
    }
}
