/// An operator that several types have, and the words that their families share.
struct ArityOperation {
    static let combineLatest = ArityOperation(
        name: "combineLatest",
        selected: "What `resultSelector` makes of the latest elements.",
        tuples: "The latest elements.")
    static let zip = ArityOperation(
        name: "zip",
        selected: "What `resultSelector` makes of the first elements, of the second elements, and so on.",
        tuples: "The first elements, the second elements, and so on.")

    let name: String
    /// What is said of the functions with a `resultSelector`, and of those without.
    let selected, tuples: String
}
