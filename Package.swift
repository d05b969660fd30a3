// swift-tools-version: 6.0
import Foundation
import PackageDescription

// jemalloc is optional: with it rxbench records live, active and resident bytes beside the exact malloc counts.
let jemalloc =
    ["/usr/include", "/usr/local/include", "/opt/homebrew/include"]
    .contains { FileManager.default.fileExists(atPath: $0 + "/jemalloc/jemalloc.h") }
    && ProcessInfo.processInfo.environment["RXBENCH_WITHOUT_JEMALLOC"] == nil

// Rows of other elements than whole numbers, a String, 64 bytes, an object: where the variable is set, since they take minutes to compile.
let elements = ProcessInfo.processInfo.environment["RXBENCH_ELEMENTS"] != nil

// Without the rows of everything, most of what rxbench takes to compile: for `Scripts/ablation`, which builds it many times.
let catalogue = ProcessInfo.processInfo.environment["RXBENCH_WITHOUT_CATALOGUE"] == nil

// Ideas that make the kernel fast and that this build leaves out: names with commas between them, or `all`. See Sources/Rx/Kernel/Speed/Speed.swift.
let ideas: Set = [
    "BIAS", "GATHERING", "PREFETCHING", "CHUNK_REUSE", "SPARE_WORK", "DIRECT_TURNS", "SCALARS", "RIDING_FILTERS",
]
let leftOut: Set<String> = {
    let names = Set((ProcessInfo.processInfo.environment["RX_WITHOUT"] ?? "").split { ", ".contains($0) }.map(String.init))
    if names.contains("all") { return ideas }
    precondition(names.isSubset(of: ideas), "RX_WITHOUT: no idea is called \(names.subtracting(ideas).sorted().joined(separator: ", "))")
    return names
}()
let withoutIdeas = leftOut.sorted().map { SwiftSetting.define("RX_WITHOUT_" + $0) }

// Less code in the program in place of speed where events have to wait: see docs/Costs.md.
let smallCode: [SwiftSetting] = ProcessInfo.processInfo.environment["RX_SMALL_CODE"] != nil ? [.define("RX_SMALL_CODE")] : []

// For what no product contains: a package that depends on this one may not build targets with such flags.
let warnsOfLongTypeChecking: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-warn-long-expression-type-checking=500"])]

let package = Package(
    name: "Rx",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11)],
    products: [
        .library(name: "Rx", targets: ["Rx"]),
        .library(name: "RxTest", targets: ["RxTest"]),
        .library(name: "RxBlocking", targets: ["RxBlocking"]),
        .library(name: "RxInspector", targets: ["RxInspector"]),
        .library(name: "BenchKit", targets: ["BenchKit"]),
        .executable(name: "rxbench", targets: ["rxbench"]),
        .plugin(name: "BenchmarkCommand", targets: ["BenchmarkCommand"]),
    ],
    targets: [
        .target(name: "CRxPlatform"),
        .target(name: "RxPlatform", dependencies: ["CRxPlatform"]),
        .target(name: "Rx", dependencies: ["RxPlatform"], swiftSettings: withoutIdeas + smallCode),
        .target(name: "RxMarbles"),
        .target(name: "RxTest", dependencies: ["Rx", "RxMarbles"]),
        .target(name: "RxBlocking", dependencies: ["Rx", "RxPlatform"]),

        .target(name: "CRxInspector"),
        .target(name: "RxInspector", dependencies: ["CRxInspector", "Rx", "RxMarbles"]),
        .target(
            name: "ExampleCollection", dependencies: ["Rx", "RxTest", "RxBlocking", "RxInspector", "RxMarbles"],
            path: "Examples/Collection", swiftSettings: warnsOfLongTypeChecking),
        .executableTarget(name: "Examples", dependencies: ["Rx", "ExampleCollection"], path: "Examples/Program"),

        .target(
            name: "CAllocationCounter",
            cSettings: jemalloc ? [.define("RXBENCH_JEMALLOC")] : [],
            linkerSettings: jemalloc ? [.linkedLibrary("jemalloc", .when(platforms: [.linux]))] : []),
        .target(name: "BenchKit", dependencies: ["CAllocationCounter"]),
        .target(
            name: "Benchmarks", dependencies: ["Rx", "BenchKit", "Loads"], path: "Benchmarks",
            exclude: [
                "Build", "Catalogue", "CatalogueStorage", "Loads", "Mine", "Peer", "TenLines", "Thresholds", "Recordings/README.md",
                "Recordings/screens.swift",
            ],
            resources: [.embedInCode("Recordings/keystrokes.json"), .embedInCode("Recordings/screens.json")], swiftSettings: withoutIdeas),
        // Apart from the others: what the compiler makes of a row whose instructions are counted hangs on what else its module has.
        .target(name: "Loads", dependencies: ["Rx", "RxPlatform", "CRxPlatform", "BenchKit"], path: "Benchmarks/Loads"),
        .target(name: "CatalogueStorage", path: "Benchmarks/CatalogueStorage"),
        // RxTest imports XCTest, with which a program doesn't start on Apple's systems but in a test.
        .target(
            name: "Catalogue",
            dependencies: ["Rx", "RxBlocking", .byName(name: "RxTest", condition: .when(platforms: [.linux])), "BenchKit", "CatalogueStorage"],
            path: "Benchmarks/Catalogue",
            swiftSettings: elements ? [.define("ELEMENTS")] : []),
        .plugin(
            name: "BenchmarkCommand",
            capability: .command(
                intent: .custom(verb: "benchmark", description: "Builds the package's program of benchmarks for release and runs it"),
                permissions: [.writeToPackageDirectory(reason: "Results are written to files of the package")])),
        .executableTarget(name: "Mine", dependencies: ["BenchKit"], path: "Benchmarks/Mine"),
        .executableTarget(name: "TenLines", dependencies: ["BenchKit"], path: "Benchmarks/TenLines"),
        .executableTarget(
            name: "rxbench", dependencies: ["BenchKit", "Benchmarks", "Loads"] + (catalogue ? ["Catalogue"] : []),
            swiftSettings: catalogue ? [.define("CATALOGUE")] : []),

        .executableTarget(name: "SanitizerCheck", dependencies: ["Rx", "RxPlatform"], path: "Tests/SanitizerCheck"),
        .target(name: "CSetClock", path: "Tests/CSetClock"),
        .executableTarget(
            name: "SetClockProgram", dependencies: ["CSetClock", "Rx", "RxBlocking"], path: "Tests/SetClockProgram",
            swiftSettings: warnsOfLongTypeChecking),
        // What laws and tests of the kernel share. It sees of Rx what users see, so that it builds for release, too.
        .target(name: "LawSupport", dependencies: ["Rx", "RxPlatform"], path: "Tests/LawSupport", swiftSettings: warnsOfLongTypeChecking),
        .testTarget(
            name: "LawTests", dependencies: ["LawSupport", "Rx", "RxPlatform"], swiftSettings: warnsOfLongTypeChecking + withoutIdeas),
        .testTarget(
            name: "KernelTests", dependencies: ["LawSupport", "Rx", "RxPlatform"], swiftSettings: warnsOfLongTypeChecking + withoutIdeas),
        .testTarget(
            name: "RxTests", dependencies: ["Rx", "RxTest", "RxBlocking", "RxMarbles", "SetClockProgram"],
            swiftSettings: warnsOfLongTypeChecking),
        .testTarget(name: "ExampleTests", dependencies: ["Rx", "ExampleCollection"], swiftSettings: warnsOfLongTypeChecking),
        .executableTarget(name: "InspectedProgram", dependencies: ["Rx", "RxInspector"], path: "Tests/InspectedProgram"),
        .testTarget(
            name: "InspectorTests", dependencies: ["Rx", "RxTest", "RxInspector", "RxMarbles", "InspectedProgram"],
            swiftSettings: warnsOfLongTypeChecking),
        .testTarget(
            name: "BenchKitTests", dependencies: ["BenchKit", "Benchmarks", "Catalogue", "Mine", "TenLines"], swiftSettings: warnsOfLongTypeChecking),
    ],
    swiftLanguageModes: [.v6]
)

// For tests of the plain kernel: what else there is would only be built once more.
if ProcessInfo.processInfo.environment["RX_LAWS_ALONE"] != nil {
    package.products = []
    package.targets = package.targets.filter { ["CRxPlatform", "RxPlatform", "Rx", "LawSupport", "LawTests", "KernelTests"].contains($0.name) }
}
