import LineSockets
import Rx

/// A room. What happens in it comes from all guests, one event at a time, and goes to all of them.
struct ChatServer {
    private let news = PublishRelay<ChatLine>()
    private let present = BehaviorRelay<[String]>(value: [])

    /// Lets in whoever comes through `channels`, until the result is disposed.
    func open(to channels: Observable<any LineChannel>) -> any Disposable {
        let names = news.scan(into: [String]()) { names, news in
            switch news {
            case .joined(let name): names = (names + [name]).sorted()
            case .left(let name): names.firstIndex(of: name).map { _ = names.remove(at: $0) }
            case .said, .here: break
            }
        }
        return Disposables.create(
            names.distinctUntilChanged().bind(to: present),
            channels.flatMap(visit).bind(to: news))
    }

    /// A guest hears all that happens and, at once, who is there. The result is what the guest does.
    private func visit(of channel: any LineChannel) -> Observable<ChatLine> {
        let heard = Observable.merge(news.asObservable(), present.map(ChatLine.here))
        let done = channel.lines
            .materialize()
            .scan(into: ChatGuest()) { guest, event in guest.take(event) }
            .compactMap(\.news)
        return Observable.using(
            { CompositeDisposable(disposables: [heard.subscribe(onNext: { channel.send($0.line) })]) }, observableFactory: { _ in done })
    }
}
