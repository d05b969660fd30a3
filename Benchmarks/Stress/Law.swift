/// What is checked after every round. `docs/Guarantees.md` states G1 to G4.
enum Law: String, Sendable {
    /// Two calls of an observer never overlap, and nothing follows a stop event.
    case serial = "G1"
    /// Once `dispose()` has returned, no closure of the subscription runs or starts.
    case dispose = "G2"
    /// Everything is freed, and the counts of `Resources` are what they were.
    case resources = "G3"
    /// A serial scheduler runs one item at a time, first in first out; what is cancelled in time never starts.
    case scheduling = "G4"
    /// Nothing that was sent is lost, repeated or overtaken.
    case order
    /// What has to end ends, once.
    case ending
    /// A call comes back.
    case returns
}

/// A law that did not hold in a round.
struct LawViolation: Sendable {
    let law: Law
    let message: String
}
