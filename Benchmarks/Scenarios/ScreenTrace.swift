import Foundation

/// What the search shows while the recording is typed once, as `Benchmarks/Recordings/screens.swift` worked it out, step by
/// step, knowing neither Rx nor `SearchModel`.
enum ScreenTrace {
    static let screens: [ShownScreen] = try! JSONDecoder()
        .decode([Line].self, from: Data(PackageResources.screens_json)).map(\.shown)

    /// Microseconds, a screen, its query, and of results how many.
    private struct Line: Decodable {
        let shown: ShownScreen

        init(from decoder: any Decoder) throws {
            var line = try decoder.unkeyedContainer()
            let time = try line.decode(Int.self), kind = try line.decode(String.self), query = try line.decode(String.self)
            let screen: Screen =
                switch kind {
                case "searching": .searching(query)
                case "results": .results(query, count: try line.decode(Int.self))
                case "failed": .failed(query)
                default: throw DecodingError.dataCorruptedError(in: line, debugDescription: "no screen is called \(kind)")
                }
            shown = ShownScreen(time: time, screen: screen)
        }
    }
}
