import Rx

/// What lives, by kind.
struct Balance: Equatable, CustomStringConvertible {
    let counts: [Int]

    static var now: Balance { Balance(counts: Resources.Kind.allCases.map { Resources.count($0) }) }

    /// Whether it becomes what it was; the last releases may happen on other threads.
    func returns() -> Bool { eventually(within: 10) { Balance.now == self } }

    var description: String {
        zip(Resources.Kind.allCases, counts).map { "\($0): \($1)" }.joined(separator: ", ")
    }
}

/// An object that closures capture, to see that they are freed.
final class Captured {
    private let alive: AtomicCount

    init(_ alive: AtomicCount) {
        self.alive = alive
        alive.add()
    }

    deinit { alive.add(-1) }
}
