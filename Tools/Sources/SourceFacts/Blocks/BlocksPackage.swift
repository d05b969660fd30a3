import Foundation

/// A package whose program runs blocks, one after the other. Before each it prints the mark and the block's place.
struct BlocksPackage {
    private static let mark = "\u{1}"

    /// The folder of the package that the blocks use.
    let library: String
    let blocks: [PageBlock]

    /// By their paths in the package.
    var files: [String: String] {
        var files = ["Package.swift": manifest, "Sources/Blocks/main.swift": main]
        for (number, block) in blocks.enumerated() { files["Sources/Blocks/Block\(number).swift"] = block.source(number: number) }
        return files
    }

    private var manifest: String {
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Blocks", platforms: [.macOS(.v15)],
            dependencies: [.package(name: "Rx", path: "\(library)")],
            targets: [.executableTarget(name: "Blocks", dependencies: [
                .product(name: "Rx", package: "Rx"), .product(name: "RxTest", package: "Rx"),
                .product(name: "RxBlocking", package: "Rx"), .product(name: "RxInspector", package: "Rx"),
            ])],
            swiftLanguageModes: [.v6])
        """
    }

    private var main: String {
        // A block may wait for something that never comes.
        let limit = #"DispatchQueue.global().asyncAfter(deadline: .now() + 120) { print("took too long"); exit(1) }"#
        let calls = blocks.enumerated().flatMap { number, block in
            [
                #"print("\u{1}\#(block.place)")"#, #"do { try await block\#(number)() } catch { print("threw \(error)") }"#, "fflush(nil)",
            ]
        }
        return (["import Foundation", limit] + calls).joined(separator: "\n") + "\n"
    }

    /// What is wrong with what the program printed, a message for each block.
    func defects(in output: String) -> [String] {
        var came: [String: [String]] = [:], place = ""
        for line in output.components(separatedBy: "\n") {
            if line.hasPrefix(Self.mark) { place = String(line.dropFirst()) }
            came[place, default: []] += line.hasPrefix(Self.mark) ? [] : [line]
        }
        return blocks.compactMap { $0.defect(came[$0.place]) }
    }
}
