import RxPlatform
import Testing

@testable import LawSupport
@testable import Rx

/// The mailbox by itself: one message at a time, none lost, in order.
@Suite struct MailboxTests {
    @Test(arguments: Core.allCases, [2, 4, 8])
    func eachMessageIsHandledOnceInTheOrderOfItsSender(core: Core, senders: Int) {
        let count = 40_000 / senders
        var last = [Int](repeating: -1, count: senders)
        var handled = 0, disorder = 0
        let inside = AtomicCount(), overlaps = AtomicCount()
        let mailbox = Mailbox<(sender: Int, index: Int)>(Gate(core: core)) { message in
            if inside.add() != 1 { overlaps.add() }
            if message.index != last[message.sender] + 1 { disorder += 1 }
            last[message.sender] = message.index
            handled += 1
            if handled & 63 == 0 { giveWay() }
            inside.add(-1)
        }
        together((0..<senders).map { sender in { for index in 0..<count { mailbox.send((sender, index)) } } })
        #expect(overlaps.value == 0)
        #expect(disorder == 0)
        #expect(handled == count * senders)
    }

    @Test(arguments: Core.allCases)
    func whatIsSentFromTheHandlerComesAfterTheHandlerHasReturned(core: Core) {
        var log: [String] = []
        let box = HandlerBox<Int>()
        let mailbox = Mailbox<Int>(Gate(core: core)) { box.handle?($0) }
        box.handle = { number in
            log.append("\(number) in")
            if number < 3 {
                mailbox.send(number * 2)
                mailbox.send(number * 2 + 1)
            }
            log.append("\(number) out")
        }
        mailbox.send(1)
        #expect(log == [1, 2, 3, 4, 5].flatMap { ["\($0) in", "\($0) out"] })
        box.handle = nil
    }

    @Test(arguments: Core.allCases)
    func nothingIsHandledOnceTheGateIsClosed(core: Core) {
        var handled: [Int] = []
        let segment = Segment(core: core)
        let box = HandlerBox<Int>()
        let mailbox = Mailbox<Int>(segment) { box.handle?($0) }
        box.handle = { number in
            handled.append(number)
            if number == 1 {
                mailbox.send(2)
                segment.cancel()
                mailbox.send(3)
            }
        }
        mailbox.send(1)
        mailbox.send(4)
        #expect(handled == [1])
        box.handle = nil
    }

    /// A gate that is free while messages arrive from everywhere: whoever finds it free must deliver what the others left.
    @Test(arguments: Core.allCases)
    func aMessageThatIsLeftBehindIsDeliveredBeforeItsSenderReturnsOrByTheThreadInside(core: Core) {
        var handled = 0
        var mailbox = Mailbox<Int>(Gate(core: core)) { _ in handled += 1 }
        race(rounds: 4000, threads: 2) { number in
            if number % 16 == 0 { mailbox = Mailbox<Int>(Gate(core: core)) { _ in handled += 1 } }
            handled = 0
        } body: { _, index in
            for _ in 0..<(index == 0 ? 12 : 2) { mailbox.send(index) }
        } check: {
            handled == 14 ? nil : "\(handled) of 14 messages were handled"
        }
    }

    /// The thread inside never comes back: what waits for it goes with the mailbox.
    @Test(arguments: Core.allCases)
    func whatStillWaitsIsFreedWithTheMailbox(core: Core) {
        let captured = AtomicCount(), gate = Gate(core: core)
        #expect(gate.enter())
        do {
            let mailbox = Mailbox<Captured>(gate) { _ in }
            for _ in 0..<3 { mailbox.send(Captured(captured)) }
            withExtendedLifetime(mailbox) { #expect(captured.value == 3) }
        }
        #expect(captured.value == 0)
    }

    /// Who comes often is trusted by the gate, also if it sends to itself.
    @Test(arguments: [Core.lock, .queue])
    func aReentrantSendLeavesTheGateToItsThread(core: Core) {
        let gate = Gate(core: core), box = HandlerBox<Int>()
        var handled: [Int] = []
        let mailbox = Mailbox<Int>(gate) { box.handle?($0) }
        box.handle = { message in
            handled.append(message)
            if message % 2 == 0 { mailbox.send(message + 1) }
        }
        for round in 0..<40 { mailbox.send(2 * round) }
        #expect(handled == Array(0..<80))
        #expect(gate.bias.presenceNow == 0)
        if givesBias {
            #expect(gate.bias.threadNow == threadToken())
            #expect(gate.word.load() == threadToken() | Gate.biased)
        }
        box.handle = nil
    }

    /// One thread stays inside by what another one sends, which stops once that thread is out; returns how many of the messages it has
    /// delivered, of which `backlog` are there before its first one is.
    ///
    /// On that thread the handler waits until one more message has been sent than it has to deliver: it gets out only by a hand-over, or when it has
    /// delivered more than `most`. The attempt is over then: on a busy machine each of those waits is a turn of both threads, and an attempt that has
    /// failed would take up all the time that others need.
    private func deliveredByAThreadThatIsKept(
        _ core: Core, gathers: Bool, backlog: UInt, visits: Bool = false, most: UInt = .max
    ) -> UInt {
        let first = Word(0), sent = Word(0), handled = Word(0), isOut = Word(0), isLate = Word(0), box = HandlerBox<UInt>()
        let mailbox = Mailbox<UInt>(Gate(core: core), gathers: gathers) { box.handle?($0) }
        var byFirst: UInt = 0, disorder = 0
        box.handle = { element in
            if handled.load() != element { disorder += 1 }
            let count = handled.add(1)
            if element == 0 { first.storeReleasing(threadToken()) }
            if threadToken() == first.load() {
                byFirst = count
                if count > most { isOut.store(1) }
                while isOut.load() == 0, sent.load() < backlog + count, isLate.load() == 0 { giveWay() }
            }
        }
        together([
            {
                if visits { mailbox.visit(0) } else { mailbox.send(0) }
                isOut.store(1)
            },
            {
                while first.load() == 0 { giveWay() }
                let end = ContinuousClock.now + .seconds(60)
                while isOut.load() == 0, isLate.load() == 0 {
                    if sent.load() > handled.load() + 100 * (backlog + 1000) { giveWay() }
                    let number = sent.load() + 1
                    mailbox.send(number)
                    if sent.add(1) % 1024 == 0, ContinuousClock.now > end { isLate.store(1) }
                }
            },
        ])
        box.handle = nil
        #expect(isLate.load() == 0, "the thread was kept as long as the other one sent")
        #expect(handled.load() == sent.load() + 1)
        #expect(disorder == 0)
        return byFirst
    }

    @Test(arguments: [Core.lock, .queue], [false, true])
    func aThreadThatOthersKeepHandsItsPlaceOver(core: Core, gathers: Bool) {
        let delivered = deliveredByAThreadThatIsKept(core, gathers: gathers, backlog: 0)
        #expect(delivered >= UInt(Tuning.handOverAfter))
    }

    /// It needn't deliver a batch to its end. A sender has to come just when the place is offered: perhaps not in the first ten times.
    @Test(arguments: [Core.lock, .queue], [false, true])
    func aPlaceIsOfferedInTheMiddleOfABatch(core: Core, gathers: Bool) {
        let backlog = 10 * UInt(Tuning.handOverAfter), end = ContinuousClock.now + .seconds(60)
        while deliveredByAThreadThatIsKept(core, gathers: gathers, backlog: backlog, most: backlog) >= backlog {
            if ContinuousClock.now > end {
                Issue.record("a batch is always delivered to its end")
                return
            }
        }
    }

    /// No more than `handOverAfter` messages of others, besides its own, if a sender comes just when the place is first offered: on one processor
    /// that takes many attempts.
    @Test(arguments: [Core.lock, .queue], [false, true])
    func aPlaceIsFirstOfferedAfterAsManyMessagesAsSaid(core: Core, gathers: Bool) {
        let most = UInt(Tuning.handOverAfter) + 1, end = ContinuousClock.now + .seconds(300)
        while deliveredByAThreadThatIsKept(core, gathers: gathers, backlog: 10 * most, most: most) > most {
            if ContinuousClock.now > end {
                Issue.record("a thread always delivers more of a batch than it says")
                return
            }
        }
    }

    /// It delivers nothing but its own message. Again, a sender has to come just when the place is offered.
    @Test(arguments: [Core.lock, .queue], [false, true])
    func aVisitorDoesNotStayForWhatOthersSend(core: Core, gathers: Bool) {
        let end = ContinuousClock.now + .seconds(60)
        while deliveredByAThreadThatIsKept(core, gathers: gathers, backlog: 0, visits: true, most: 1) > 1 {
            if ContinuousClock.now > end {
                Issue.record("a visitor always stays")
                return
            }
        }
    }

    /// What it offers its place with says that mail waits; who leaves takes that flag in the queue core.
    @Test(arguments: [Core.lock, .queue])
    func aPlaceThatAVisitorOffersTellsOfTheMail(core: Core) {
        let gate = Gate(core: core), mailbox = Mailbox<Int>(gate) { _ in }
        #expect(gate.enter())
        onThread { mailbox.send(1) }
        #expect(!gate.leave())
        gate.remind()
        #expect(gate.word.load() == threadToken() | Gate.mail)
        mailbox.drain()
        #expect(gate.word.load() == 0)
    }

    /// What it has sent to itself it delivers, and leaves no flag of it behind: a gate with a flag and nobody inside would be an offered one.
    @Test(arguments: [Core.lock, .queue], [false, true])
    func aVisitorDeliversWhatItSendsItself(core: Core, biased: Bool) {
        let gate = Gate(core: core), box = HandlerBox<Int>()
        var handled: [Int] = []
        let mailbox = Mailbox<Int>(gate) { box.handle?($0) }
        if biased { for _ in 0..<20 { mailbox.send(0) } }
        box.handle = { message in
            handled.append(message)
            if message < 3 { mailbox.visit(message + 1) }
        }
        mailbox.visit(1)
        #expect(handled == [1, 2, 3])
        #expect(gate.word.load() == (biased && givesBias ? threadToken() | Gate.biased : 0))
        box.handle = nil
    }

    /// Where nobody comes to take its place it does deliver what waits.
    @Test(arguments: Core.allCases)
    func aVisitorDeliversWhatNobodyElseDoes(core: Core) {
        let box = HandlerBox<Int>()
        var handled: [Int] = []
        let mailbox = Mailbox<Int>(Gate(core: core)) { box.handle?($0) }
        box.handle = { message in
            handled.append(message)
            if message < 3 { onThread { mailbox.visit(message + 1) } }
        }
        mailbox.visit(0)
        #expect(handled == [0, 1, 2, 3])
        #expect(mailbox.gate.word.load() == 0)
        box.handle = nil
    }

    /// Who only takes itself off isn't to deliver what others send: an offered place is none for it.
    @Test(arguments: [Core.lock, .queue])
    func anOfferedPlaceIsTakenBySendersOnly(core: Core) {
        var delivered: [Int] = []
        let gate = Gate(core: core), mailbox = Mailbox<Int>(gate) { delivered.append($0) }
        gate.word.store(Gate.mail)
        #expect(mailbox.enqueue(1, takesOver: false) == .waits)
        #expect(gate.word.load() == Gate.mail)
        mailbox.post(2)
        #expect(delivered == [1, 2])
        #expect(gate.word.load() == 0)
        #expect(mailbox.enqueue(3, takesOver: false) == .claimed)
        mailbox.drain()
        #expect(delivered == [1, 2, 3], "nobody is inside: it sees to it itself")
    }

    /// Who sends while another thread is inside is told of it when it has filled four new chunks, on the core where senders don't meet at
    /// a lock. The mailbox itself doesn't give way: the sender may hold a lock that the thread inside needs.
    @Test(arguments: [Core.lock, .queue])
    func aSenderIsToldOfAFlood(core: Core) {
        var delivered = 0
        let slots = SlotLayout.of(Int.self).slotsOfChunk, gate = Gate(core: core), mailbox = Mailbox<Int>(gate) { _ in delivered += 1 }
        gate.word.store(~Gate.flags)  // Another thread.
        let floods = (0..<40 * slots).filter { mailbox.enqueue($0) == .floods }
        #expect(floods == (core == .queue && Speed.reusesChunks ? (1...10).map { (4 * $0 - 1) * slots } : []))
        gate.word.store(0)
        mailbox.post(0)
        #expect(delivered == 40 * slots + 1)
    }

    /// Where no mail is expected, what a mistaken producer sent doesn't keep the gate occupied, nor is it delivered.
    @Test(arguments: Core.allCases, [false, true])
    func aGateIsLeftWithMailThatNobodyTakes(core: Core, biased: Bool) {
        let gate = Gate(core: core)
        var handled = 0
        let mailbox = Mailbox<Int>(gate) { _ in handled += 1 }
        if biased {
            for _ in 0..<20 {
                #expect(gate.enter())
                #expect(gate.leave())
            }
        }
        #expect(gate.enter())
        if core != .unchecked { mailbox.send(1) }
        gate.leaveWithoutMail()
        #expect(handled == 0)
        #expect(gate.bias.presenceNow == 0)
        #expect(gate.enter())
        #expect(gate.leave())
    }

    /// The queue core's inbox has laws in `QueueInboxTests`.
    @Test func aFloodedMailboxOfTheLockCoreKeepsSomeRoomAndGivesBackTheRest() {
        let gate = Gate(core: .lock)
        var handled = 0
        let mailbox = Mailbox<Int>(gate) { _ in handled += 1 }
        var sent = 0
        for count in [1, 200, 10_000] + Array(repeating: 1, count: 10) + [200, 10_000, 1] {
            #expect(gate.enter())
            for number in 0..<count { mailbox.send(number) }
            mailbox.finish()
            sent += count
            #expect(handled == sent)
            let room = MessageBlocks(first: mailbox.inbox.untyped.locked.spare.load(), last: mailbox.inbox.untyped.locked.spare.load())
            for blocks in [mailbox.inbox.untyped.locked.waiting, room] {
                #expect(blocks.isEmpty)
                guard let block = blocks.first else { continue }
                #expect(block == blocks.last)
                #expect(block.pointee.capacity <= MessageBlock.largest(.of(Int.self)))
            }
        }
        #expect((mailbox.inbox.untyped.locked.spare.load() != 0) == Speed.reusesChunks)
    }
}

/// What a mailbox's handler does, where it needs the mailbox.
private final class HandlerBox<Message>: @unchecked Sendable {  // Sendable: set once, before the first message.
    var handle: ((Message) -> Void)?
}
