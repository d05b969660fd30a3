import RxPlatform

/// When the owner of a mailbox offers its place. It knows nothing of threads: what it is told decides.
///
/// No thread waits to enter a gate, so none is there to relieve an owner that others keep inside by what they send. An owner that has delivered
/// enough looks whether mail of others waits behind the batch, and no own mail, and then offers its place: a sender that comes meanwhile takes it,
/// with the rest of the batch and the mail.
@frozen
@usableFromInline
struct HandOver {
    @frozen
    @usableFromInline
    enum Action: Equatable {
        case goOn, offer
    }

    /// What became of an offer.
    @frozen
    @usableFromInline
    enum Offer: Equatable {
        case taken
        /// No sender has come.
        case declined
        /// No mail of others waits, or there is own mail, which the owner has to deliver itself.
        case notMade
    }

    /// How many messages the owner delivers until it offers its place.
    @usableFromInline private(set) var left: Int

    @inlinable @inline(__always)
    init() { left = Tuning.handOverAfter }

    @inlinable @inline(__always)
    mutating func next(afterDelivering count: Int) -> Action {
        left &-= count
        return left > 0 ? .goOn : .offer
    }

    @inlinable @inline(__always)
    mutating func goOn(after offer: Offer) { left = offer == .declined ? Tuning.handOverAfter : Tuning.offerAgainAfter }
}

extension Gate {
    /// By the owner, when mail waits: offers its place for a moment. `true`: a sender has taken it, with the mail, or the gate has
    /// been closed. `false`: still inside.
    ///
    /// An offered gate has mail and no owner. `enter` finds it occupied; a thread that leaves mail there goes inside and delivers all in order,
    /// as after any message that found the gate empty.
    @usableFromInline @inline(never)
    final func offerPlace() -> Bool {
        let me = threadToken()
        guard exchangeWord(me | Gate.mail, Gate.mail) else { return false }
        linger(Tuning.hintsOfPause)
        giveWay()  // One of those that wait for this processor may be a sender.
        return !exchangeWord(Gate.mail, me | Gate.mail)
    }
}

extension Mailbox {
    /// As `send`, for a visitor, which comes now and then, as a timer does: where another thread sends meanwhile, that sender gets the place, and
    /// the visitor leaves, instead of delivering what the other thread sends for as long as it does.
    func visit(_ message: consuming Message) {
        guard gate.enter() else { return post(message) }
        handler(&message)
        if gate.leave() { return }
        // The visitor delivers own mail itself. In a gate that is biased to it nothing in `word` tells of that, and nothing must.
        if gate.hasOwnMail.value { return drain() }
        gate.remind()
        if offer() != .taken { drain() }
    }

    /// By an owner that has delivered enough.
    @usableFromInline @inline(never)
    func offer() -> HandOver.Offer {
        if gate.hasOwnMail.value || gate.word.load() & Gate.mail == 0 { return .notMade }
        guard gate.offerPlace() else { return .declined }
        freeRefused()
        return .taken
    }

    /// After a hand-over. If the gate was closed before a sender took the place, no thread will take the mail, and it may hold
    /// this mailbox.
    @usableFromInline @inline(never)
    func freeRefused() {
        guard gate.isClosed else { return }
        freeWaiting()
        inbox.free(exchangeRest(0), gate)
    }

    // MARK: The rest of a batch that was divided

    /// By the owner. 0: it was freed, as the gate is closed.
    @usableFromInline @inline(never)
    func takeRest() -> UInt {
        hasRest.value = false
        return exchangeRest(0)
    }

    @usableFromInline @inline(never)
    func leaveRest(_ rest: UInt) {
        _ = exchangeRest(rest)
        hasRest.value = true
    }

    private func exchangeRest(_ new: UInt) -> UInt {
        gate.lock.with(gate) {
            defer { rest.value = new }
            return rest.value
        }
    }
}
