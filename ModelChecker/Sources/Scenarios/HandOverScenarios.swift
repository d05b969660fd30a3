@testable import Rx
import RxPlatform

/// A thread that others keep inside offers its place: against those who may take it, those who may not, and those who close the gate.
enum HandOverScenarios {
    static let all: [Scenario] =
        offers(gathers: false) + offers(gathers: true) + divided + [
            Scenario(
                "hand-over/2-disposers", "an offered place against 2 threads that dispose", lock: .preemptions(5), queue: .preemptions(5),
                quick: false
            ) { closed($0, senders: 0, disposers: 2, gathers: false) },
            Scenario(
                "hand-over/removal", "a subject's place is offered; a thread sends, one takes its observer off",
                lock: .preemptions(4), queue: .preemptions(3)
            ) { removal($0) },
            Scenario(
                "hand-over/parent", "a parent's place is offered from inside a child; a thread sends, another disposes the parent",
                lock: .preemptions(4), queue: .preemptions(3), quick: false
            ) { parent($0) },
            Scenario(
                "hand-over/visit", "a visitor, while one thread sends three messages", lock: .preemptions(3), queue: .preemptions(3), biases: .all
            ) { visit($0) },
            Scenario(
                "hand-over/visit-own", "a visitor that sends to itself, while another thread sends", lock: .preemptions(3),
                queue: .preemptions(3), biases: .all
            ) { visitOwn($0) },
            Scenario(
                "hand-over/visit-close", "a visitor, while a thread sends twice and another one disposes", lock: .preemptions(2),
                queue: .preemptions(2), biases: .all
            ) { visitClosed($0) },
            Scenario(
                "hand-over/drain", "2 threads send 2 and 3 messages", lock: .preemptions(4), queue: .preemptions(3), biases: .all,
                handOverAfter: 1, quick: false
            ) { MailboxScenarios.producers($0, [[11, 12], [21, 22, 23]]) },
            Scenario(
                "hand-over/re-entrant", "a handler sends to its own mailbox twice while another thread sends",
                lock: .preemptions(4), queue: .preemptions(5), biases: .all, handOverAfter: 1, quick: false
            ) { reentrant($0) },
            Scenario(
                "hand-over/own-mail", "a handler sends to itself, another thread sends, a third disposes",
                lock: .preemptions(3), queue: .preemptions(3), biases: .all, handOverAfter: 1, quick: false
            ) { MailboxScenarios.ownMail($0) },
            Scenario(
                "hand-over/close", "3 threads send while a fourth one disposes", lock: .preemptions(3), queue: .preemptions(3),
                biases: .all, handOverAfter: 1, quick: false
            ) { MailboxScenarios.closing($0, [[11], [21], [31]]) },
        ]

    /// They begin where a place is about to be offered, with mail of others, so that few preemptions get to what matters.
    private static func offers(gathers: Bool) -> [Scenario] {
        let suffix = gathers ? "-gathering" : ""
        return [
            Scenario(
                "hand-over/take\(suffix)", "an offered place against a thread that sends twice", lock: .preemptions(6), queue: .preemptions(5)
            ) { taken($0, [[21, 22]], gathers: gathers) },
            Scenario(
                "hand-over/again\(suffix)", "an offered place against 2 threads that offer theirs, too", lock: .preemptions(4),
                queue: .preemptions(4), handOverAfter: 1, quick: false
            ) { taken($0, [[21], [31, 32]], gathers: gathers) },
            Scenario(
                "hand-over/take-close\(suffix)", "an offered place against a thread that sends and one that disposes",
                lock: .preemptions(5), queue: .preemptions(4)
            ) { closed($0, senders: 1, disposers: 1, gathers: gathers) },
        ]
    }

    /// As those, but there is a rest of the batch, too.
    private static let divided = [
        Scenario(
            "hand-over/rest", "an offered place with a rest, against a thread that sends twice", lock: .preemptions(5), queue: .preemptions(4)
        ) { taken($0, [[21, 22]], gathers: false, rest: 19) },
        Scenario(
            "hand-over/rest-again", "an offered place with a rest, against 2 threads that offer theirs, too", lock: .preemptions(3),
            queue: .preemptions(3), handOverAfter: 1, quick: false
        ) { taken($0, [[21], [31, 32]], gathers: false, rest: 19) },
        Scenario(
            "hand-over/rest-close", "an offered place with a rest, against a thread that sends and one that disposes",
            lock: .preemptions(4), queue: .preemptions(3)
        ) { closed($0, senders: 1, disposers: 1, gathers: false, divides: true) },
        Scenario(
            "hand-over/rest-close-again", "an offered place with a rest, against 2 threads that offer theirs, too, and one that disposes",
            lock: .preemptions(2), queue: .preemptions(2), handOverAfter: 1, quick: false
        ) { closed($0, senders: 2, disposers: 1, gathers: false, divides: true) },
        Scenario(
            "hand-over/divided", "a batch is divided while a thread sends to its own mailbox and another one sends", lock: .preemptions(4),
            queue: .preemptions(4), handOverAfter: 1, quick: false
        ) { dividedOwn($0) },
    ]

    /// Fiber 0 is inside, and mail of fiber 1 waits.
    private static func fill(_ run: ScenarioRun, _ gate: Gate, _ send: () -> Void) {
        run.execution.acting(asFiber: 0) { run.require(gate.enter(), "the gate isn't free") }
        run.execution.acting(asFiber: 1, send)
    }

    /// Fiber 0 has delivered the first one of a batch, and has the rest.
    private static func divide<Message>(_ run: ScenarioRun, _ mailbox: Mailbox<Message>) {
        run.execution.acting(asFiber: 0) {
            let (count, rest) = mailbox.inbox.hand(mailbox.takeWaiting(), atMost: 1, mailbox.gate.core) { mailbox.handle(&$0) }
            if rest != 0 { mailbox.leaveRest(rest) }
            run.require(count == 1 && mailbox.hasRest.value, "the batch isn't divided")
        }
    }

    /// What `drain` does then.
    private static func offer<Message>(_ mailbox: Mailbox<Message>, else drain: () -> Void) {
        if mailbox.gate.offerPlace() { mailbox.freeRefused() } else { drain() }
    }

    private static func offer<Message>(_ mailbox: Mailbox<Message>) { offer(mailbox, else: mailbox.drain) }

    private static func taken(_ run: ScenarioRun, _ sent: [[Int]], gathers: Bool, rest: Int? = nil) {
        let witness = Witness<Int>(run)
        let mailbox = Mailbox<Int>(Gate(core: run.core), gathers: gathers) { witness.next($0) }
        if let rest {
            fill(run, mailbox.gate) { for message in [0, rest] { mailbox.send(message) } }
            witness.unwatched { divide(run, mailbox) }
            run.execution.acting(asFiber: 1) { mailbox.send(20) }
        } else {
            fill(run, mailbox.gate) { mailbox.send(20) }
        }
        run.fiber("A") { offer(mailbox) }
        for (index, messages) in sent.enumerated() {
            run.fiber("P\(index + 1)") { for message in messages { mailbox.send(message) } }
        }
        run.atEnd {
            run.requireAll(witness.elements, from: [[rest, 20].compactMap { $0 } + sent[0]] + sent.dropFirst())
            run.require(mailbox.gate.word.load() == 0, "the gate isn't free")
        }
    }

    /// What a visitor finds when it leaves it offers at once, instead of delivering it.
    private static func visit(_ run: ScenarioRun) {
        let witness = Witness<Int>(run)
        let mailbox = Mailbox<Int>(Gate(core: run.core)) { witness.next($0) }
        witness.unwatched { run.warm(1) { mailbox.send(0) } }
        run.fiber("V") { mailbox.visit(10) }
        run.fiber("P") { for message in [21, 22, 23] { mailbox.send(message) } }
        run.atEnd {
            run.requireAll(witness.elements, from: [[10], [21, 22, 23]])
            run.require(mailbox.gate.word.load() & ~(Gate.biased | ~Gate.flags) == 0, "a flag is left")
            run.require(mailbox.gate.bias.insideNow == 0, "somebody is still inside")
        }
    }

    /// The gate is biased to the visitor, if to anybody.
    private static func visitOwn(_ run: ScenarioRun) {
        let witness = Witness<Int>(run)
        let mailbox = Mailbox<Int>(Gate(core: run.core)) { witness.next($0) }
        witness.unwatched { run.warm { mailbox.send(0) } }
        witness.onNext = { if $0 == 10 { mailbox.visit(11) } }
        run.fiber("V") { mailbox.visit(10) }
        run.fiber("P") { mailbox.send(21) }
        run.atEnd {
            run.requireAll(witness.elements, from: [[10, 11], [21]])
            run.require(mailbox.gate.word.load() & ~(Gate.biased | ~Gate.flags) == 0, "a flag is left")
            run.require(mailbox.gate.bias.insideNow == 0, "somebody is still inside")
            witness.onNext = nil
        }
    }

    /// What it finds may be refused; then nobody stays inside for that.
    private static func visitClosed(_ run: ScenarioRun) {
        let witness = Witness<Int>(run), segment = Segment(core: run.core)
        let mailbox = Mailbox<Int>(segment) { witness.next($0) }
        witness.unwatched { run.warm(1) { mailbox.send(0) } }
        run.fiber("V") { mailbox.visit(10) }
        run.fiber("P") { for message in [21, 22] { mailbox.send(message) } }
        run.fiber("D") {
            witness.dispose(segment)
            run.require(segment.owner == 0, "dispose() has returned, and somebody is inside the closed gate")
        }
        run.atEnd {
            run.requirePrefix(witness.elements.filter { $0 > 20 }, of: [21, 22])
            run.require(Set(witness.elements).count == witness.elements.count, "delivered twice: \(witness.elements)")
            run.require(segment.owner == 0, "somebody is still inside")
        }
    }

    private static func closed(_ run: ScenarioRun, senders: Int, disposers: Int, gathers: Bool, divides: Bool = false) {
        final class Token {}
        let witness = Witness<Int>(run)
        let segment = Segment(core: run.core)
        let mailbox = Mailbox<(Int, Token)>(segment, gathers: gathers) { witness.next($0.0) }
        var tokens: [() -> Token?] = []
        func send(_ number: Int) {
            let token = Token()
            tokens.append { [weak token] in token }
            mailbox.send((number, token))
        }
        if divides {
            fill(run, segment) { for number in [0, 19] { send(number) } }
            witness.unwatched { divide(run, mailbox) }
            run.execution.acting(asFiber: 1) { send(20) }
        } else {
            fill(run, segment) { send(20) }
        }
        run.fiber("A") { offer(mailbox) }
        for index in 0..<senders { run.fiber("P\(index + 1)") { send(21 + index) } }
        for index in 1...disposers {
            run.fiber("D\(index)") {
                witness.dispose(segment)
                run.require(segment.owner == 0, "dispose() has returned, and somebody is inside the closed gate")
            }
        }
        run.atEnd {
            let first = divides ? [19, 20] : [20], others = (0..<senders).map { 21 + $0 }
            for other in others { run.requirePrefix(witness.elements.filter { $0 == other || $0 <= 20 }, of: first + [other]) }
            run.requirePrefix(witness.elements.filter { $0 <= 20 }, of: first)
            run.require(Set(witness.elements).count == witness.elements.count, "delivered twice: \(witness.elements)")
            run.require(segment.owner == 0, "somebody is still inside")
            run.require(tokens.allSatisfy { $0() == nil }, "a message is kept that will not be delivered")
        }
    }

    /// Who takes its observer off doesn't deliver what waits at an offered place. (What comes while it is inside a free one, it does.)
    private static func removal(_ run: ScenarioRun) {
        let subject = PublishSubject<Int>(core: run.core)
        let leaver = Witness<Int>(run, "leaver"), stayer = Witness<Int>(run, "stayer")
        let leaving = subject.subscribe(leaver, run.core), staying = subject.subscribe(stayer, run.core)
        let mailbox = subject.hub.mailbox
        var disposer: UInt = 0
        stayer.onNext = { run.require($0 != 20 || threadToken() != disposer, "who disposes has taken an offered place") }
        fill(run, mailbox.gate) { subject.onNext(20) }
        run.fiber("A") { offer(mailbox, else: subject.hub.drain) }
        run.fiber("P") { subject.onNext(21) }
        run.fiber("D") {
            disposer = threadToken()
            leaver.dispose(leaving)
            disposer = 0
        }
        run.atEnd {
            run.requireAll(stayer.elements, from: [[20, 21]])
            run.requirePrefix(leaver.elements, of: [20, 21])
            stayer.onNext = nil
            staying.dispose()
            run.require(!subject.hasObservers, "a listener is still on the list")
        }
    }

    /// A thread inside the child that offers the parent's place is still waited for.
    private static func parent(_ run: ScenarioRun) {
        let witness = Witness<Int>(run), inner = Witness<Int>(run, "child")
        let parent = Segment(core: run.core), child = ChildSegment(in: parent)
        let mailbox = Mailbox<Int>(parent) { witness.next($0) }
        fill(run, parent) { mailbox.send(20) }
        run.fiber("A") {
            child.deliver {
                inner.next(1)
                offer(mailbox)
                inner.next(2)
            }
        }
        run.fiber("P") { mailbox.send(21) }
        run.fiber("D") {
            witness.dispose(parent)
            inner.didDispose()
        }
        run.atEnd {
            run.requirePrefix(witness.elements, of: [20, 21])
            run.require(parent.owner == 0 && child.owner == 0, "somebody is still inside")
        }
    }

    /// What a thread sends to itself it delivers itself, also if that is in a batch of which it has delivered a part, or behind such a one.
    private static func dividedOwn(_ run: ScenarioRun) {
        let witness = Witness<Int>(run)
        let mailbox = Mailbox<Int>(Gate(core: run.core)) { witness.next($0) }
        var sender: UInt = 0
        witness.onNext = {
            guard $0 == 20 else { return }
            sender = threadToken()
            for message in [31, 32] { mailbox.send(message) }
        }
        fill(run, mailbox.gate) { for message in [19, 20, 21] { mailbox.send(message) } }
        func requireOwn() {
            run.require(sender != threadToken() || witness.elements.contains(32), "a thread has left before its own mail was delivered")
        }
        run.fiber("A") {
            mailbox.drain()
            requireOwn()
        }
        run.fiber("P") {
            mailbox.send(22)
            requireOwn()
        }
        run.atEnd {
            run.requireAll(witness.elements, from: [[19, 20, 21], [31, 32], [22]])
            witness.onNext = nil
        }
    }

    /// What a thread sends to itself it delivers itself, before its `send` returns.
    private static func reentrant(_ run: ScenarioRun) {
        let witness = Witness<Int>(run)
        let mailbox = Mailbox<Int>(Gate(core: run.core)) { witness.next($0) }
        MailboxScenarios.warm(run, mailbox, witness)
        var sender: UInt = 0
        witness.onNext = {
            if $0 == 11 { sender = threadToken() }
            if $0 == 11 || $0 == 12 { mailbox.send($0 + 1) }
        }
        for message in [11, 21] {
            run.fiber("P\(message / 10)") {
                mailbox.send(message)
                run.require(sender != threadToken() || witness.elements.contains(13), "send() has returned before its own mail was delivered")
            }
        }
        run.atEnd {
            run.requireAll(witness.elements, from: [[11, 12, 13], [21]])
            witness.onNext = nil
        }
    }
}
