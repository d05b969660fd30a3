// swift-tools-version: 6.0
// Three small applications, each with its tests. A package of its own, so that nobody who depends on the library builds it.
import PackageDescription

let rx = Target.Dependency.product(name: "Rx", package: "Rx")
let testing = [rx, .product(name: "RxTest", package: "Rx"), .product(name: "RxBlocking", package: "Rx")]

let package = Package(
    name: "Apps",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Rx", path: "../..")],
    targets: [
        .target(name: "LineSockets", dependencies: [rx], path: "LineSockets/Sources"),
        .testTarget(name: "LineSocketsTests", dependencies: ["LineSockets"] + testing, path: "LineSockets/Tests"),

        .executableTarget(name: "SearchApp", dependencies: [rx], path: "Search/Sources"),
        .testTarget(name: "SearchAppTests", dependencies: ["SearchApp"] + testing, path: "Search/Tests"),

        .executableTarget(name: "TickerApp", dependencies: [rx, "LineSockets"], path: "Ticker/Sources"),
        .testTarget(name: "TickerAppTests", dependencies: ["TickerApp", "LineSockets"] + testing, path: "Ticker/Tests"),

        .executableTarget(name: "ChatApp", dependencies: [rx, "LineSockets"], path: "Chat/Sources"),
        .testTarget(name: "ChatAppTests", dependencies: ["ChatApp", "LineSockets"] + testing, path: "Chat/Tests"),
    ],
    swiftLanguageModes: [.v6]
)
