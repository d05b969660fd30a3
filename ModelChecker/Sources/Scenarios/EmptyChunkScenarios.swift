@testable import Rx
import RxPlatform

/// The queue core's chunks of waiting messages: who fills a slot and who takes the chunk, who keeps an empty one and who uses it, at the same
/// time. A chunk has three slots here. Without bias there is no heavy fence, and a slot is filled by an exchange.
enum EmptyChunkScenarios {
    static let all: [Scenario] = [
        scenario("chunks/senders", "2 threads send 3 messages, 2 empty chunks; a third one takes them", spares: 2, [[11, 12], [21]], takes: 1),
        scenario("chunks/senders-2", "2 threads send 3 messages; a third one takes them twice", spares: 0, [[11, 12], [21]], takes: 2),
        scenario("chunks/3-senders", "3 threads send 2, 2 and 1 messages; a fourth one takes them", spares: 1, [[11, 12], [21, 22], [31]], takes: 1, preemptions: 2),
        Scenario(
            "chunks/late-2", "2 threads fill slots that they have reserved, one of them sends once more; a third one takes the chunk twice", queue: .preemptions(3),
            cores: [.queue], biases: [.off, .on]
        ) { late($0) },
        scenario("chunks/kept", "2 threads send 3 messages, 1 empty chunk; a third one takes them twice", spares: 1, [[11], [21, 22]], takes: 2),
        Scenario("chunks/refused", "2 threads take what waits while a third one sends", queue: .preemptions(3), cores: [.queue], biases: [.off, .on]) {
            refused($0)
        },
        Scenario("chunks/closed", "2 threads send to a mailbox in which a message waits while a third one closes it", queue: .preemptions(3), cores: [.queue], biases: .all) {
            closed($0)
        },
        Scenario("chunks/closing", "a handler closes its mailbox while 2 threads send", queue: .preemptions(5), cores: [.queue], biases: .all, quick: false) {
            closing($0, elsewhere: false, gathers: false)
        },
        Scenario("chunks/closing-gathering", "the same, and they don't repeat the flag", queue: .preemptions(5), cores: [.queue], biases: .all, quick: false) {
            closing($0, elsewhere: false, gathers: true)
        },
        Scenario("chunks/closing-offered", "a thread closes a mailbox whose place is offered after each message, while 3 send", queue: .preemptions(4), cores: [.queue], biases: .all, handOverAfter: 1, quick: false) {
            closing($0, elsewhere: true, gathers: true)
        },
    ]

    private static func scenario(_ name: String, _ summary: String, spares: Int, _ sent: [[Int]], takes: Int, preemptions: Int = 3) -> Scenario {
        Scenario(name, summary, queue: .preemptions(preemptions), cores: [.queue], biases: [.off, .on]) { trial in
            let box = Box()
            for _ in 0..<spares * slotsOfChunk { box.queue.push(0) }
            _ = box.queue.takeAll { _ in }
            for (index, messages) in sent.enumerated() {
                trial.fiber("P\(index + 1)") { for message in messages { box.queue.push(message) } }
            }
            trial.fiber("consumer") { for _ in 0..<takes { box.take() } }
            trial.atEnd {
                box.take()
                trial.requireAll(box.taken, from: sent)
                box.requireItsList(trial)
            }
        }
    }

    /// From the moment at which two producers have reserved, as `push` does it.
    private static func late(_ trial: Trial) {
        let box = Box()
        box.queue.push(1)
        let chunk = box.queue.newest.load()
        _ = box.queue.newest.compareExchange(chunk, chunk + 2)
        trial.fiber("P1") {
            box.fill(chunk, 1, 11)
            box.queue.push(12)
        }
        trial.fiber("P2") { box.fill(chunk, 2, 21) }
        trial.fiber("consumer") { for _ in 0..<2 { box.take() } }
        trial.atEnd {
            box.take()
            trial.requireAll(box.taken, from: [[1], [11, 12], [21]])
            box.requireItsList(trial)
        }
    }

    /// Of a closed mailbox: whoever was refused takes what it finds, and nobody comes after that.
    private static func refused(_ trial: Trial) {
        let box = Box()
        for message in [1, 2] { box.queue.push(message) }
        _ = box.queue.takeAll { _ in }
        for message in [11, 12] { box.queue.push(message) }
        trial.fiber("P") {
            for message in [21, 22] {
                box.queue.push(message)
                box.discard()
            }
        }
        trial.fiber("first") { box.discard() }
        trial.fiber("second") { box.discard() }
        trial.atEnd {
            trial.require(box.queue.newest.load() == 0, "a message is kept that nobody will take")
            box.requireItsList(trial)
        }
    }

    private final class Token {}

    /// Its senders find a mailbox closed in which a message waits.
    private static func closed(_ trial: Trial) {
        let segment = Segment(core: trial.core), mailbox = Mailbox<Token?>(segment) { _ in }
        mailbox.queue.push(Token())
        trial.fiber("P1") { mailbox.post(Token()) }
        trial.fiber("P2") { mailbox.send(nil) }
        trial.fiber("D") { segment.cancel() }
        trial.atEnd { trial.require(!segment.isClosed || mailbox.queue.newest.load() == 0, "a message is kept that will not be delivered") }
    }

    /// A handler closes its mailbox, or after an offer another thread does, while others send.
    private static func closing(_ trial: Trial, elsewhere: Bool, gathers: Bool) {
        let segment = Segment(core: trial.core)
        let mailbox = Mailbox<Token?>(segment, gathers: gathers) { if $0 == nil, !elsewhere { segment.cancel() } }
        trial.fiber("P1") { mailbox.send(nil) }
        for number in 2...3 { trial.fiber("P\(number)") { mailbox.send(Token()) } }
        if elsewhere { trial.fiber("D") { segment.cancel() } }
        trial.atEnd {
            trial.require(segment.owner == 0, "somebody is still inside")
            trial.require(mailbox.queue.newest.load() == 0, "a message is kept that will not be delivered")
        }
    }

    private final class Box {
        let queue = MessageQueue<Int>()
        let lock = Lock()
        var taken: [Int] = []

        deinit { queue.removeAll() }

        func fill(_ chunk: UInt, _ index: Int, _ message: Int) {
            (MessageQueue<Int>.messages(chunk) + index).initialize(to: message)
            (MessageQueue<Int>.marks(chunk) + index).pointee.publish(MessageQueue<Int>.full)
        }

        func take() { _ = queue.takeAll { taken.append($0) } }

        func discard() { queue.discard(lock.with(self) { queue.takeAll() }) { lock.with(self, $0) } }

        func requireItsList(_ trial: Trial) {
            let head = queue.spare.load(), count = MessageQueue<Int>.isNone(head) ? 0 : Int(head & MessageQueue<Int>.counts) / 2
            trial.require(head & MessageQueue<Int>.busy == 0, "nobody is at the list, and it is marked")
            var length = 0, address = head
            while length <= count, !MessageQueue<Int>.isNone(address) {
                length += 1
                address = MessageQueue<Int>.head(address).pointee.link
            }
            trial.require(length == count, "\(count) empty chunks are counted, \(length) or more are there")
        }
    }
}
