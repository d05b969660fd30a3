// swift-tools-version: 6.0
// A program in Swift 5 mode, as most that use RxSwift are. A warning is an error; once more with the strict checks of concurrency.
import PackageDescription

let package = Package(
    name: "Swift5",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Rx", path: "../../..")],
    targets: [
        .target(name: "Idioms", dependencies: [.product(name: "Rx", package: "Rx")], swiftSettings: [.unsafeFlags(["-warnings-as-errors"])]),
        .target(
            name: "StrictIdioms", dependencies: [.product(name: "Rx", package: "Rx")],
            swiftSettings: [.unsafeFlags(["-strict-concurrency=complete", "-warnings-as-errors"])]),
        .target(name: "Conformances", dependencies: [.product(name: "Rx", package: "Rx")], swiftSettings: [.unsafeFlags(["-warnings-as-errors"])]),
    ],
    swiftLanguageModes: [.v5]
)
