// swift-tools-version: 6.0
// A program in Swift 6 mode. A warning is an error.
import PackageDescription

let package = Package(
    name: "Swift6",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Rx", path: "../../..")],
    targets: [
        .target(name: "Idioms", dependencies: [.product(name: "Rx", package: "Rx")], swiftSettings: [.unsafeFlags(["-warnings-as-errors"])]),
    ],
    swiftLanguageModes: [.v6]
)
