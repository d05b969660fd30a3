import Rx

extension AllExamples {
    static let combining: Family = .init(
        "Combining", "I have several sequences and want …",
        [
            Example("merge", "the elements of all, as they come", documentation: "merge(_:)") { stage in
                let letters = stage.hot("letters", "-a---b---|"), numbers = stage.hot("numbers", "---1---2---|")
                stage.show("merge", Observable.merge(letters, numbers))
            },
            Example("merge(maxConcurrent:)", "the elements of all, but only so many at a time") { stage in
                let source = stage.hot("source", "123|", of: Int.self)
                let inner = stage.cold("inner", "-a-b|")
                stage.show(
                    "merge(maxConcurrent: 2)",
                    source.map { number in inner.map { "\($0)\(number)" } }.merge(maxConcurrent: 2))
            },
            Example("concat", "one after the other") { stage in
                let first = stage.cold("first", "-a-b|"), second = stage.cold("second", "-c-d|")
                stage.show("first.concat(second)", first.concat(second))
            },
            Example("startWith", "a value before the others") { stage in
                let source = stage.hot("source", "-1-2-|", of: Int.self)
                stage.show("startWith(0)", source.startWith(0))
            },
            Example("combineLatest", "the latest of each", documentation: "combineLatest(_:_:resultSelector:)") { stage in
                let letters = stage.hot("letters", "-a---b----|"), numbers = stage.hot("numbers", "---1---2----|")
                stage.show("combineLatest", Observable.combineLatest(letters, numbers) { $0 + $1 })
            },
            Example("withLatestFrom", "the latest of one, whenever the other sends") { stage in
                let taps = stage.hot("taps", "--1---2-3-|"), letters = stage.hot("letters", "---a---b--")
                stage.show("taps.withLatestFrom(letters)", taps.withLatestFrom(letters) { $0 + $1 })
            },
            Example("zip", "pairs: first with first, second with second", documentation: "zip(_:_:resultSelector:)") { stage in
                let letters = stage.hot("letters", "-a-b-----c-|"), numbers = stage.hot("numbers", "----1-2------|")
                stage.show("zip", Observable.zip(letters, numbers) { $0 + $1 })
            },
            Example("amb", "the one that is first to send something") { stage in
                let slow = stage.cold("slow", "----a-b|"), fast = stage.cold("fast", "--1-2-3|")
                stage.show("slow.amb(fast)", slow.amb(fast))
            },
        ])

    static let failing: Family = .init(
        "Handling errors", "A sequence may fail, and then I want …",
        [
            Example("catch", "to go on with another sequence") { stage in
                let source = stage.hot("source", "-1-2-#", of: Int.self)
                let other = stage.cold("other", "-8-9|", of: Int.self)
                stage.show("catch { _ in other }", source.catch { _ in other })
            },
            Example("catchAndReturn", "one value instead") { stage in
                let source = stage.hot("source", "-1-2-#", of: Int.self)
                stage.show("catchAndReturn(0)", source.catchAndReturn(0))
            },
            Example("catch(sequence:)", "to try one source after the other") { stage in
                let first = stage.cold("first", "-a-#"), second = stage.cold("second", "-b-#"), third = stage.cold("third", "-c-|")
                stage.show("catch(sequence:)", Observable.catch(sequence: [first, second, third]))
            },
            Example("retry", "to begin again at once") { stage in
                var failures = 0
                let source = stage.cold("source", "-1-#")
                let flaky = source.catch { error in
                    failures += 1
                    return failures < 3 ? .error(error) : .just("ok")
                }
                stage.show("retry()", flaky.retry())
            },
            Example("retry(_:)", "to begin again, but not for ever") { stage in
                let source = stage.cold("source", "-1-#")
                stage.show("retry(3)", source.retry(3))
            },
            Example("retry(when:)", "to begin again later: wait longer each time") { stage in
                let source = stage.cold("source", "-1#")
                let backOff = source.retry(when: { errors in
                    errors.enumerated().flatMap { attempt, error -> Observable<Int> in
                        if attempt == 2 { return .error(error) }
                        return .timer(.seconds(2 << attempt), scheduler: stage.scheduler)
                    }
                })
                stage.show("retry(when:)", backOff)
            },
            Example("timeout", "silence to be an error") { stage in
                let source = stage.hot("source", "-1-2-------3-|", of: Int.self)
                stage.show("timeout(4)", source.timeout(.seconds(4), scheduler: stage.scheduler))
            },
            Example("timeout(_:other:scheduler:)", "another sequence after too long a silence") { stage in
                let source = stage.hot("source", "-1-2-------3-|", of: Int.self)
                let other = stage.cold("other", "-8-9|", of: Int.self)
                stage.show("timeout(4, other:)", source.timeout(.seconds(4), other: other, scheduler: stage.scheduler))
            },
        ])
}
