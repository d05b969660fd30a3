import Rx

extension AllExamples {
    static let filtering: Family = .init(
        "Filtering", "I want only some of the elements …",
        [
            Example("filter", "that pass a test") { stage in
                let source = stage.hot("source", "-1-2-3-4-|", of: Int.self)
                stage.show("filter { $0 % 2 == 0 }", source.filter { $0 % 2 == 0 })
            },
            Example("distinctUntilChanged", "that differ from the one before") { stage in
                let source = stage.hot("source", "-1-1-2-2-1-|", of: Int.self)
                stage.show("distinctUntilChanged", source.distinctUntilChanged())
            },
            Example("distinctUntilChanged(_:)", "whose key differs from the one before") { stage in
                let source = stage.hot("source", "-1-3-2-4-5-|", of: Int.self)
                stage.show("distinctUntilChanged { $0 % 2 }", source.distinctUntilChanged { $0 % 2 })
            },
            Example("take", "the first few") { stage in
                let source = stage.hot("source", "-1-2-3-4-|", of: Int.self)
                stage.show("take(2)", source.take(2))
            },
            Example("takeLast", "the last few") { stage in
                let source = stage.hot("source", "-1-2-3-4-|", of: Int.self)
                stage.show("takeLast(2)", source.takeLast(2))
            },
            Example("take(while:)", "as long as a condition holds") { stage in
                let source = stage.hot("source", "-1-2-3-1-|", of: Int.self)
                stage.show("take(while: { $0 < 3 })", source.take(while: { $0 < 3 }))
                stage.show("… behavior: .inclusive", source.take(while: { $0 < 3 }, behavior: .inclusive))
            },
            Example("take(until:behavior:)", "until one meets a condition") { stage in
                let source = stage.hot("source", "-1-2-3-1-|", of: Int.self)
                stage.show("take(until: { $0 == 3 })", source.take(until: { $0 == 3 }))
            },
            Example("take(until:)", "until something else happens") { stage in
                let source = stage.hot("source", "-1-2-3-4-|", of: Int.self)
                let other = stage.hot("other", "----x-----")
                stage.show("take(until: other)", source.take(until: other))
            },
            Example("skip", "without the first few") { stage in
                let source = stage.hot("source", "-1-2-3-4-|", of: Int.self)
                stage.show("skip(2)", source.skip(2))
            },
            Example("skip(while:)", "from the first that fails a condition on") { stage in
                let source = stage.hot("source", "-1-2-3-1-|", of: Int.self)
                stage.show("skip(while: { $0 < 3 })", source.skip(while: { $0 < 3 }))
            },
            Example("skip(until:)", "after something else has happened") { stage in
                let source = stage.hot("source", "-1-2-3-4-|", of: Int.self)
                let other = stage.hot("other", "----x-----")
                stage.show("skip(until: other)", source.skip(until: other))
            },
            Example("element(at:)", "the one with a certain number") { stage in
                let source = stage.hot("source", "-a-b-c-|")
                stage.show("element(at: 1)", source.element(at: 1))
                stage.show("element(at: 5)", source.element(at: 5))
            },
            Example("single", "the only one, and an error if it isn't") { stage in
                let source = stage.hot("source", "-1-2-|", of: Int.self)
                stage.show("single()", source.single())
                stage.show("single { $0 > 1 }", source.single { $0 > 1 })
            },
            Example("first", "the first, or nil if there is none") { stage in
                let source = stage.hot("source", "-1-2-|", of: Int.self)
                stage.show("first()", source.first().map { $0 ?? 0 })
            },
            Example("ignoreElements", "none: only the end matters") { stage in
                let source = stage.hot("source", "-1-2-3-|", of: Int.self)
                stage.show("ignoreElements", source.ignoreElements())
            },
            Example("ifEmpty(default:)", "or a value, if there are none") { stage in
                let source = stage.hot("source", "---|", of: Int.self)
                stage.show("ifEmpty(default: 0)", source.ifEmpty(default: 0))
            },
            Example("ifEmpty(switchTo:)", "or another sequence, if there are none") { stage in
                let source = stage.hot("source", "---|")
                let other = stage.cold("other", "-a-b|")
                stage.show("ifEmpty(switchTo: other)", source.ifEmpty(switchTo: other))
            },
        ])

    static let filteringByTime: Family = .init(
        "Filtering by time", "I want fewer elements, by the clock …",
        [
            Example("debounce", "only those that are followed by silence") { stage in
                let source = stage.hot("source", "-a-b-c------d--e|")
                stage.show("debounce(3)", source.debounce(.seconds(3), scheduler: stage.scheduler))
            },
            Example("throttle", "at most one in each stretch of time, the first and the latest") { stage in
                let source = stage.hot("source", "-a-b-c------d--e|")
                stage.show("throttle(4)", source.throttle(.seconds(4), scheduler: stage.scheduler))
                stage.show("… latest: false", source.throttle(.seconds(4), latest: false, scheduler: stage.scheduler))
            },
            Example("sample", "the latest each time something else happens") { stage in
                let source = stage.hot("source", "-1-2-----3---|", of: Int.self)
                let sampler = stage.hot("sampler", "--x--x--x--x--x--x")
                stage.show("sample(sampler)", source.sample(sampler))
            },
            Example("take(for:scheduler:)", "those of the first seconds") { stage in
                let source = stage.hot("source", "-1-2-3-4-|", of: Int.self)
                stage.show("take(for: 4)", source.take(for: .seconds(4), scheduler: stage.scheduler))
            },
            Example("skip(_:scheduler:)", "those after the first seconds") { stage in
                let source = stage.hot("source", "-1-2-3-4-|", of: Int.self)
                stage.show("skip(4)", source.skip(.seconds(4), scheduler: stage.scheduler))
            },
        ])
}
