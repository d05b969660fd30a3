import Foundation
import Rx

extension AllExamples {
    static let transforming: Family = .init(
        "Transforming", "I want to change each element …",
        [
            Example("map", "into another one") { stage in
                let source = stage.hot("source", "-1-2-3-|", of: Int.self)
                stage.show("map { $0 * 10 }", source.map { $0 * 10 })
            },
            Example("compactMap", "and leave out those that give nil") { stage in
                let source = stage.hot("source", "-1-a-3-|")
                stage.show("compactMap(Int.init)", source.compactMap { Int($0) })
            },
            Example("scan", "with what came before: a running total") { stage in
                let source = stage.hot("source", "-1-2-3-|", of: Int.self)
                stage.show("scan(0, +)", source.scan(0, accumulator: +))
            },
            Example("scan(into:accumulator:)", "with what came before, changed in place") { stage in
                let source = stage.hot("source", "-a-b-c-|")
                stage.show("scan(into: [])", source.scan(into: []) { $0.append($1) })
            },
            Example("enumerated", "into itself and its number") { stage in
                let source = stage.hot("source", "-a-b-c-|")
                stage.show("enumerated", source.enumerated().map { "\($0.index)\($0.element)" })
            },
            Example("reduce", "into one result, at the end") { stage in
                let source = stage.hot("source", "-1-2-3-|", of: Int.self)
                stage.show("reduce(0, +)", source.reduce(0, accumulator: +))
            },
            Example("toArray", "into one array of all, at the end") { stage in
                let source = stage.hot("source", "-a-b-c-|")
                stage.show("toArray", source.toArray())
            },
            Example("materialize", "into an event, so that errors and completion are elements too") { stage in
                let source = stage.hot("source", "-1-2-#", of: Int.self)
                stage.show("materialize", source.materialize())
            },
            Example("dematerialize", "from an event back into what it stands for") { stage in
                let source = stage.hot("source", "-1-2-#", of: Int.self)
                stage.show("there and back", source.materialize().dematerialize())
            },
            Example("withUnretained", "into itself and an object that isn't kept alive") { stage in
                final class Screen { let name = "screen" }
                var screen: Screen? = Screen()
                let source = stage.hot("source", "-1-2-3-4-|", of: Int.self)
                stage.show("withUnretained", source.withUnretained(screen!) { screen, number in "\(screen.name)\(number)" })
                stage.at(4) { screen = nil }
            },
            Example("decode", "from JSON, or another format, into a value") { stage in
                let source = stage.hot("source", "-1-2-?-|").map { Data("[\($0)]".utf8) }
                stage.show("decode", source.decode(type: [Int].self, decoder: JSONDecoder()))
            },
        ])

    static let flattening: Family = .init(
        "Flattening", "I want each element to start a sequence of its own …",
        [
            Example("flatMap", "and all of them at the same time") { stage in
                let source = stage.hot("source", "-1---2---|", of: Int.self)
                let inner = stage.cold("inner", "a-b-c|")
                stage.show("flatMap", source.flatMap { number in inner.map { "\($0)\(number)" } })
            },
            Example("flatMapLatest", "and only the newest to go on") { stage in
                let source = stage.hot("source", "-1---2---|", of: Int.self)
                let inner = stage.cold("inner", "a-b-c-d|")
                stage.show("flatMapLatest", source.flatMapLatest { number in inner.map { "\($0)\(number)" } })
            },
            Example("flatMapFirst", "and elements to be ignored while one is running") { stage in
                let source = stage.hot("source", "-1-2---3--|", of: Int.self)
                let inner = stage.cold("inner", "a-b-c|")
                stage.show("flatMapFirst", source.flatMapFirst { number in inner.map { "\($0)\(number)" } })
            },
            Example("concatMap", "and one after the other, in order") { stage in
                let source = stage.hot("source", "-1-2-----|", of: Int.self)
                let inner = stage.cold("inner", "a-b-c|")
                stage.show("concatMap", source.concatMap { number in inner.map { "\($0)\(number)" } })
            },
            Example("switchLatest", "which the elements already are: follow the newest") { stage in
                let first = stage.hot("first", "-a-b-c-d-e-|"), second = stage.hot("second", "-1-2-3-4-5-|")
                let choice = stage.hot("choice", "1----2----|", of: Int.self)
                stage.show("switchLatest", choice.map { $0 == 1 ? first : second }.switchLatest())
            },
        ])

    static let grouping: Family = .init(
        "Grouping", "I want to put elements together …",
        [
            Example("buffer", "in arrays, by count or time") { stage in
                let source = stage.hot("source", "-1-2-3--------4-|", of: Int.self)
                stage.show("buffer(5, count: 2)", source.buffer(timeSpan: .seconds(5), count: 2, scheduler: stage.scheduler))
            },
            Example("window", "in sequences, by count or time") { stage in
                let source = stage.hot("source", "-1-2-3-4-|", of: Int.self)
                let windows = source.window(timeSpan: .seconds(20), count: 2, scheduler: stage.scheduler)
                let numbered = windows.enumerated().do(onNext: { stage.show("window \($0.index)", $0.element) })
                stage.show("windows", numbered.map(\.index))
            },
            Example("groupBy", "in one sequence for each key") { stage in
                let source = stage.hot("source", "-1-2-3-4-5-|", of: Int.self)
                let groups = source.groupBy { $0 % 2 == 0 ? "even" : "odd" }
                stage.show("groups", groups.do(onNext: { stage.show($0.key, $0) }).map(\.key))
            },
        ])
}
