@testable import Rx
import RxPlatform

/// The queue core's chunks of waiting messages: who fills a slot and who takes the chunk, who keeps an empty one and who uses it, at the same
/// time. A chunk has three slots here. Without bias there is no heavy fence, and a slot is filled by an exchange.
enum EmptyChunkScenarios {
    static let all: [Scenario] = [
        scenario("chunks/senders", "2 threads send 3 messages, 2 empty chunks; a third one takes them", spares: 2, [[11, 12], [21]], takes: 1),
        scenario("chunks/senders-2", "2 threads send 3 messages; a third one takes them twice", spares: 0, [[11, 12], [21]], takes: 2),
        scenario(
            "chunks/3-senders", "3 threads send 2, 2 and 1 messages; a fourth one takes them", spares: 1, [[11, 12], [21, 22], [31]], takes: 1,
            preemptions: 2),
        Scenario(
            "chunks/late-2", "2 threads fill slots that they have reserved, one of them sends once more; a third one takes the chunk twice",
            queue: .preemptions(3),
            cores: [.queue], biases: [.off, .on]
        ) { late($0) },
        scenario("chunks/kept", "2 threads send 3 messages, 1 empty chunk; a third one takes them twice", spares: 1, [[11], [21, 22]], takes: 2),
        Scenario(
            "chunks/refused", "2 threads take what waits while a third one sends", queue: .preemptions(3), cores: [.queue], biases: [.off, .on]
        ) { refused($0) },
        Scenario(
            "chunks/closed", "2 threads send to a mailbox in which a message waits while a third one closes it", queue: .preemptions(3),
            cores: [.queue], biases: [.off, .on]
        ) { closed($0) },
        Scenario(
            "chunks/closing", "a handler closes its mailbox while 2 threads send", queue: .preemptions(3), cores: [.queue], biases: [.off, .on],
            quick: false
        ) { closing($0, elsewhere: false, gathers: false) },
        Scenario(
            "chunks/closing-gathering", "the same, and they don't repeat the flag", queue: .preemptions(3), cores: [.queue], biases: [.off, .on],
            quick: false
        ) { closing($0, elsewhere: false, gathers: true) },
        Scenario(
            "chunks/closing-offered", "a thread closes a mailbox whose place is offered after each message, while 3 send", queue: .preemptions(2),
            cores: [.queue], biases: [.off, .on], handOverAfter: 1, quick: false
        ) { closing($0, elsewhere: true, gathers: true) },
        Scenario(
            "chunks/closing-far", "chunks/closing, further than can be exhausted in seconds", queue: .preemptions(5), cores: [.queue],
            biases: [.off, .on], quick: false
        ) { closing($0, elsewhere: false, gathers: false) },
        Scenario(
            "chunks/closing-gathering-far", "chunks/closing-gathering, as far", queue: .preemptions(5), cores: [.queue], biases: [.off, .on],
            quick: false
        ) { closing($0, elsewhere: false, gathers: true) },
        Scenario(
            "chunks/closing-offered-far", "chunks/closing-offered, as far", queue: .preemptions(4), cores: [.queue], biases: [.off, .on],
            handOverAfter: 1, quick: false
        ) { closing($0, elsewhere: true, gathers: true) },
        Scenario(
            "chunks/late-closed", "a thread fills the slot that it has reserved while another one sends and a third one closes the mailbox",
            queue: .preemptions(3), cores: [.queue], biases: [.off, .on]
        ) { lateClosed($0) },
        Scenario(
            "chunks/late-refused", "the same, one is inside and has mail, and one that is refused frees what waits", queue: .preemptions(2),
            cores: [.queue], biases: [.off, .on]
        ) { lateRefused($0, gathers: false) },
        Scenario("chunks/late-refused-gathering", "the same, and no flag is repeated", queue: .preemptions(2), cores: [.queue], biases: [.off, .on]) {
            lateRefused($0, gathers: true)
        },
        Scenario(
            "chunks/late-offered", "the same, and the place inside is offered after each message, with a rest in which the slot is",
            queue: .preemptions(2),
            cores: [.queue], biases: [.off, .on], handOverAfter: 1, quick: false
        ) { lateRefused($0, gathers: true) },
    ]

    private static func scenario(_ name: String, _ summary: String, spares: Int, _ sent: [[Int]], takes: Int, preemptions: Int = 3) -> Scenario {
        Scenario(name, summary, queue: .preemptions(preemptions), cores: [.queue], biases: [.off, .on]) { run in
            let box = Box<Int>()
            for _ in 0..<spares * Tuning.slotsOfChunk { box.push(0) }
            box.takeAll { _ in }
            for (index, messages) in sent.enumerated() {
                run.fiber("P\(index + 1)") { for message in messages { box.push(message) } }
            }
            run.fiber("consumer") { for _ in 0..<takes { box.take() } }
            run.atEnd {
                box.take()
                run.requireAll(box.taken, from: sent)
                box.requireItsList(run)
            }
        }
    }

    /// From the moment at which two producers have reserved, as `push` does it.
    private static func late(_ run: ScenarioRun) {
        let box = Box<Int>()
        box.push(1)
        let chunk = box.inbox.untyped.queued.newest.load()
        _ = box.inbox.untyped.queued.newest.compareExchange(chunk, chunk + 2)
        run.fiber("P1") {
            box.fill(chunk, 1, 11)
            box.push(12)
        }
        run.fiber("P2") { box.fill(chunk, 2, 21) }
        run.fiber("consumer") { for _ in 0..<2 { box.take() } }
        run.atEnd {
            box.take()
            run.requireAll(box.taken, from: [[1], [11, 12], [21]])
            box.requireItsList(run)
        }
    }

    /// Of a closed mailbox: whoever was refused takes what it finds, and nobody comes after that.
    private static func refused(_ run: ScenarioRun) {
        let box = Box<Tokens.Token>(), tokens = Tokens()
        for _ in 0..<2 { box.push(tokens.make()) }
        box.takeAll { _ in }
        for _ in 0..<2 { box.push(tokens.make()) }
        run.fiber("P") {
            for _ in 0..<2 {
                box.push(tokens.make())
                box.discard()
            }
        }
        run.fiber("first") { box.discard() }
        run.fiber("second") { box.discard() }
        run.atEnd {
            run.require(box.inbox.untyped.queued.newest.load() == 0, "a message is kept that nobody will take")
            box.requireItsList(run)
            tokens.requireFreed(run)
        }
    }

    /// Its senders find a mailbox closed in which a message waits.
    private static func closed(_ run: ScenarioRun) {
        let tokens = Tokens()
        let segment = Segment(core: run.core), mailbox = TokenMailbox(segment) { _ in }
        mailbox.inbox.put(tokens.make(), mailbox.gate, .queue)
        run.fiber("P1") { mailbox.post(tokens.make()) }
        run.fiber("P2") { mailbox.send(nil) }
        run.fiber("D") { segment.cancel() }
        run.atEnd { requireFreed(run, mailbox, tokens) }
    }

    /// A handler closes its mailbox, or after an offer another thread does, while others send.
    private static func closing(_ run: ScenarioRun, elsewhere: Bool, gathers: Bool) {
        let tokens = Tokens()
        let segment = Segment(core: run.core)
        let mailbox = TokenMailbox(segment, gathers: gathers) { if $0 == nil, !elsewhere { segment.cancel() } }
        run.fiber("P1") { mailbox.send(nil) }
        for number in 2...3 { run.fiber("P\(number)") { mailbox.send(tokens.make()) } }
        if elsewhere { run.fiber("D") { segment.cancel() } }
        run.atEnd {
            run.require(segment.owner == 0, "somebody is still inside")
            requireFreed(run, mailbox, tokens)
        }
    }

    private typealias TokenMailbox = Mailbox<Tokens.Token?>

    private static func lateClosed(_ run: ScenarioRun) {
        let tokens = Tokens(), segment = Segment(core: run.core)
        let mailbox = TokenMailbox(segment) { _ in }
        let fill = lateFill(mailbox, tokens)
        run.fiber("late", fill)
        run.fiber("P") { mailbox.send(tokens.make()) }
        run.fiber("D") { segment.cancel() }
        run.atEnd {
            run.require(segment.owner == 0, "somebody is still inside")
            requireFreed(run, mailbox, tokens)
        }
    }

    /// From the moment at which a thread is inside and another one has told it of mail.
    private static func lateRefused(_ run: ScenarioRun, gathers: Bool) {
        let tokens = Tokens(), segment = Segment(core: run.core)
        let mailbox = TokenMailbox(segment, gathers: gathers) { _ in }
        let fill = lateFill(mailbox, tokens)
        run.execution.acting(asFiber: 1) { run.require(segment.enter(), "somebody is inside") }
        run.execution.acting(asFiber: 2) { mailbox.send(tokens.make()) }
        run.fiber("late", fill)
        run.fiber("inside") { mailbox.finish() }
        run.fiber("refused") { mailbox.send(tokens.make()) }
        run.fiber("D") { segment.cancel() }
        run.atEnd {
            run.require(segment.owner == 0, "somebody is still inside")
            requireFreed(run, mailbox, tokens)
        }
    }

    /// A producer from the moment at which it has reserved its slot; the one before that has been delivered. It goes on as `post` does.
    private static func lateFill(_ mailbox: TokenMailbox, _ tokens: Tokens) -> () -> Void {
        mailbox.inbox.put(nil, mailbox.gate, .queue)
        let chunk = mailbox.inbox.untyped.queued.newest.load()
        _ = mailbox.inbox.untyped.queued.newest.compareExchange(chunk, chunk + 1)
        _ = mailbox.inbox.hand(mailbox.inbox.take(mailbox.gate, .queue), atMost: .max, .queue) { _ in }
        return {
            mailbox.inbox.fill(chunk, 1, tokens.make())
            if mailbox.gate.announce(threadToken(), true, repeats: !mailbox.gathers) { mailbox.drain() } else { mailbox.leave(.waits) }
        }
    }

    /// With the mailbox still there.
    private static func requireFreed(_ run: ScenarioRun, _ mailbox: TokenMailbox, _ tokens: Tokens) {
        run.require(mailbox.inbox.untyped.queued.newest.load() == 0, "a message is kept that will not be delivered")
        tokens.requireFreed(run)
    }

    /// Messages of which each has to be freed, and once.
    private final class Tokens {
        final class Token {
            private weak var owner: Tokens?  // Which an execution that is given up may lose first.
            fileprivate var isExpected = false

            init(_ owner: Tokens) { self.owner = owner }

            deinit { if !isExpected { owner?.freedTwice += 1 } }
        }

        /// With a reference of its own to each, which a message that is freed twice lets go of.
        private var made: [Token] = []
        private var freedTwice = 0

        func make() -> Token {
            made.append(Token(self))
            return made.last!
        }

        func requireFreed(_ run: ScenarioRun) {
            if freedTwice > 0 {
                _ = Unmanaged.passRetained(self)  // What has gone must not be let go of once more, nor looked at.
                return run.require(false, "a message was freed twice")
            }
            for index in made.indices { run.require(isKnownUniquelyReferenced(&made[index]), "a message was never freed") }
            for token in made { token.isExpected = true }
            made = []
        }
    }

    private final class Box<Message> {
        let inbox = CoreInbox<Message>()
        private let gate = Gate(core: .queue)
        var taken: [Message] = []

        deinit {
            inbox.freeMessages(gate, gate)
            inbox.untyped.freeRoom()
        }

        func push(_ message: Message) { inbox.put(message, gate, .queue) }

        func fill(_ chunk: UInt, _ index: Int, _ message: Message) { inbox.fill(chunk, index, message) }

        func take() { takeAll { taken.append($0) } }

        func takeAll(_ body: (inout Message) -> Void) { _ = inbox.hand(inbox.take(gate, .queue), atMost: .max, .queue, body) }

        func discard() { inbox.freeWaiting(gate, gate) }

        func requireItsList(_ run: ScenarioRun) {
            let head = inbox.untyped.queued.spare.load(), count = QueueInbox.isNone(head) ? 0 : Int(head & Chunk.counts) / 2
            run.require(head & QueueInbox.busy == 0, "nobody is at the list, and it is marked")
            var length = 0, address = head
            while length <= count, !QueueInbox.isNone(address) {
                length += 1
                address = Chunk.head(address).pointee.link.value
            }
            run.require(length == count, "\(count) empty chunks are counted, \(length) or more are there")
        }
    }
}

extension CoreInbox {
    /// Whether nothing waits.
    var isEmpty: Bool { untyped.locked.waiting.isEmpty && untyped.queued.newest.load() == 0 }

    /// What a producer of the queue core does when it has reserved a slot.
    fileprivate func fill(_ chunk: UInt, _ index: Int, _ message: Message) {
        (Chunk.slots(chunk, .of(Message.self)).assumingMemoryBound(to: Message.self) + index).initialize(to: message)
        (Chunk.marks(chunk) + index).pointee.publish(Chunk.full)
    }
}
