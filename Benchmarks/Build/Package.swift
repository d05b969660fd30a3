// swift-tools-version: 6.0
// What a program pays for the library before it runs; `Scripts/build-costs` measures it.
import PackageDescription

let package = Package(
    name: "BuildCosts",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Rx", path: "../..")],
    targets: [
        .executableTarget(name: "WithRx", dependencies: [.product(name: "Rx", package: "Rx")]),
        .executableTarget(name: "WithFoundation"),
        .executableTarget(name: "Client", dependencies: [.product(name: "Rx", package: "Rx")]),
        .executableTarget(name: "Expressions", dependencies: [.product(name: "Rx", package: "Rx")]),
    ],
    swiftLanguageModes: [.v6]
)
