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
        Scenario("mailbox/3-producers-2", "3 threads send 2 messages each", lock: .preemptions(2), queue: .preemptions(2), biases: .all, quick: false) {
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
            "mailbox/close-gathering", "2 producers that don't repeat the flag while a third thread closes", lock: .preemptions(3), queue: .preemptions(2),
            biases: .all, quick: false
        ) { closing($0, [[11, 12], [21]], gathers: true) },
        Scenario("mailbox/refused-inside", "a handler closes while another thread sends", biases: .all) { refused($0, inside: true) },
        Scenario("mailbox/refused-outside", "a thread closes while another one sends", biases: .all) { refused($0, inside: false) },
    ]

    static func producers(_ trial: Trial, _ sent: [[Int]], gathers: Bool = false) {
        let witness = Witness<Int>(trial)
        let mailbox = Mailbox<Int>(Gate(core: trial.core), gathers: gathers) { witness.next($0) }
        warm(trial, mailbox, witness)
        for (index, messages) in sent.enumerated() {
            trial.fiber("P\(index + 1)") { for message in messages { mailbox.send(message) } }
        }
        trial.atEnd {
            trial.requireAll(witness.elements, from: sent)
            trial.require(mailbox.gate.word.load() & Gate.mail == 0, "mail is announced that nobody will take")
        }
    }

    private static func reentrant(_ trial: Trial) {
        let witness = Witness<Int>(trial)
        let mailbox = Mailbox<Int>(Gate(core: trial.core)) { witness.next($0) }
        warm(trial, mailbox, witness)
        witness.onNext = { if $0 == 11 { mailbox.send(12) } }
        trial.fiber("P1") { mailbox.send(11) }
        trial.fiber("P2") { for message in [21, 22] { mailbox.send(message) } }
        trial.atEnd {
            trial.requireAll(witness.elements, from: [[11, 12], [21, 22]])
            witness.onNext = nil
        }
    }

    private static func reentrantAgain(_ trial: Trial) {
        let witness = Witness<Int>(trial)
        let mailbox = Mailbox<Int>(Gate(core: trial.core)) { witness.next($0) }
        warm(trial, mailbox, witness)
        witness.onNext = { if $0 == 11 { mailbox.send(12) } }
        trial.fiber("P1") { [11, 13].forEach(mailbox.send) }
        trial.fiber("P2") { mailbox.send(21) }
        trial.atEnd {
            trial.requireAll(witness.elements, from: [[11, 13], [12], [21]])
            witness.onNext = nil
        }
    }

    /// Who looks in leaves no message behind that would make it look after those of others.
    private static func passerBy(_ trial: Trial) {
        let witness = Witness<Int>(trial)
        let gate = Gate(core: trial.core)
        let mailbox = Mailbox<Int>(gate) { witness.next($0) }
        warm(trial, mailbox, witness)
        witness.onNext = { if $0 == 11 { mailbox.send(12) } }
        trial.fiber("P1") { mailbox.send(11) }
        trial.fiber("P2") { if gate.enter() { mailbox.finish() } }
        trial.atEnd {
            trial.requireAll(witness.elements, from: [[11, 12]])
            trial.require(!gate.hasOwnMail, "the gate is free, and says that its owner has mail of its own")
            witness.onNext = nil
        }
    }

    static func closing(_ trial: Trial, _ sent: [[Int]], gathers: Bool = false) {
        let witness = Witness<Int>(trial)
        let segment = Segment(core: trial.core)
        let mailbox = Mailbox<Int>(segment, gathers: gathers) { witness.next($0) }
        warm(trial, mailbox, witness)
        for (index, messages) in sent.enumerated() {
            trial.fiber("P\(index + 1)") { for message in messages { mailbox.send(message) } }
        }
        trial.fiber("D") { witness.dispose(segment) }
        trial.atEnd {
            for messages in sent { trial.requirePrefix(witness.elements.filter(messages.contains), of: messages) }
            trial.require(segment.owner == 0, "somebody is still inside")
            trial.require(mailbox.inbox.locked.waiting.isEmpty && mailbox.inbox.queued.queue.newest.load() == 0, "a message is kept that will not be delivered")
        }
    }

    /// 12 comes after 21 if its sender knows that 21 has been sent, and before 22 if that one's sender knows of 12.
    private static func ownOrder(_ trial: Trial) {
        let witness = Witness<Int>(trial)
        let mailbox = Mailbox<Int>(Gate(core: trial.core)) { witness.next($0) }
        warm(trial, mailbox, witness)
        let sent = Word(0), sentOwn = Word(0)
        var isAfter21 = false, isBefore22 = false
        witness.onNext = {
            guard $0 == 11 else { return }
            isAfter21 = sent.loadAcquiring() == 1
            mailbox.send(12)
            sentOwn.storeReleasing(1)
            mailbox.send(13)
        }
        trial.fiber("P1") { mailbox.send(11) }
        trial.fiber("P2") {
            mailbox.send(21)
            sent.storeReleasing(1)
            isBefore22 = sentOwn.loadAcquiring() == 1
            mailbox.send(22)
        }
        trial.atEnd {
            trial.requireAll(witness.elements, from: [[11, 12, 13], [21, 22]])
            func place(_ message: Int) -> Int { witness.elements.firstIndex(of: message) ?? 0 }
            trial.require(!isAfter21 || place(21) < place(12), "12 overtakes 21: \(witness.elements)")
            trial.require(!isBefore22 || place(12) < place(22), "22 overtakes 12: \(witness.elements)")
            trial.require(mailbox.own.isEmpty, "a message is kept that will not be delivered")
            witness.onNext = nil
        }
    }

    /// A message may hold the mailbox it waits in: one that will never be delivered must not wait there for ever.
    private static func refused(_ trial: Trial, inside: Bool) {
        final class Token {}
        let segment = Segment(core: trial.core)
        let mailbox = Mailbox<Token?>(segment) { if $0 == nil { segment.cancel() } }
        trial.warm { mailbox.send(Token()) }
        weak var refused: Token?
        trial.fiber("P1") { if inside { mailbox.send(nil) } else { segment.cancel() } }
        trial.fiber("P2") {
            let token = Token()
            refused = token
            mailbox.send(token)
        }
        trial.atEnd {
            trial.require(segment.owner == 0, "somebody is still inside")
            trial.require(refused == nil, "a message is kept that will not be delivered")
            _ = mailbox
        }
    }

    /// A sender that has found the gate open, and then takes its time, isn't let in once it is closed and empty.
    private static func admitted(_ trial: Trial) {
        let segment = Segment(core: trial.core)
        let mailbox = Mailbox<Int>(segment) { _ in }
        trial.fiber("P1") { mailbox.send(1) }
        trial.fiber("P2") { mailbox.send(2) }
        trial.fiber("disposer") {
            segment.dispose()
            trial.require(segment.owner == 0, "dispose() has returned, and somebody is inside the closed gate")
        }
        trial.atEnd { _ = mailbox }
    }

    /// What the thread inside has sent to itself, against a second sender and the end.
    static func ownMail(_ trial: Trial) {
        let witness = Witness<Int>(trial)
        let segment = Segment(core: trial.core)
        let mailbox = Mailbox<Int>(segment) { witness.next($0) }
        warm(trial, mailbox, witness)
        witness.onNext = { if $0 == 11 { mailbox.send(12) } }
        trial.fiber("P1") { [11, 13].forEach(mailbox.send) }
        trial.fiber("P2") { mailbox.send(21) }
        trial.fiber("disposer") { witness.dispose(segment) }
        trial.atEnd {
            trial.requirePrefix(witness.elements.filter { $0 == 11 || $0 == 13 }, of: [11, 13])
            trial.require(Set(witness.elements).count == witness.elements.count, "delivered twice: \(witness.elements)")
            trial.require(segment.owner == 0, "somebody is still inside")
            trial.require(mailbox.own.isEmpty, "a message is kept that will not be delivered")
            witness.onNext = nil
        }
    }

    static func warm(_ trial: Trial, _ mailbox: Mailbox<Int>, _ witness: Witness<Int>) {
        witness.unwatched { trial.warm { mailbox.send(0) } }
    }
}
