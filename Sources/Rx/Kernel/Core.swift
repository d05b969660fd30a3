import Foundation
import RxPlatform

/// How a subscription serialises its events. The same observable value runs on any core.
///
/// A core travels with the subscription: operators, schedulers and inner subscriptions take it from the
/// subscription that reaches them; a subject takes it when it is made.
@frozen
public struct Core: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    @frozen
    @usableFromInline
    enum Kind: UInt8, Sendable {
        case lock, queue, unchecked
        /// See `OtherCore`.
        case other
    }

    @usableFromInline let kind: Kind

    @inlinable @inline(__always)
    init(_ kind: Kind) { self.kind = kind }

    /// Lock-based: an emitter loop. State and waiting events are guarded by a short mutex, events are delivered outside it.
    @inlinable public static var lock: Core { Core(.lock) }
    /// Actor-style: one atomic word admits, messages that have to wait lie in a lock-free queue, and the owner drains it.
    @inlinable public static var queue: Core { Core(.queue) }
    /// No synchronisation at all: one thread, no waiting dispose, and no subscribing to a subject, or ending a subscription to it, while
    /// the subject tells its observers: the list would change under it. The floor that prices the guarantees; benchmarks only.
    @inlinable public static var unchecked: Core { Core(.unchecked) }

    /// The cores that keep the guarantees.
    public static let allCases: [Core] = [.lock, .queue]

    public var description: String { kind == .other ? Core.installed.name : "\(kind)" }

    /// Whether it serialises.
    @usableFromInline
    var isGuarded: Bool { kind != .unchecked }

    /// The core of a subscription that asks for none. Set it before the first subscription; `RX_CORE=lock|queue` sets it from outside.
    /// May be read and written on any thread.
    public static var `default`: Core {
        get { Core(Kind(rawValue: UInt8(truncatingIfNeeded: defaultWord.load()))!) }
        set { defaultWord.store(UInt(newValue.kind.rawValue)) }
    }

    /// What a subscription or a subject gets that is made here and now: the enclosing `run`'s core, else `default`.
    public static var current: Core {
        let chosen = ThreadSlots.core
        return chosen == 0 ? .default : Core(Kind(rawValue: UInt8(truncatingIfNeeded: chosen - 1))!)
    }

    /// Runs `body`; subscriptions and subjects that it makes on this thread use this core unless they say otherwise.
    public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = ThreadSlots.core
        ThreadSlots.core = UInt32(kind.rawValue) + 1
        defer { ThreadSlots.core = outer }
        return try body()
    }
}

private let defaultWord = Word(UInt(coreFromEnvironment().kind.rawValue))

private func coreFromEnvironment() -> Core {
    switch ProcessInfo.processInfo.environment["RX_CORE"] {
    case nil, "", "lock": return .lock
    case "queue": return .queue
    case "unchecked": return .unchecked
    case let other?:
        fatalError("RX_CORE=\(other): unknown core; use lock or queue")
    }
}
