import BenchKit
import Synchronization

/// What an observer has received. Its observer is called serially, which is what the library promises: no lock, and no
/// exclusivity checks, which would cost more than what is measured.
final class Sum {
    @exclusivity(unchecked) private(set) var value = 0
    @exclusivity(unchecked) private(set) var count = 0

    @inline(__always)
    func add(_ element: Int) {
        value &+= element
        count &+= 1
    }

    /// Only adds up: the least an observer can do.
    @inline(__always)
    func addValue(_ element: Int) { value &+= element }
}

/// An observer that catches a broken promise: it notices when it is called while it runs (G1), and when an element of a
/// producer is lost, repeated or overtaken. Elements are `index * producers + producer`.
final class SerialityCheck {
    /// Atomic, so that the optimiser leaves both stores in and a broken promise is no undefined behaviour.
    private let isInside = Atomic<Bool>(false)
    @exclusivity(unchecked) private(set) var overlaps = 0
    @exclusivity(unchecked) private(set) var disorders = 0
    /// How often the producer changed: whether the producers were at it together at all.
    @exclusivity(unchecked) private(set) var alternations = 0
    @exclusivity(unchecked) private var last = 0
    @exclusivity(unchecked) private var next: (Int, Int) = (0, 1)

    var count: Int { next.0 / 2 + next.1 / 2 }

    /// - Parameter pause: runs while the observer is busy.
    @inline(__always)
    func receive(_ element: Int, pause: () -> Void = {}) {
        if isInside.load(ordering: .relaxed) { overlaps &+= 1 }
        isInside.store(true, ordering: .relaxed)
        alternations &+= (element ^ last) & 1
        last = element
        if element & 1 == 0 {
            if next.0 != element { disorders &+= 1 }
            next.0 = element &+ 2
        } else {
            if next.1 != element { disorders &+= 1 }
            next.1 = element &+ 2
        }
        pause()
        isInside.store(false, ordering: .relaxed)
    }

    func expectAll(_ elements: Int, in run: Run) throws {
        try run.expect(overlaps, 0, "calls while the observer was running")
        try run.expect(disorders, 0, "elements lost, repeated or out of order")
        try run.expect(count, elements, "number of elements")
    }
}
