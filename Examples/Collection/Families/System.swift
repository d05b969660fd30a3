import Foundation
import Observation
import Rx

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension AllExamples {
    static let system: Family = .init(
        "System", "I want to be told by the system …",
        [
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
            Example("response", "when a server answers a request, whatever its status", documentation: "response(request:)") { stage in
                let server = Server()
                stage.show("status", server.session.rx.response(request: server.request).map { $0.response.statusCode })
                stage.at(3) { server.answer("nothing here", status: 404) }
            },
            Example("data", "with the data of a request that succeeded", documentation: "data(request:)") { stage in
                let server = Server(), other = Server()
                stage.show("bytes", server.session.rx.data(request: server.request).map { $0.count })
                stage.show("bytes", other.session.rx.data(request: other.request).map { $0.count })
                stage.at(3) { server.answer("hello") }
                stage.at(5) { other.answer("nothing here", status: 404) }
            },
            Example("json", "with the JSON of a request that succeeded", documentation: "json(request:options:)") { stage in
                let server = Server(), other = Server()
                stage.show("json", server.session.rx.json(request: server.request).map { $0 as? [Int] ?? [] })
                stage.show("json", other.session.rx.json(url: other.url).map { $0 as? [Int] ?? [] })
                stage.at(3) { server.answer("[1, 2]") }
                stage.at(5) { other.answer("[1, ") }
            },
        ])
}

@Observable private final class Counter: @unchecked Sendable {  // Sendable: used by one thread.
    var value = 0
}
