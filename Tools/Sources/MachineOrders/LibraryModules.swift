import Dispatch
import Foundation
import Synchronization
import ToolCommand

/// The library as the compiler makes it: its modules in intermediate code, and what becomes of that for aarch64.
struct LibraryModules {
    private static let triple = "aarch64-unknown-linux-gnu"

    let place: ToolPlace
    /// Where all files go.
    let folder: URL

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func sources(_ module: String) -> [String] { place.files(under: "Sources/\(module)").filter { $0.hasSuffix(".swift") } }

    /// Names of the modules, each with its code.
    func compiled() throws -> [(name: String, code: ModuleCode)] {
        let header = place.url("Sources/CRxPlatform/include/CRxPlatform.h").path
        try Data("module CRxPlatform { header \"\(header)\" export * }\n".utf8).write(to: folder.appendingPathComponent("module.modulemap"))
        try swift("RxPlatform")
        try swift("Rx")
        try shim()
        return try ["RxPlatform", "Rx", "CRxPlatform"].map { name in
            (name, ModuleCode(try String(contentsOf: folder.appendingPathComponent("\(name).ll"), encoding: .utf8), triple: Self.triple))
        }
    }

    /// As a release build compiles it: all files of a module at once.
    private func swift(_ module: String) throws {
        try run(
            "swiftc",
            [
                "-O", "-gline-tables-only", "-wmo", "-parse-as-library", "-swift-version", "6", "-package-name", "rx", "-module-name", module,
                "-I", folder.path, "-Xcc", "-fmodule-map-file=\(path("module.modulemap"))", "-emit-module", "-emit-module-path",
                path("\(module).swiftmodule"), "-emit-ir", "-o", path("\(module).ll"),
            ] + sources(module))
    }

    /// The C for aarch64 itself, with this machine's headers. What those have for this processor alone, and no type hangs on, is replaced.
    private func shim() throws {
        for (name, text) in [("gnu/stubs.h", ""), ("bits/wordsize.h", "#define __WORDSIZE 64\n")] {
            let file = folder.appendingPathComponent("include/\(name)")
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let headers = ["x86_64", "aarch64"].map { "/usr/include/\($0)-linux-gnu" }.filter { FileManager.default.fileExists(atPath: $0) }
        try run(
            try clang(),
            ["--target=\(Self.triple)", "-O2", "-gline-tables-only", "-S", "-emit-llvm", "-D__regparm__(x)=", "-isystem", path("include")]
                + headers.flatMap { ["-isystem", $0] }
                + ["-I", "Sources/CRxPlatform/include", "Sources/CRxPlatform/CRxPlatform.c", "-o", path("CRxPlatform.ll")])
    }

    /// What the code generator makes of a module, for each of the processors; at the same time.
    func assembled(_ name: String, _ code: ModuleCode, for processors: [ArmProcessor]) throws -> [ArmCode] {
        let source = folder.appendingPathComponent("\(name)-arm.ll"), clang = try clang()
        try Data(code.translated.utf8).write(to: source)
        let results = Mutex<[Int: Result<ArmCode, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: processors.count) { index in
            let result = Result {
                let file = folder.appendingPathComponent("\(name)-\(index).s")
                try run(
                    clang,
                    [
                        "--target=\(Self.triple)", "-O2", "-Xclang", "-disable-llvm-passes", "-mllvm", "-enable-tail-merge=false",
                        "-Wno-override-module",
                    ]
                        + processors[index].options + ["-S", source.path, "-o", file.path])
                return ArmCode(try String(contentsOf: file, encoding: .utf8))
            }
            results.withLock { $0[index] = result }
        }
        return try processors.indices.map { index in
            guard let result = results.withLock({ $0[index] }) else { throw ToolFailure("\(name): nothing for \(processors[index].name)") }
            return try result.get()
        }
    }

    /// That of the Swift toolchain, whose intermediate code it has to understand.
    private func clang() throws -> String {
        struct Target: Decodable {
            struct Paths: Decodable { let runtimeResourcePath: String }
            let paths: Paths
        }
        let info = try run("swiftc", ["-print-target-info"])
        let resources = try JSONDecoder().decode(Target.self, from: info).paths.runtimeResourcePath
        return URL(fileURLWithPath: resources).appendingPathComponent("../../bin/clang").standardizedFileURL.path
    }

    /// Returns what it prints.
    @discardableResult
    private func run(_ program: String, _ arguments: [String]) throws -> Data {
        let process = Process(), output = Pipe(), errors = path("errors-\(UUID().uuidString)")
        try Data().write(to: URL(fileURLWithPath: errors))
        process.executableURL = URL(fileURLWithPath: program.hasPrefix("/") ? program : "/usr/bin/env")
        process.arguments = (program.hasPrefix("/") ? [] : [program]) + arguments
        process.currentDirectoryURL = place.folder
        process.standardOutput = output
        process.standardError = FileHandle(forWritingAtPath: errors)
        do { try process.run() } catch { throw ToolFailure("\(program) can't be run: \(error.localizedDescription)") }
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        defer { try? FileManager.default.removeItem(atPath: errors) }
        guard process.terminationStatus == 0 else {
            let said = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
            let line = said.split(separator: "\n").first { $0.contains("error:") } ?? "it says nothing"
            throw ToolFailure("\(program) ends with \(process.terminationStatus): \(line)")
        }
        return printed
    }
}
