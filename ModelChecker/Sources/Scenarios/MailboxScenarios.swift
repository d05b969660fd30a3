@testable import Rx
import RxPlatform

/// The serial mailbox by itself: several producers, re-entrant sending.
enum MailboxScenarios {
    static let all: [Scenario] = [
        Scenario(
            "mailbox/admitted", "2 threads send while a third disposes: nobody gets into the closed gate",
            lock: .preemptions(3), queue: .preemptions(3), biases: .all
        ) { admitted($0) },
        Scenario(
            "mailbox/own-mail", "a handler sends to itself, another thread sends, a third disposes",
            lock: .preemptions(3), queue: .preemptions(3), biases: .all
        ) { ownMail($0) },
        Scenario("mailbox/2-producers", "2 threads send 2 messages each", queue: .preemptions(4), biases: .all) {
            producers($0, [[11, 12], [21, 22]])
        },
        Scenario("mailbox/2-producers-3", "3 messages against 2", queue: .preemptions(3), biases: .all, quick: false) {
            producers($0, [[11, 12, 13], [21, 22]])
        },
        Scenario("mailbox/3-producers", "3 threads send a message each", queue: .preemptions(3), biases: .all) {
            producers($0, [[11], [21], [31]])
        },
        Scenario("mailbox/3-producers-2", "3 threads send 2 messages each", lock: .preemptions(2), queue: .preemptions(2), biases: .all, quick: false)
        {
            producers($0, [[11, 12], [21, 22], [31, 32]])
        },
        Scenario("mailbox/re-entrant", "a handler sends to its own mailbox while another thread does", queue: .preemptions(4), biases: .all) {
            reentrant($0)
        },
        Scenario(
            "mailbox/re-entrant-again", "the same, and its thread comes back", queue: .preemptions(3), biases: .all
        ) { reentrantAgain($0) },
        Scenario(
            "mailbox/own-order", "what a handler sends to its own mailbox keeps its place among what other threads send", queue: .preemptions(3),
            biases: .all
        ) { ownOrder($0) },
        Scenario("mailbox/passer-by", "a handler sends to its own mailbox while another thread goes in and out", biases: .all) {
            passerBy($0)
        },
        Scenario(
            "mailbox/3-gathering", "3 producers that don't repeat the flag", lock: .preemptions(3), queue: .preemptions(3), biases: .all
        ) { producers($0, [[11], [21], [31]], gathers: true) },
        Scenario("mailbox/close", "2 producers while a third thread closes", queue: .preemptions(2), biases: .all, quick: false) {
            closing($0, [[11, 12], [21]])
        },
        Scenario(
            "mailbox/close-gathering", "2 producers that don't repeat the flag while a third thread closes", lock: .preemptions(3),
            queue: .preemptions(2),
            biases: .all, quick: false
        ) { closing($0, [[11, 12], [21]], gathers: true) },
        Scenario("mailbox/refused-inside", "a handler closes while another thread sends", biases: .all) { refused($0, inside: true) },
        Scenario("mailbox/refused-outside", "a thread closes while another one sends", biases: .all) { refused($0, inside: false) },
    ]

    static func producers(_ run: ScenarioRun, _ sent: [[Int]], gathers: Bool = false) {
        let witness = Witness<Int>(run)
        let mailbox = Mailbox<Int>(Gate(core: run.core), gathers: gathers) { witness.next($0) }
        warm(run, mailbox, witness)
        for (index, messages) in sent.enumerated() {
            run.fiber("P\(index + 1)") { for message in messages { mailbox.send(message) } }
        }
        run.atEnd {
            run.requireAll(witness.elements, from: sent)
            run.require(mailbox.gate.word.load() & Gate.mail == 0, "mail is announced that nobody will take")
        }
    }

    private static func reentrant(_ run: ScenarioRun) {
        let witness = Witness<Int>(run)
        let mailbox = Mailbox<Int>(Gate(core: run.core)) { witness.next($0) }
        warm(run, mailbox, witness)
        witness.onNext = { if $0 == 11 { mailbox.send(12) } }
        run.fiber("P1") { mailbox.send(11) }
        run.fiber("P2") { for message in [21, 22] { mailbox.send(message) } }
        run.atEnd {
            run.requireAll(witness.elements, from: [[11, 12], [21, 22]])
            witness.onNext = nil
        }
    }

    private static func reentrantAgain(_ run: ScenarioRun) {
        let witness = Witness<Int>(run)
        let mailbox = Mailbox<Int>(Gate(core: run.core)) { witness.next($0) }
        warm(run, mailbox, witness)
        witness.onNext = { if $0 == 11 { mailbox.send(12) } }
        run.fiber("P1") { [11, 13].forEach(mailbox.send) }
        run.fiber("P2") { mailbox.send(21) }
        run.atEnd {
            run.requireAll(witness.elements, from: [[11, 13], [12], [21]])
            witness.onNext = nil
        }
    }

    /// Who looks in leaves no message behind that would make it look after those of others.
    private static func passerBy(_ run: ScenarioRun) {
        let witness = Witness<Int>(run)
        let gate = Gate(core: run.core)
        let mailbox = Mailbox<Int>(gate) { witness.next($0) }
        warm(run, mailbox, witness)
        witness.onNext = { if $0 == 11 { mailbox.send(12) } }
        run.fiber("P1") { mailbox.send(11) }
        run.fiber("P2") { if gate.enter() { mailbox.finish() } }
        run.atEnd {
            run.requireAll(witness.elements, from: [[11, 12]])
            run.require(!gate.hasOwnMail.value, "the gate is free, and says that its owner has mail of its own")
            witness.onNext = nil
        }
    }

    static func closing(_ run: ScenarioRun, _ sent: [[Int]], gathers: Bool = false) {
        let witness = Witness<Int>(run)
        let segment = Segment(core: run.core)
        let mailbox = Mailbox<Int>(segment, gathers: gathers) { witness.next($0) }
        warm(run, mailbox, witness)
        for (index, messages) in sent.enumerated() {
            run.fiber("P\(index + 1)") { for message in messages { mailbox.send(message) } }
        }
        run.fiber("D") { witness.dispose(segment) }
        run.atEnd {
            for messages in sent { run.requirePrefix(witness.elements.filter(messages.contains), of: messages) }
            run.require(segment.owner == 0, "somebody is still inside")
            run.require(mailbox.inbox.isEmpty, "a message is kept that will not be delivered")
        }
    }

    /// 12 comes after 21 if its sender knows that 21 has been sent, and before 22 if that one's sender knows of 12.
    private static func ownOrder(_ run: ScenarioRun) {
        let witness = Witness<Int>(run)
        let mailbox = Mailbox<Int>(Gate(core: run.core)) { witness.next($0) }
        warm(run, mailbox, witness)
        let sent = Word(0), sentOwn = Word(0)
        var isAfter21 = false, isBefore22 = false
        witness.onNext = {
            guard $0 == 11 else { return }
            isAfter21 = sent.loadAcquiring() == 1
            mailbox.send(12)
            sentOwn.storeReleasing(1)
            mailbox.send(13)
        }
        run.fiber("P1") { mailbox.send(11) }
        run.fiber("P2") {
            mailbox.send(21)
            sent.storeReleasing(1)
            isBefore22 = sentOwn.loadAcquiring() == 1
            mailbox.send(22)
        }
        run.atEnd {
            run.requireAll(witness.elements, from: [[11, 12, 13], [21, 22]])
            func place(_ message: Int) -> Int { witness.elements.firstIndex(of: message) ?? 0 }
            run.require(!isAfter21 || place(21) < place(12), "12 overtakes 21: \(witness.elements)")
            run.require(!isBefore22 || place(12) < place(22), "22 overtakes 12: \(witness.elements)")
            run.require(mailbox.inbox.isEmpty, "a message is kept that will not be delivered")
            witness.onNext = nil
        }
    }

    /// A message may hold the mailbox it waits in: one that will never be delivered must not wait there for ever.
    private static func refused(_ run: ScenarioRun, inside: Bool) {
        final class Token {}
        let segment = Segment(core: run.core)
        let mailbox = Mailbox<Token?>(segment) { if $0 == nil { segment.cancel() } }
        run.warm { mailbox.send(Token()) }
        weak var refused: Token?
        run.fiber("P1") { if inside { mailbox.send(nil) } else { segment.cancel() } }
        run.fiber("P2") {
            let token = Token()
            refused = token
            mailbox.send(token)
        }
        run.atEnd {
            run.require(segment.owner == 0, "somebody is still inside")
            run.require(refused == nil, "a message is kept that will not be delivered")
            _ = mailbox
        }
    }

    /// A sender that has found the gate open, and then takes its time, isn't let in once it is closed and empty.
    private static func admitted(_ run: ScenarioRun) {
        let segment = Segment(core: run.core)
        let mailbox = Mailbox<Int>(segment) { _ in }
        run.fiber("P1") { mailbox.send(1) }
        run.fiber("P2") { mailbox.send(2) }
        run.fiber("disposer") {
            segment.dispose()
            run.require(segment.owner == 0, "dispose() has returned, and somebody is inside the closed gate")
        }
        run.atEnd { _ = mailbox }
    }

    /// What the thread inside has sent to itself, against a second sender and the end.
    static func ownMail(_ run: ScenarioRun) {
        let witness = Witness<Int>(run)
        let segment = Segment(core: run.core)
        let mailbox = Mailbox<Int>(segment) { witness.next($0) }
        warm(run, mailbox, witness)
        witness.onNext = { if $0 == 11 { mailbox.send(12) } }
        run.fiber("P1") { [11, 13].forEach(mailbox.send) }
        run.fiber("P2") { mailbox.send(21) }
        run.fiber("disposer") { witness.dispose(segment) }
        run.atEnd {
            run.requirePrefix(witness.elements.filter { $0 == 11 || $0 == 13 }, of: [11, 13])
            run.require(Set(witness.elements).count == witness.elements.count, "delivered twice: \(witness.elements)")
            run.require(segment.owner == 0, "somebody is still inside")
            run.require(mailbox.inbox.isEmpty, "a message is kept that will not be delivered")
            witness.onNext = nil
        }
    }

    static func warm(_ run: ScenarioRun, _ mailbox: Mailbox<Int>, _ witness: Witness<Int>) {
        witness.unwatched { run.warm { mailbox.send(0) } }
    }
}
