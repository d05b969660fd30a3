extension GeneratedFile {
    public static let all: [GeneratedFile] =
        [observableCombineLatest, observableZip] + infallible + shared(.combineLatest, strategy: "SharingStrategy")
        + shared(.zip, strategy: "O1.SharingStrategy") + [single, maybe]

    private static let observableCombineLatest = GeneratedFile(
        path: "Sources/Rx/Operators/Combining/CombineLatestArity.swift", reason: reason(slot: "Latest"),
        families: [
            ObservableSelecting(
                operation: .combineLatest, slot: "Latest",
                documentation: """
                    What `resultSelector` makes of the latest elements, for each element of any source once every source has sent one.

                        source1  1-----2----3--|
                        source2  ---a-----b--|
                        result   ---1a-2a-2b3b-|

                    Completes when all sources have, or when an element comes while every other source has completed and one of them was
                    empty. The first error ends it. Cost: no allocation for an event.
                    """),
            ObservableTuples(
                operation: .combineLatest,
                documentation: "The latest elements as a tuple, for each element of any source once every source has sent one."),
        ])

    private static let observableZip = GeneratedFile(
        path: "Sources/Rx/Operators/Combining/ZipArity.swift", reason: reason(slot: "Pending"),
        families: [
            ObservableSelecting(
                operation: .zip, slot: "Pending",
                documentation: """
                    What `resultSelector` makes of the first elements, of the second elements, and so on.

                        source1  1--2-----3--|
                        source2  --a--b--------|
                        result   --1a-2b-------|

                    Elements wait, in a queue without a bound, for their partners. Completes when all sources have completed, not sooner.
                    The first error ends it at once. Cost: no allocation for an event once the queues are large enough.
                    """),
            ObservableTuples(operation: .zip, documentation: "The first elements as a tuple, the second elements, and so on."),
        ])

    private static let infallible = [
        GeneratedFile(
            path: "Sources/Rx/Traits/Infallible/Infallible+CombineLatest.swift", reason: reason(.combineLatest),
            families: [InfallibleCombineLatest(), InfallibleTuples()]),
        GeneratedFile(
            path: "Sources/Rx/Traits/Infallible/Infallible+Zip.swift", reason: reason(.zip), families: [InfallibleZip()]),
    ]

    private static func shared(_ operation: ArityOperation, strategy: String) -> [GeneratedFile] {
        let path = "Sources/Rx/Traits/SharedSequence/SharedSequence+\(operation.name.prefix(1).uppercased())\(operation.name.dropFirst())"
        return [
            GeneratedFile(
                path: "\(path).swift", reason: reason(operation),
                families: [SharedSequenceSelecting(operation: operation, strategy: strategy)]),
            GeneratedFile(
                path: "\(path)Tuples.swift", reason: reason(operation),
                families: [SharedSequenceTuples(operation: operation, strategy: strategy)]),
        ]
    }

    private static let single = primitive("Single", ending: "The first error ends it.")
    private static let maybe = primitive(
        "Maybe",
        ending: """
            The first error ends it.
            Where one has no element the result has none: it completes when all have ended.
            """)

    private static func primitive(_ name: String, ending: String) -> GeneratedFile {
        GeneratedFile(
            path: "Sources/Rx/Traits/\(name)+Zip.swift", reason: reason(.zip),
            families: [
                PrimitiveSequenceSelecting(trait: "\(name)Trait", ending: ending),
                PrimitiveSequenceTuples(trait: "\(name)Trait", ending: ending),
            ])
    }

    private static func reason(slot: String) -> String {
        """
        One shape for each number of sources; what they do is in `Rows` and `\(slot)`. Parameter packs would write it once,
        but the compiler (6.3.1) crashes on closures that capture a pack.
        """
    }

    private static func reason(_ operation: ArityOperation) -> String {
        "One shape for each number of sources; see `ObservableType.\(operation.name)` of as many."
    }
}
