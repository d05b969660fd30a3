// swift-tools-version: 6.0
import Foundation
import PackageDescription

// Fibers share one thread, so the run-time's per-thread record of accesses in progress would report conflicts that are none.
let fiberSafe: [SwiftSetting] = [.unsafeFlags(["-enforce-exclusivity=unchecked", "-enable-testing"])]

// As in the package itself: ideas of the kernel's speed that are left out.
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

let package = Package(
    name: "ModelChecker",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "modelcheck", targets: ["modelcheck"])],
    targets: [
        .target(name: "CFiber"),
        .target(name: "Explorer", dependencies: ["CFiber"], swiftSettings: fiberSafe),
        // The model platform under the real kernel: `Sources/Rx` is a link to the sources that the product is built from. `MODEL` chooses the
        // model's numbers in `Tuning`.
        .target(name: "RxPlatform", dependencies: ["Explorer"], swiftSettings: fiberSafe),
        .target(name: "Rx", dependencies: ["RxPlatform"], swiftSettings: fiberSafe + [.define("MODEL")] + withoutIdeas),
        .target(name: "Scenarios", dependencies: ["Explorer", "Rx", "RxPlatform"], swiftSettings: fiberSafe + withoutIdeas),
        .executableTarget(
            name: "modelcheck", dependencies: ["Explorer", "Rx", "Scenarios"], swiftSettings: fiberSafe,
            // Words are named after the function that makes them, which is looked up in the executable's symbols.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"], .when(platforms: [.linux]))]),
        .testTarget(
            name: "ExplorerTests", dependencies: ["Explorer"], swiftSettings: fiberSafe),
        .testTarget(
            name: "CheckerTests", dependencies: ["Explorer", "Rx", "Scenarios", "modelcheck"], swiftSettings: fiberSafe),
    ],
    swiftLanguageModes: [.v6]
)
