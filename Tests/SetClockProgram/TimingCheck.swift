import Dispatch
import Foundation
import Rx

enum Uptime {
    /// In seconds.
    static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) * 1e-9 }
}

/// One operator on one scheduler: something that must come so often, never sooner than so long after what came before.
final class TimingCheck: @unchecked Sendable {  // Sendable: what changes is guarded by `lock`.
    static let dueTime = 0.03
    static let interval = RxTimeInterval.milliseconds(30)

    private let name: String
    private let wanted: Int
    private let subscribe: (TimingCheck) -> any Disposable
    private let send: () -> Void
    private let lock = NSLock()
    private var last = 0.0
    private var came = 0
    private var early: Double?
    private var subscription: (any Disposable)?

    /// - Parameters:
    ///   - wanted: how often something has to come.
    ///   - send: what the source sends again and again while that is waited for.
    init(_ name: String, wanted: Int, send: @escaping () -> Void, subscribe: @escaping (TimingCheck) -> any Disposable) {
        self.name = name
        self.wanted = wanted
        self.send = send
        self.subscribe = subscribe
    }

    func begin() {
        last = Uptime.now
        subscription = subscribe(self)
        send()
    }

    func goOn() { send() }

    /// From now on something may come after the due time only.
    func mark(_ time: Double = Uptime.now) { lock.withLock { last = time } }

    /// What has been due has come.
    func arrived() {
        lock.withLock {
            let now = Uptime.now
            // A timer's nanoseconds are rounded.
            if now - last < TimingCheck.dueTime - 1e-6 { early = early ?? now - last }
            last = now
            came += 1
        }
    }

    /// Something has come that needs no waiting.
    func passed() { mark() }

    var isWaiting: Bool { lock.withLock { came < wanted } }

    var fault: String? {
        lock.withLock {
            if let early { return "\(name): came after \(early) s" }
            return came < wanted ? "\(name): came \(came) times of \(wanted)" : nil
        }
    }
}
