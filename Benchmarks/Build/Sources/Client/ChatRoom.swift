import Foundation
import Rx

struct Message: Equatable {
    let id: UUID
    let author: String
    let text: String

    init(_ author: String, _ text: String) {
        id = UUID()
        self.author = author
        self.text = text
    }
}

enum ChatEvent {
    case joined(String)
    case said(Message)
    case left(String)
}

/// A room that remembers what was said last, and sends what is typed in order.
final class ChatRoom {
    private let events = PublishSubject<ChatEvent>()
    private let history: ReplaySubject<Message>
    private let outbox = PublishSubject<Message>()
    private let closed = PublishSubject<Void>()
    private let bag = DisposeBag()

    init(remembers count: Int) {
        history = ReplaySubject.create(bufferSize: count)
        events
            .compactMap { event -> Message? in
                guard case .said(let message) = event else { return nil }
                return message
            }
            .take(until: closed)
            .subscribe(history)
            .disposed(by: bag)
        outbox
            .concatMap { message in Observable.just(ChatEvent.said(message)) }
            .subscribe(events)
            .disposed(by: bag)
    }

    var messages: Observable<Message> { history.asObservable() }

    var present: Observable<Set<String>> {
        events
            .scan(into: Set<String>()) { names, event in
                switch event {
                case .joined(let name): names.insert(name)
                case .left(let name): names.remove(name)
                case .said: break
                }
            }
            .startWith([])
            .distinctUntilChanged()
    }

    func mentions(of name: String) -> Observable<String> {
        messages
            .skip(while: { $0.author != name })
            .filter { $0.text.contains("@" + name) }
            .map { "\($0.author): \($0.text)" }
    }

    func transcript() -> Single<String> {
        messages.map { "\($0.author): \($0.text)" }.toArray().map { $0.joined(separator: "\n") }
    }

    func join(_ name: String) { events.onNext(.joined(name)) }
    func leave(_ name: String) { events.onNext(.left(name)) }
    func say(_ text: String, as name: String) { outbox.onNext(Message(name, text)) }
    func close() { closed.onNext(()) }
}

func chatScenario() {
    let room = ChatRoom(remembers: 2)
    let present = Recorder(room.present), mentions = Recorder(room.mentions(of: "bob"))
    room.join("ada")
    room.say("is @bob there?", as: "ada")
    room.join("bob")
    room.say("hello", as: "bob")
    room.say("hello @bob", as: "ada")
    room.leave("ada")
    room.close()
    room.say("too late", as: "bob")

    expect(present.elements.map { $0.sorted() }, [[], ["ada"], ["ada", "bob"], ["bob"]], "chat: who is there")
    expect(mentions.elements, ["ada: hello @bob"], "chat: mentions")
    expect(Recorder(room.transcript().asObservable()).elements, ["bob: hello\nada: hello @bob"], "chat: transcript")
}
