import Rx
import RxTest
import Testing

/// A chat server: rooms share one connection each, newcomers get the last messages, whoever is slow or leaves disturbs nobody.
private final class ChatServer {
    private(set) var connections = 0
    private let connect: (String) -> Observable<String>
    private var rooms: [String: Observable<String>] = [:]

    init(connect: @escaping (String) -> Observable<String>) { self.connect = connect }

    func join(_ room: String) -> Observable<String> {
        if let shared = rooms[room] { return shared }
        let source = Observable<String>.deferred { [unowned self] in
            connections += 1
            return connect(room)
        }
        let shared = source.share(replay: 2)
        rooms[room] = shared
        return shared
    }
}

@Suite struct ChatProgram {
    @Test(arguments: Core.allCases)
    func roomIsConnectedOnceAndNewcomersGetTheLastMessages(core: Core) throws {
        try core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let room = scheduler.cold("-a-b-c----d-e-")
            let server = ChatServer { _ in room.asObservable() }
            let early = scheduler.createObserver(String.self)
            let subscription = server.join("swift").subscribe(early)
            scheduler.scheduleAt(11) { subscription.dispose() }
            try scheduler.expect("------(bc)d-e", subscribed: "------^-------!") {
                server.join("swift")
            }
            #expect(early.events.compactMap(\.value.element) == ["a", "b", "c", "d"])
            #expect(server.connections == 1)
            try room.expect(subscriptions: "^-------------!")
        }
    }

    @Test(arguments: Core.allCases)
    func roomThatEverybodyHasLeftIsConnectedAnew(core: Core) throws {
        try core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let room = scheduler.cold("-a-b-")
            let server = ChatServer { _ in room.asObservable() }
            try scheduler.expect("-a", subscribed: "^-!") { server.join("swift") }
            try scheduler.expect("---a", subscribed: "--^-!") { server.join("swift") }
            #expect(server.connections == 2)
            try room.expect(subscriptions: "^-!", "-----^-!")
        }
    }

    @Test(arguments: Core.allCases)
    func everyMemberGetsEveryMessageInOrderWhileOthersLeave(core: Core) {
        core.run {
            let messages = PublishSubject<Int>()
            let server = ChatServer { _ in messages.map(String.init) }
            var received = Array(repeating: [String](), count: 100), bags: [DisposeBag?] = []
            for member in 0..<100 {
                let bag = DisposeBag()
                server.join("swift").subscribe(onNext: { message in
                    received[member].append(message)
                    // Every third member leaves from within a message, with the member before it.
                    if member % 3 == 0, message == "5" {
                        bags[member] = nil
                        if member > 0 { bags[member - 1] = nil }
                    }
                }).disposed(by: bag)
                bags.append(bag)
            }
            for message in 0..<10 { messages.onNext(message) }
            let all = (0..<10).map(String.init), some = (0...5).map(String.init)
            for member in 0..<100 {
                let leaves = member % 3 == 0 || (member % 3 == 2 && member < 99)
                #expect(received[member] == (leaves ? some : all), "member \(member)")
            }
            #expect(server.connections == 1)
            bags = []
            #expect(!messages.hasObservers)
        }
    }
}
