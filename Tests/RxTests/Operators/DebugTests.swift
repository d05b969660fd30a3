import Foundation
import Rx
import RxTest
import Testing

@Suite struct DebugTests {
    /// What `body` prints in a process of its own, without the times.
    private func lines(_ output: [UInt8]?) -> [String] {
        String(decoding: output ?? [], as: UTF8.self).split(separator: "\n")
            .filter { $0.contains(" -> ") }
            .compactMap { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) }
    }

    @Test func debugPrintsTheSubscriptionEachEventAndTheEndOnBothCores() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            for core in Core.allCases {
                core.run {
                    _ = Observable.just(1).concat(Observable<Int>.error(Failure.first)).debug("a").subscribe(onError: { _ in })
                    Observable<Int>.never().debug("b").subscribe().dispose()
                }
            }
        }
        let once = [
            "a -> subscribed", "a -> Event next(1)", "a -> Event error(first)", "a -> isDisposed",
            "b -> subscribed", "b -> isDisposed",
        ]
        expect(lines(result?.standardOutputContent), once + once)
    }

    @Test func lineBeginsWithTheTimeAndTheCaller() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            _ = Observable<Int>.empty().debug().subscribe()
        }
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        let pattern = #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}: DebugTests\.swift:\d+ \(.*\) -> subscribed$"#
        #expect(output.split(separator: "\n").contains { $0.range(of: pattern, options: .regularExpression) != nil })
    }

    @Test func trimmedEventsKeepTwentyCharactersOfEachEnd() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            for length in [34, 35] {
                _ = Observable.just(String(repeating: "x", count: length)).debug("d", trimOutput: true).subscribe()
                _ = Observable.just(String(repeating: "y", count: length)).debug("d").subscribe()
            }
        }
        let events = lines(result?.standardOutputContent).filter { $0.contains("next") }.map { $0.dropFirst("d -> Event ".count) }
        expect(events.map(\.count), [40, 40, 43, 41])
        #expect(events.count == 4 && events[2] == "next(xxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxx)")
    }
}
