import Testing

@testable import AblationTable

@Suite struct AblationChangeTests {
    private func change(_ measure: AblationMeasure, _ with: Double, _ without: Double, hasSameInstructions: Bool = false) -> AblationChange {
        AblationChange(
            place: AblationPlace(benchmark: "row", variant: "lock"), measure: measure, with: with, without: without,
            hasSameInstructions: hasSameInstructions)
    }

    @Test func theRatioIsOfWhatThereIsWithoutToWhatThereIsWith() {
        #expect(change(.time, 4, 5).ratio == 1.25)
        #expect(change(.time, 5, 4).ratio == 0.8)
        #expect(change(.atomics, 0, 0).ratio == 1)
        #expect(change(.atomics, 0, 2).ratio == nil)
        #expect(AblationNumbers.ratio(change(.atomics, 0, 2)) == "from 0")
        #expect(AblationNumbers.ratio(change(.time, 4, 5)) == "×1.25")
    }

    @Test(arguments: [(100, 110, true), (100, 109.99, false), (0.7, 0.77, true), (3, 3.3, true), (100, 100, false), (0, 0, false)])
    func timeIsLostFromTenPercentOn(with: Double, without: Double, loses: Bool) {
        #expect(change(.time, with, without).loses == loses)
    }

    @Test(arguments: [(5, 5.5, false), (10, 11, true), (9, 10, true), (0, 1, true)])
    func lessThanOneInstructionIsNoLoss(with: Double, without: Double, loses: Bool) {
        #expect(change(.instructions, with, without).loses == loses)
    }

    @Test(arguments: [(20, 21, true), (20, 20.95, true), (20, 20.94, false), (1, 1.9, false), (3, 2, false)])
    func oneMallocMoreIsALossWhateverTheShare(with: Double, without: Double, loses: Bool) {
        #expect(change(.mallocs, with, without).loses == loses)
    }

    @Test func otherFiguresAreNoLossHoweverTheyRise() {
        #expect(!change(.atomics, 1, 9).loses)
        #expect(!change(.bytes, 1, 9).loses)
        #expect(change(.bytes, 1, 9).isMoved)
    }

    @Test(arguments: [(100, 90, true), (100, 90.1, false), (100, 110, true), (100, 109.9, false)])
    func aFigureMovesFromTenPercentOnBothWays(with: Double, without: Double, isMoved: Bool) {
        #expect(change(.instructions, with, without).isMoved == isMoved)
    }

    @Test func aDifferenceBelowTheLeastOneIsNone() {
        #expect(!change(.mallocs, 0.009, 0.011).isMoved)
        #expect(change(.mallocs, 0.009, 0.06).isMoved)
        #expect(!change(.growth, 0, 4095).isMoved)
        #expect(change(.growth, 0, 4096).isMoved)
    }

    @Test(arguments: [(1000, 1200, true, false), (1000, 1199, false, false), (1000, 800, false, true), (1000, 801, false, false)])
    func aTailMovesFromTwentyPercentOn(with: Double, without: Double, isLonger: Bool, isShorter: Bool) {
        let tail = change(.p99("delay", unit: "ns"), with, without)
        #expect(tail.isLongerTail == isLonger)
        #expect(tail.isShorterTail == isShorter)
    }

    @Test(arguments: [(4, 1, true), (3, 2, false), (8, 2, true), (7, 3, false)])
    func fourFifthsOfTheRoundsAgreeOrNothingMoves(shorter: Int, longer: Int, isMoved: Bool) {
        let pairs = (0..<shorter + longer).map { (with: 1000.0, without: $0 < shorter ? 500.0 : 3000) }
        var tail = change(.p99("delay", unit: "ns"), 1000, 500)
        tail.rounds = AblationRounds(pairs)
        #expect(tail.ratio == 0.5 && tail.isShorterTail == isMoved && tail.isMoved == isMoved)
    }

    @Test func theRoundsRatioCountsAndNotThatOfTheMedians() {
        var time = change(.time, 10, 9)
        time.rounds = AblationRounds([(2, 3), (10, 15), (6, 9)])
        #expect(time.ratio == 1.5 && time.loses && time.isMoved)
        time.rounds = AblationRounds([(0, 3), (0, 3), (6, 9)])
        #expect(time.ratio == nil && time.loses)
    }

    @Test func withTheSameInstructionsNoTimeIsLost() {
        let time = change(.time, 1.8, 3.1, hasSameInstructions: true)
        #expect(!time.loses && !time.isMoved)
        #expect(change(.instructions, 10, 12, hasSameInstructions: true).loses)
    }

    @Test func whatIsNoTailOfTimeSpeaksAgainstNothing() {
        #expect(!change(.p99("delay in events", unit: "events"), 1000, 500).isShorterTail)
        #expect(!change(.worst("delay"), 1000, 500).isShorterTail)
        #expect(change(.worst("delay"), 1000, 500).isMoved)
    }

    @Test(arguments: [
        (0.0085, "", "0.009"), (0, "", "0"), (3.85, "ns", "3.85 ns"), (96.44, "", "96.4"), (18846, "B", "18,846 B"), (120, "", "120"),
        (999.6, "", "1,000"), (1_250, "ns", "1.25 µs"), (74_945_783, "ns", "74.9 ms"), (1_000_000, "", "1,000,000"),
    ])
    func numbersAreAsShortAsTheirSizeAllows(value: Double, unit: String, text: String) {
        #expect(AblationNumbers.text(value, unit: unit) == text)
    }
}
