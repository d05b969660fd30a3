import Foundation
import Synchronization

/// A program that runs for long, to see whether anything grows.
public struct SoakProgram: Sendable {
    /// One line.
    public let title: String
    /// The variants it can run on.
    public let variants: [String]
    let body: @Sendable (Soak) throws -> Void

    /// - Parameter body: goes on until `isOver`, ends all that it has begun, and checks what it has done. Runs on a thread of its own.
    public init(_ title: String, variants: [String], body: @escaping @Sendable (Soak) throws -> Void) {
        self.title = title
        self.variants = variants
        self.body = body
    }
}

/// One run of such a program, handed to its body.
public final class Soak: Sendable {
    /// The variant to run on.
    public let variant: String
    /// For the body's random input.
    public let seed: UInt64

    private let isStopped = Atomic(false)
    private let window = Mutex(Histogram())

    init(variant: String, seed: UInt64) {
        self.variant = variant
        self.seed = seed
    }

    /// Whether the body is to come to its end.
    public var isOver: Bool { isStopped.load(ordering: .relaxed) }

    /// Keeps how long something took, in nanoseconds. On any thread; not for what happens millions of times a second.
    public func record(_ nanoseconds: Int) { window.withLock { $0.record(nanoseconds) } }

    /// Checks a result. The first that differs fails the run.
    /// - Throws: `WrongResult`, naming `what`.
    public func expect<T: Equatable>(_ actual: T, _ expected: T, _ what: String) throws {
        guard actual != expected else { return }
        throw WrongResult("\(what): got \(actual), expected \(expected)")
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// What was recorded since the last call.
    func takeWindow() -> Histogram {
        window.withLock { window in
            defer { window = Histogram() }
            return window
        }
    }
}
