// swift-tools-version: 6.0
import PackageDescription

// What works on the library's sources. It is a package of its own, so that nobody who depends on the library builds it.
let package = Package(
    name: "Tools",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "arity", targets: ["arity"]), .executable(name: "ablation-table", targets: ["ablation-table"]),
        .executable(name: "page-check", targets: ["page-check"]), .executable(name: "tools", targets: ["tools"]),
    ],
    targets: [
        .target(name: "ArityFiles"),
        .executableTarget(name: "arity", dependencies: ["ArityFiles"]),
        .testTarget(name: "ArityFilesTests", dependencies: ["ArityFiles"]),
        .target(name: "AblationTable"),
        .executableTarget(name: "ablation-table", dependencies: ["AblationTable"]),
        .testTarget(name: "AblationTableTests", dependencies: ["AblationTable"], exclude: ["Measured"]),
        .target(name: "PageCheck"),
        .executableTarget(name: "page-check", dependencies: ["PageCheck"]),
        .testTarget(name: "PageCheckTests", dependencies: ["PageCheck"]),

        // One program with a name for each tool: `Scripts/tools` builds and runs it.
        .target(name: "ToolCommand"),
        .target(name: "ResultFiles", dependencies: ["ToolCommand"]),
        .target(name: "SourceFacts", dependencies: ["ToolCommand"]),
        .target(name: "ChangeEffects", dependencies: ["ToolCommand"]),
        .target(name: "DocumentationArchive", dependencies: ["ToolCommand", "PageCheck"]),
        // Optimised in debug builds, too: it reads a million lines.
        .target(name: "MachineOrders", dependencies: ["ToolCommand", "SourceFacts"], swiftSettings: [.unsafeFlags(["-O"])]),
        .executableTarget(
            name: "tools",
            dependencies: ["ToolCommand", "ResultFiles", "SourceFacts", "ChangeEffects", "DocumentationArchive", "MachineOrders"]),
        .testTarget(
            name: "ToolsTests",
            dependencies: ["ToolCommand", "ResultFiles", "SourceFacts", "ChangeEffects", "DocumentationArchive", "MachineOrders"]),
    ],
    swiftLanguageModes: [.v6]
)
