@testable import Rx
import RxPlatform

/// A thread that has delivered a message of others offers its place: against those who may take it, and those who close the gate.
enum HandOverScenarios {
    static let all: [Scenario] = [
        Scenario(
            "hand-over/2-producers", "2 threads send 2 and 3 messages", lock: .preemptions(4), queue: .preemptions(3),
            biases: [.off, .on], handOverAfter: 1
        ) { MailboxScenarios.producers($0, [[11, 12], [21, 22, 23]]) },
        Scenario(
            "hand-over/3-producers", "3 threads send 5 messages", lock: .preemptions(3), queue: .preemptions(3),
            biases: [.off, .on], handOverAfter: 1
        ) { MailboxScenarios.producers($0, [[11], [21, 22], [31, 32]]) },
        Scenario(
            "hand-over/re-entrant", "a handler sends to its own mailbox twice while another thread sends",
            lock: .preemptions(4), queue: .preemptions(5), biases: [.off, .on], handOverAfter: 1
        ) { reentrant($0) },
        Scenario(
            "hand-over/own-mail", "a handler sends to itself, another thread sends, a third disposes",
            lock: .preemptions(3), queue: .preemptions(3), biases: [.off, .on], handOverAfter: 1
        ) { MailboxScenarios.ownMail($0) },
        Scenario(
            "hand-over/close", "3 threads send while a fourth one disposes", lock: .preemptions(3), queue: .preemptions(3),
            biases: [.off, .on], handOverAfter: 1
        ) { MailboxScenarios.closing($0, [[11], [21], [31]]) },
    ]

    /// What a thread sends to itself it delivers itself, before its `send` returns.
    private static func reentrant(_ trial: Trial) {
        let witness = Witness<Int>(trial)
        let mailbox = Mailbox<Int>(Gate(core: trial.core)) { witness.next($0) }
        MailboxScenarios.warm(trial, mailbox, witness)
        var sender: UInt = 0
        witness.onNext = {
            if $0 == 11 { sender = threadToken() }
            if $0 == 11 || $0 == 12 { mailbox.send($0 + 1) }
        }
        for message in [11, 21] {
            trial.fiber("P\(message / 10)") {
                mailbox.send(message)
                trial.require(sender != threadToken() || witness.elements.contains(13), "send() has returned before its own mail was delivered")
            }
        }
        trial.atEnd {
            trial.requireAll(witness.elements, from: [[11, 12, 13], [21]])
            witness.onNext = nil
        }
    }
}
