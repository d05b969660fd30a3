import RxPlatform
import Testing

@testable import LawSupport
@testable import Rx

/// What the kernel's words take for granted of a platform: flags fit below tokens of threads and addresses of what is allocated.
@Suite struct PlatformAssumptionTests {
    @Test func tokensOfThreadsLeaveRoomForFlags() {
        let mine = threadToken()
        #expect(mine & Gate.flags == 0 && mine != 0)
        for _ in 0..<8 {
            onThread {
                let token = threadToken()
                try demand(token & Gate.flags == 0, "\(token) has flags of its own")
                try demand(token != mine, "two threads have \(token)")
            }
        }
    }

    @Test func addressesOfObjectsLeaveRoomForFlags() {
        let objects = (0..<16).map { _ in SegmentItem() }
        for object in objects { #expect(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) & 7 == 0) }
    }

    @Test func addressesOfChunksLeaveRoomForCounts() {
        for layout in [SlotLayout(of: UInt8.self), SlotLayout(of: UInt.self)] {
            let chunk = Chunk.allocate(layout)
            defer { Chunk.free(chunk) }
            #expect(chunk & Chunk.counts == 0)
            #expect(UInt(bitPattern: Chunk.marks(chunk)) & 7 == 0)
        }
    }
}
