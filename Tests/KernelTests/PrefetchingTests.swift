import Testing

@testable import Rx

/// Which cache lines of slots are asked for or taken, and when: losing that would cost only time, and going too far would lose messages.
@Suite struct PrefetchingTests {
    @Test func eachSlotButTheFirstIsAskedForOnceAndBeforeItIsFilled() {
        for capacity in Array(1...1363) + [4092] {
            var asked = 1
            for index in 1..<max(capacity, 2) where index & (Tuning.slotsOfWindow - 1) == 1 && index < capacity {
                let slots = prefetchedSlots(at: index, in: capacity)
                #expect(slots.lowerBound == asked && slots.upperBound <= capacity, "\(capacity) slots, at \(index)")
                asked = slots.upperBound
                #expect(asked >= min(index + Tuning.slotsOfWindow, capacity), "\(capacity) slots, at \(index)")
            }
            #expect(asked == max(capacity, 1))
        }
    }

    /// One byte of each line, between the two addresses, and of no more than 32 lines.
    @Test(.enabled(if: Speed.prefetches)) func ofEachLineOneByteIsTaken() {
        let size = 8192
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
        defer { memory.deallocate() }
        let ranges = [(0, 0), (0, 1), (63, 64), (63, 65), (64, 128), (1, 1500), (100, 2111), (100, 2112), (100, 2113), (128, 7000), (130, 7000)]
        for (start, end) in ranges {
            memory.initializeMemory(as: UInt8.self, repeating: 255, count: size)
            claimLines(from: memory + start, to: memory + end)
            let stored = (0..<size).filter { memory.load(fromByteOffset: $0, as: UInt8.self) != 255 }
            #expect(stored.allSatisfy { (start..<end).contains($0) }, "\(start) to \(end)")
            let lines = start == end ? [] : Array(start / 64...(end - 1) / 64).prefix(32)
            #expect(stored.map { $0 / 64 } == Array(lines), "\(start) to \(end)")
        }
    }

    /// On the core whose producers ask for lines by windows.
    @Test(.enabled(if: Speed.prefetches)) func theLockCoresConsumerStoresInEachSlot() {
        let inbox = CoreInbox<UInt64>(), gate = Gate(core: .lock)
        for _ in 0..<3 { inbox.put(.max, gate, .lock) }
        let first = inbox.untyped.locked.waiting.first!
        let waiting = MessageBlock.slots(first, .of(UInt64.self)).assumingMemoryBound(to: UInt64.self)
        var batch = inbox.take(gate, .lock)
        for number in 0..<3 {
            #expect(waiting[number] == .max)
            let (count, rest) = inbox.hand(batch, atMost: 1, .lock) { message in #expect(message == .max) }
            #expect(count == 1)
            #expect(zeros(waiting + number, 1).count == 1)
            batch = rest
        }
        #expect(batch == 0)
        inbox.freeMessages(gate, gate)
        inbox.untyped.freeRoom()
    }

    /// Of a chunk behind a full one, all at once; a batch of one message, which has a chunk of its own, is spared that.
    @Test(.enabled(if: Speed.prefetches)) func whoPutsAChunkBehindAFullOneTakesItsLines() {
        let queue = WaitingMessages<UInt64>(), capacity = SlotLayout.of(UInt64.self).slotsOfChunk
        var slots: UnsafeMutablePointer<UInt64> {
            Chunk.slots(queue.inbox.untyped.queued.newest.load(), .of(UInt64.self)).assumingMemoryBound(to: UInt64.self)
        }
        for _ in 0..<2 * capacity { queue.push(.max) }
        #expect(queue.takeAll { _ in } == 2 * capacity)  // What was in the slots is still there.

        queue.push(.max)
        #expect(zeros(slots, capacity).isEmpty)
        for _ in 0..<capacity { queue.push(.max) }
        #expect(queue.inbox.untyped.queued.newest.load() & Chunk.counts == 1)
        let lines = UInt(bitPattern: slots + 1) / 64...(UInt(bitPattern: slots + capacity) - 1) / 64
        #expect(zeros(slots, capacity).map { $0 / 64 } == Array(lines))
        var taken: [UInt64] = []
        #expect(queue.takeAll { taken.append($0) } == capacity + 1)
        #expect(taken.allSatisfy { $0 == .max })
    }

    /// Addresses of the bytes of these slots that are 0.
    private func zeros(_ slots: UnsafeMutablePointer<UInt64>, _ count: Int) -> [UInt] {
        UnsafeRawBufferPointer(start: slots, count: count * 8).indices
            .filter { UnsafeRawPointer(slots).load(fromByteOffset: $0, as: UInt8.self) == 0 }
            .map { UInt(bitPattern: slots) + UInt($0) }
    }
}
