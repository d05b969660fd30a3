import RxPlatform
import Testing

@testable import LawSupport
@testable import Rx

/// The gate by itself: who gets in, the bias and its revocation, closing.
@Suite struct GateTests {
    /// Enough entries in a row for the bias.
    private static let biasing = 20

    private func enterOften(_ gate: Gate) {
        for _ in 0..<Self.biasing {
            #expect(gate.enter())
            #expect(gate.leave())
        }
    }

    /// Loses the bias of a gate that `enter` goes in and out of, and comes as often as it takes to have it again.
    private static func enterUntilBiasedAgain(_ enter: @escaping () -> Void) {
        onThread(enter)
        for _ in 0...Tuning.biasAgainAfter { enter() }
    }

    @Test(arguments: Core.allCases)
    func aThreadThatComesOftenGetsTheBias(core: Core) {
        let gate = Gate(core: core)
        enterOften(gate)
        #expect(gate.bias.threadNow == (givesBias ? threadToken() : 0))
        #expect(gate.enter())
        #expect(!gate.enter())
        #expect(gate.leave())
        #expect(gate.enter())
        #expect(gate.leave())
    }

    @Test(arguments: Core.allCases)
    func theBiasPassesToNobodyElseAndTheOtherThreadGetsIn(core: Core) {
        let gate = Gate(core: core)
        enterOften(gate)
        let lost = givesBias ? threadToken() | Bias.revoked : 0
        onThread {
            for _ in 0...2 * Tuning.biasAgainAfter {
                try demand(gate.enter(), "the other thread was not admitted")
                try demand(gate.leave(), "mail that nobody sent")
            }
        }
        #expect(gate.bias.threadNow == lost)
        enterOften(gate)
        #expect(gate.bias.threadNow == lost)
    }

    /// A timer that fires into a sequence now and then doesn't make each of its events dearer from then on.
    @Test(arguments: Core.allCases)
    func theThreadThatLostTheBiasHasItAgainWhenItHasComeVeryOftenInARow(core: Core) throws {
        let gate = Gate(core: core)
        let biased = givesBias ? threadToken() : 0
        let lost = givesBias ? biased | Bias.revoked : 0
        enterOften(gate)
        for times in [Tuning.biasAgainAfter - 1, 1, Tuning.biasAgainAfter] {
            onThread {
                try demand(gate.enter(), "the other thread was not admitted")
                try demand(gate.leave(), "mail that nobody sent")
            }
            #expect(gate.bias.threadNow == lost)
            for _ in 0..<times {
                try #require(gate.enter() && gate.leave())
                #expect(gate.bias.threadNow == lost)
            }
        }
        for _ in 0..<3 {
            try #require(gate.enter() && gate.leave())
            #expect(gate.bias.threadNow == biased)
            #expect(gate.owner == biased)
            try #require(gate.enter())
            #expect(!gate.enter())
            onThread { try demand(!gate.enter(), "two threads were inside") }
            for _ in 1..<Tuning.biasAgainAfter {
                try #require(gate.leave() && gate.enter())
                #expect(gate.bias.threadNow == lost)
            }
            try #require(gate.leave())
        }
    }

    private func enterSerially(_ gate: Gate) -> Bool { gate.enter { gate.enterSerially($0) } }
    private func leaveSerially(_ gate: Gate) -> Bool { gate.leave { gate.leaveSerially($0) } }

    /// Where they come one after the other: no thread loses the bias to the next one, nor to those who come in turns from the start.
    @Test(arguments: Core.allCases)
    func aBiasPassesToAllWhoComeOneAfterTheOther(core: Core) {
        for isInTurns in [false, true] {
            let gate = Gate(core: core)
            func come(_ times: Int) {
                for _ in 0..<times {
                    #expect(enterSerially(gate))
                    #expect(!enterSerially(gate))
                    #expect(leaveSerially(gate))
                }
            }
            if isInTurns {
                for _ in 0..<Self.biasing {
                    come(1)
                    onThread { come(1) }
                }
            } else {
                come(Self.biasing)
                #expect(gate.bias.threadNow == (givesBias ? threadToken() : 0))
                onThread { come(1) }
            }
            #expect(gate.bias.threadNow == (givesBias ? Bias.serial : 0))
            come(1)
            #expect(gate.bias.threadNow == (givesBias ? Bias.serial : 0))
            #expect(gate.owner == 0)
            // Who isn't one of them revokes it, and then gets in or doesn't.
            #expect(enterSerially(gate))
            onThread { try demand(!gate.enter(), "two threads were inside") }
            #expect(gate.owner == threadToken())
            #expect(leaveSerially(gate))
            #expect(gate.enter())
            #expect(gate.leave())
            #expect(gate.bias.threadNow == Bias.revoked || !givesBias)
            // Then it is nobody's for good: another one of them may be late with a look at whether it still is.
            for _ in 0...2 * Tuning.biasAgainAfter where gate.enter() { gate.leaveWithoutMail() }
            #expect(gate.bias.threadNow == Bias.revoked || !givesBias)
        }
    }

    @Test(arguments: Core.allCases)
    func whoClosesSuchAGateFindsWhoIsInside(core: Core) {
        func gate() -> Gate {
            let gate = Gate(core: core)
            for _ in 0..<Self.biasing {
                #expect(enterSerially(gate))
                #expect(leaveSerially(gate))
            }
            onThread {
                try demand(enterSerially(gate), "the other thread was not admitted")
                try demand(leaveSerially(gate), "mail that nobody sent")
            }
            return gate
        }
        let empty = gate(), own = gate(), others = gate()
        #expect(empty.close() == .claimed)
        #expect(empty.owner == threadToken())
        empty.leaveClosed()
        #expect(!enterSerially(empty))

        #expect(enterSerially(own))
        #expect(own.close() == .inside)
        #expect(leaveSerially(own))
        #expect(!enterSerially(own))

        #expect(enterSerially(others))
        onThread { try demand(others.close() == .busy, "nobody was found inside") }
        #expect(others.owner == threadToken())
        #expect(leaveSerially(others))
        #expect(others.owner == 0)
        #expect(!enterSerially(others))
    }

    @Test(arguments: Core.allCases)
    func aThreadInsideOnItsBiasKeepsOthersOutAndGetsTheirMail(core: Core) {
        let gate = Gate(core: core)
        var handled: [Int] = []
        let mailbox = Mailbox<Int>(gate) { handled.append($0) }
        enterOften(gate)
        #expect(gate.enter())
        onThread {
            try demand(!gate.enter(), "two threads were inside")
            mailbox.send(1)
            mailbox.send(2)
        }
        #expect(handled == [])
        mailbox.finish()
        #expect(handled == [1, 2])
        #expect(gate.enter())
        #expect(gate.leave())
    }

    @Test(arguments: Core.allCases)
    func mailOfTheBiasedThreadsOwnIsDeliveredBeforeItLeaves(core: Core) {
        let gate = Gate(core: core)
        var handled: [Int] = []
        let mailbox = Mailbox<Int>(gate) { handled.append($0) }
        enterOften(gate)
        #expect(gate.enter())
        mailbox.send(1)
        mailbox.send(2)
        #expect(handled == [])
        mailbox.finish()
        #expect(handled == [1, 2])
        mailbox.send(3)
        #expect(handled == [1, 2, 3])
    }

    /// The handover of the bias itself, thousands of times: the biased thread and a revoker meet at a fresh gate.
    @Test(arguments: Core.allCases, [false, true])
    func neitherALostBiasLetsTwoIn(core: Core, isBiasedAgain: Bool) {
        final class Round {
            let gate: Gate
            let inside = AtomicCount(), overlaps = AtomicCount(), handled = AtomicCount()
            lazy var mailbox = Mailbox<Int>(gate) { [unowned self] _ in
                if inside.add() != 1 { overlaps.add() }
                inside.add(-1)
                handled.add()
            }
            init(_ core: Core, _ isBiasedAgain: Bool) {
                gate = Gate(core: core)
                for _ in 0..<GateTests.biasing { mailbox.send(0) }
                guard isBiasedAgain else { return }
                GateTests.enterUntilBiasedAgain { [mailbox] in mailbox.send(0) }
            }
        }
        race(rounds: isBiasedAgain ? 200 : 5000, threads: 2) { _ in
            Round(core, isBiasedAgain)  // On thread 0, which so gets the bias.
        } body: { round, index in
            for _ in 0..<(index == 0 ? 30 : 3) { round.mailbox.send(index) }
        } check: { round in
            if round.overlaps.value != 0 { return "two threads were inside" }
            let handled = round.handled.value
            let sent = GateTests.biasing + 33 + (isBiasedAgain ? 2 + Int(Tuning.biasAgainAfter) : 0)
            return handled == sent ? nil : "\(handled) messages of \(sent) were handled"
        }
    }

    /// The hole that the asymmetric fence closes is a few instructions wide: one thread goes in and out of gate after gate on
    /// its bias, as fast as it can, until the other one has taken the bias away and gone in.
    @Test(arguments: Core.allCases, [false, true])
    func aBiasedThreadThatGoesInAndOutNeverOverlapsWithItsRevoker(core: Core, isBiasedAgain: Bool) {
        final class Door: Sendable {
            let gate: Gate
            let inside = AtomicCount()

            init(_ core: Core) {
                gate = Gate(core: core)
                for _ in 0..<GateTests.biasing where gate.enter() { gate.leaveWithoutMail() }
            }

            /// Goes in, if it may; `nil` if it may not, else whether it was alone. Whoever is inside on a bias that has just been
            /// taken away stays until the revoker has had the time to come in as well.
            func pass(lingering: Bool = false) -> Bool? {
                guard gate.enter() else { return nil }
                var isAlone = inside.add() == 1
                if lingering { giveWay() }
                let patience = gate.bias.threadNow & Gate.flags == Bias.revoked ? 200 : 1
                for _ in 0..<patience where inside.value != 1 { isAlone = false }
                inside.add(-1)
                gate.leaveWithoutMail()
                return isAlone
            }
        }
        final class Round: Sendable {
            let doors: [Door], passed = AtomicCount(), overlaps = AtomicCount()
            init(_ core: Core, _ isBiasedAgain: Bool) {
                let doors = (0..<100).map { _ in Door(core) }
                if isBiasedAgain { GateTests.enterUntilBiasedAgain { for door in doors { _ = door.pass() } } }
                self.doors = doors
            }
        }
        race(rounds: isBiasedAgain ? 10 : 100, threads: 2) { _ in
            Round(core, isBiasedAgain)  // On thread 0, which so gets the bias of all gates.
        } body: { round, index in
            for (number, door) in round.doors.enumerated() {
                if index == 0 {
                    var passes = 0
                    while round.passed.value <= number {
                        // The other one comes at any moment if there are processors enough, and if not, at these.
                        if door.pass(lingering: passes & 255 == 127) == false { round.overlaps.add() }
                        passes += 1
                        if passes & 255 == 0 { giveWay() }
                    }
                } else {
                    for _ in 0..<(number % 7 * 10) { _ = round.passed.value }
                    var isAlone = door.pass()
                    while isAlone == nil {
                        giveWay()
                        isAlone = door.pass()
                    }
                    if isAlone == false { round.overlaps.add() }
                    round.passed.add()
                }
            }
        } check: { round in
            round.overlaps.value == 0 ? nil : "two threads were inside, \(round.overlaps.value) times"
        }
    }

    // MARK: Closing

    @Test(arguments: Core.allCases, [false, true])
    func closingAnEmptyGateIsClaimedOnceAndNobodyGetsIn(core: Core, biased: Bool) {
        let gate = Gate(core: core)
        if biased { enterOften(gate) }
        #expect(gate.close() == .claimed)
        #expect(gate.close() == .already)
        gate.leaveClosed()
        #expect(gate.owner == 0)
        #expect(gate.isClosed)
        #expect(!gate.enter())
        onThread { try demand(!gate.enter(), "a closed gate let somebody in") }
    }

    /// A second `dispose` relies on it: it waits for as long as somebody is inside.
    @Test(arguments: Core.allCases)
    func whoFindsTheGateClosedFindsSomebodyInsideUntilAllIsTornDown(core: Core) {
        final class Door: Sendable {
            let gate: Gate, tornDown = AtomicFlag()
            init(_ core: Core) { gate = Gate(core: core) }
        }
        let barrier = Barrier(2)
        race(rounds: 100, threads: 2) { _ in
            ((0..<200).map { _ in Door(core) }, AtomicCount())
        } body: { (round: ([Door], AtomicCount), index: Int) in
            for (number, door) in round.0.enumerated() {
                guard barrier.meet() else { return }
                stagger(number, index)
                switch door.gate.close() {
                case .claimed:
                    door.tornDown.set()
                    door.gate.leaveClosed()
                case .already: if door.gate.owner == 0, !door.tornDown.isSet { round.1.add() }
                case .inside, .busy: round.1.add()
                }
            }
        } check: { _, early in
            early.value == 0 ? nil : "\(early.value) of 200 gates were closed and empty before they were torn down"
        }
    }

    @Test(arguments: Core.allCases, [false, true])
    func closingFromInsideLeavesTheThreadInside(core: Core, biased: Bool) {
        let gate = Gate(core: core)
        if biased { enterOften(gate) }
        #expect(gate.enter())
        #expect(gate.close() == .inside)
        #expect(gate.close() == .already)
        #expect(!gate.enter())
        #expect(gate.owner == threadToken())
        gate.leaveWithoutMail()
        #expect(gate.owner == 0)
        #expect(!gate.enter())
    }

    @Test(arguments: Core.allCases, [false, true])
    func closingABusyGateLeavesTheRestToTheThreadInside(core: Core, biased: Bool) {
        let gate = Gate(core: core)
        if biased { enterOften(gate) }
        #expect(gate.enter())
        onThread { try demand(gate.close() == .busy, "closed as if nobody were inside") }
        #expect(gate.isClosed)
        #expect(gate.owner == threadToken())
        gate.leaveWithoutMail()
        #expect(gate.owner == 0)
        #expect(!gate.enter())
    }
}
