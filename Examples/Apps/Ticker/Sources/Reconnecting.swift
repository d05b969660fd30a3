import Rx

/// A connection that is made anew when it is lost.
enum Link<Element> {
    /// It works: this came.
    case up(Element)
    /// It is lost, and will be made again.
    case down(any Error)
}

extension ObservableType {
    /// Subscribes again after an error: at first after the shortest pause, then after twice as long each time, up to the longest one. An element
    /// shows that all is well, and the next pause is short again.
    ///
    ///     source   -1-#   #     -2-
    ///     result   -1-d---d------2-    d: down; pauses of 4, then of 6 at most
    ///
    /// - Parameter pauses: the shortest and the longest one, in milliseconds; more than 0.
    func reconnecting(after pauses: ClosedRange<Int>, scheduler: any SchedulerType) -> Observable<Link<Element>> {
        Observable.deferred {
            // Of this subscription alone.
            let next = BehaviorRelay(value: pauses.lowerBound)
            return self.asObservable()
                .do(onNext: { _ in next.accept(pauses.lowerBound) })
                .map(Link.up)
                .catch { Observable.just(.down($0)).concat(Observable.error($0)) }
                .retry(when: { (errors: Observable<any Error>) in
                    errors.flatMap { _ -> Observable<Int> in
                        let pause = next.value
                        next.accept(Swift.min(pause * 2, pauses.upperBound))
                        return .timer(.milliseconds(pause), scheduler: scheduler)
                    }
                })
        }
    }
}
