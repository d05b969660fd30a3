import Testing

@testable import Rx

/// The pure state machines that an owner of a mailbox obeys while it drains: no threads, no gate.
@Suite struct PacingTests {
    /// What it says before each batch of so many messages.
    private func actions(_ batches: [Int]) -> [Pacing.Action] {
        var pacing = Pacing()
        return batches.map { count in
            defer { pacing.took(count) }
            return pacing.next
        }
    }

    private let short = Pacing.Action.pause(Tuning.hintsOfPause), long = Pacing.Action.pause(2 * Tuning.hintsOfPause)

    @Test(.enabled(if: Speed.gathers)) func itPausesOnceAfterTheFirstBatchAndThenForTwiceAsLong() {
        #expect(actions([1, 100, 100, 100]) == [.take, short, long, long])
    }

    @Test(.enabled(if: Speed.gathers)) func itPausesOnlyWhileBatchesAreLargeEnough() {
        let few = Tuning.gatheringSizes.lowerBound - 1
        #expect(actions([100, few, few + 1, few, 100]) == [.take, short, .take, long, .take])
    }

    @Test(.enabled(if: Speed.gathers)) func itPausesForSoManyLapsAtMost() {
        let said = actions(Array(repeating: 1000, count: 40))
        #expect(said.filter { $0 != .take }.count == Tuning.gatheringLaps)
        #expect(said.suffix(40 - 1 - Tuning.gatheringLaps).allSatisfy { $0 == .take })
    }

    @Test(.disabled(if: Speed.gathers)) func withoutTheIdeaItNeverPauses() {
        #expect(actions(Array(repeating: 1000, count: 40)).allSatisfy { $0 == .take })
    }
}

@Suite struct HandOverTests {
    @Test func itOffersThePlaceOnceEnoughHasBeenDelivered() {
        var handOver = HandOver()
        #expect(handOver.left == Tuning.handOverAfter)
        #expect(handOver.next(afterDelivering: Tuning.handOverAfter - 1) == .goOn)
        #expect(handOver.left == 1)
        #expect(handOver.next(afterDelivering: 1) == .offer)
    }

    @Test func aBatchThatIsNotDividedCountsAsAWhole() {
        var handOver = HandOver()
        #expect(handOver.next(afterDelivering: 3 * Tuning.handOverAfter) == .offer)
    }

    @Test func nothingDeliveredChangesNothing() {
        var handOver = HandOver()
        #expect((0..<100).allSatisfy { _ in handOver.next(afterDelivering: 0) == .goOn })
    }

    /// Where nobody has come it delivers as much again; where there was nobody to offer it to the next look is soon.
    @Test(arguments: [(HandOver.Offer.declined, Tuning.handOverAfter), (.notMade, Tuning.offerAgainAfter)])
    func afterAnOfferItDeliversSoManyBeforeTheNextOne(offer: HandOver.Offer, count: Int) {
        var handOver = HandOver()
        for _ in 0..<3 {
            #expect(handOver.next(afterDelivering: handOver.left) == .offer)
            handOver.goOn(after: offer)
            #expect(handOver.left == count)
            #expect(handOver.next(afterDelivering: count - 1) == .goOn)
        }
    }
}
