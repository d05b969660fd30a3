public import BenchKit

/// Everything that `rxbench stress` races over.
public let stressTargets: [StressTarget] = arenas.flatMap(\.targets)

private let arenas: [Arena] =
    subjectArenas + stageArenas + combiningArenas + consecutiveArenas + flatteningArenas + sharingArenas + timeArenas + disposableArenas
    + schedulerArenas
