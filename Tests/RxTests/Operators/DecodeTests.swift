import Foundation
import Rx
import RxTest
import Testing

@Suite struct DecodeTests {
    private struct Point: Codable, Equatable {
        let x: Int
    }

    @Test(arguments: Core.allCases)
    func decodeMakesAValueOfEachElement(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([
                .next(210, Data(#"{"x": 1}"#.utf8)), .next(220, Data(#"{"x": 2}"#.utf8)), .completed(230),
            ])
            expect(
                scheduler.start { source.decode(type: Point.self, decoder: JSONDecoder()) },
                [.next(210, Point(x: 1)), .next(220, Point(x: 2)), .completed(230)])
        }
    }

    @Test(arguments: Core.allCases)
    func dataThatCannotBeDecodedEndsTheSequence(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, Data("?".utf8)), .next(220, Data("{}".utf8))])
            let result = scheduler.start { source.decode(type: Point.self, decoder: JSONDecoder()) }
            #expect(result.events.count == 1)
            #expect(result.events.first?.value.error is DecodingError)
            expect(source, subscribed: [200...210])
        }
    }

    @Test func propertyListsAreDecodedToo() throws {
        let data = try PropertyListEncoder().encode(Point(x: 3))
        var points: [Point] = []
        _ = Observable.just(data).decode(type: Point.self, decoder: PropertyListDecoder()).subscribe(onNext: { points.append($0) })
        expect(points, [Point(x: 3)])
    }
}
