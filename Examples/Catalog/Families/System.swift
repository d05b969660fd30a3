import Foundation
import Observation
import Rx

extension Catalog {
    static let system = Family("System", "I want to be told by the system …", [
        Example("tracking", "when a property of an `@Observable` object changes", documentation: "tracking(on:)") { stage in
            let counter = Counter()
            stage.show("tracking", RxObservable.tracking(on: stage.scheduler) { counter.value }, until: 8)
            for time in [2, 5] { stage.at(time) { counter.value += 1 } }
        },
        Example("notification", "when a notification is posted") { stage in
            let center = NotificationCenter(), saved = Notification.Name("saved")
            stage.show("notification", center.rx.notification(saved).map { _ in "s" }, until: 8)
            for time in [2, 5] { stage.at(time) { center.post(name: saved, object: nil) } }
        },
    ])
}

@Observable private final class Counter: @unchecked Sendable {  // Sendable: used by one thread.
    var value = 0
}
