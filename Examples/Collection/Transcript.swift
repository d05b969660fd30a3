import Rx

extension AllExamples {
    /// What every example draws and prints, for comparing.
    public static func transcript(on core: Core) -> String {
        examples.map { "== \($0.name)\n\($0.output(on: core))\n" }.joined(separator: "\n")
    }
}
