/// How much effort a run spends. All times are in seconds.
public struct Profile: Sendable, Equatable {
    public enum Name: String, Sendable, Codable, CaseIterable {
        case quick, ci, full
    }

    public let name: Name
    /// Samples of each variant, time permitting.
    let samples: Int
    /// Repetitions of each allocation count, time permitting.
    let countings: Int
    /// The shortest warm-up of each variant.
    let warmUp: Double
    /// The most that one benchmark may take, all its variants together.
    let benchmarkLimit: Double
    /// What the whole run aims to stay under: benchmarks share what is left of it evenly. A catalogue has its own time besides.
    let runLimit: Double
    /// The most that a benchmark of a catalogue may take, all its variants together.
    var catalogueLimit: Double { benchmarkLimit / 40 }

    /// For a look while developing: below a minute.
    public static let quick = Profile(
        name: .quick, samples: 15, countings: 3, warmUp: 0.08, benchmarkLimit: 1.2, runLimit: 48)
    /// For a check of every change: about two minutes.
    public static let ci = Profile(
        name: .ci, samples: 25, countings: 3, warmUp: 0.2, benchmarkLimit: 3, runLimit: 120)
    /// For results that are kept: below five minutes.
    public static let full = Profile(
        name: .full, samples: 41, countings: 5, warmUp: 0.6, benchmarkLimit: 8, runLimit: 270)

    public init?(named name: String) {
        switch Name(rawValue: name) {
        case .quick: self = .quick
        case .ci: self = .ci
        case .full: self = .full
        case nil: return nil
        }
    }

    init(
        name: Name, samples: Int, countings: Int, warmUp: Double, benchmarkLimit: Double, runLimit: Double
    ) {
        self.name = name
        self.samples = samples
        self.countings = countings
        self.warmUp = warmUp
        self.benchmarkLimit = benchmarkLimit
        self.runLimit = runLimit
    }
}
