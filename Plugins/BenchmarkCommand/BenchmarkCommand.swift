import Foundation
import PackagePlugin

/// `swift package benchmark`: builds the package's program of benchmarks for release and runs it, with the arguments given.
///
///     swift package --allow-writing-to-package-directory benchmark run --filter sort
///     swift package --allow-writing-to-package-directory benchmark --product Mine check
///
/// `--product NAME` chooses among several programs; without it the package's only executable product that depends on BenchKit is meant, and of several the
/// one that is called like the package, then `rxbench`. Where the program ends with another exit code than 0, SwiftPM says which (`Plugin ended with exit code 2`)
/// and ends with 1 itself; 64 stands for no program to choose.
@main
struct BenchmarkCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        let asked = extractor.extractOption(named: "product")
        let name: String
        switch choice(of: asked, in: context.package) {
        case .success(let chosen): name = chosen
        case .failure(let refusal):
            Diagnostics.error(refusal.description)
            exit(64)
        }
        let built = try packageManager.build(.product(name), parameters: .init(configuration: .release, logging: .concise))
        guard built.succeeded, let program = built.builtArtifacts.first(where: { $0.kind == .executable && $0.url.lastPathComponent == name }) else {
            print(built.logText)
            Diagnostics.error("\(name) doesn't build")
            exit(1)
        }
        let process = Process()
        process.executableURL = program.url
        process.arguments = extractor.remainingArguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 || process.terminationReason == .uncaughtSignal {
            // As a shell tells it.
            exit(process.terminationReason == .uncaughtSignal ? 128 + process.terminationStatus : process.terminationStatus)
        }
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private func choice(of asked: [String], in package: Package) -> Result<String, Refusal> {
        let programs = package.products(ofType: ExecutableProduct.self)
            .filter { product in product.targets.contains { target in target.dependsOnBenchKit } }.map(\.name)
        if asked.count > 1 { return .failure(Refusal(description: "--product is given twice")) }
        if let name = asked.first {
            if programs.contains(name) { return .success(name) }
            return .failure(Refusal(description: "--product \(name): it is one of \(programs.joined(separator: ", "))"))
        }
        for preferred in [package.displayName, "rxbench"] where programs.contains(preferred) { return .success(preferred) }
        switch programs.count {
        case 1: return .success(programs[0])
        case 0: return .failure(Refusal(description: "no executable product depends on BenchKit"))
        default: return .failure(Refusal(description: "there are several programs of benchmarks: --product \(programs.joined(separator: "|"))"))
        }
    }
}

extension Target {
    /// Itself or through others.
    fileprivate var dependsOnBenchKit: Bool {
        recursiveTargetDependencies.contains { $0.name == "BenchKit" }
    }
}
