import LineSockets
import Rx

/// One guest's end of a chat.
struct ChatClient {
    let name: String

    /// What the guest reads, a line an element. While it is subscribed to, `typed` is sent; the end of that closes the channel.
    ///
    /// It completes when the server has closed, or the guest has and the server has seen it.
    func transcript(over channel: any LineChannel, typed: Observable<String>) -> Observable<String> {
        let sent = Observable.just(name).concat(typed)
        let heard = channel.lines.compactMap(ChatLine.init(line:)).multicast({ PublishSubject<ChatLine>() }) { heard in
            Observable.merge(talk(in: heard), presence(in: heard))
        }
        return Observable.using(
            { CompositeDisposable(disposables: [sent.subscribe(onNext: { channel.send($0) }, onCompleted: { channel.close() })]) },
            observableFactory: { _ in heard })
    }

    private func talk(in heard: Observable<ChatLine>) -> Observable<String> {
        heard.compactMap { line in
            switch line {
            case .said(let name, let text): name == self.name ? "> \(text)" : "\(name): \(text)"
            case .joined(let name): name == self.name ? nil : "\(name) has come"
            case .left(let name): name == self.name ? nil : "\(name) has gone"
            case .here: nil
            }
        }
    }

    /// The others, each time that changes.
    private func presence(in heard: Observable<ChatLine>) -> Observable<String> {
        heard
            .compactMap { line -> [String]? in if case .here(let names) = line { names.filter { $0 != name } } else { nil } }
            .distinctUntilChanged()
            .map { $0.isEmpty ? "nobody else is here" : "here: \($0.joined(separator: ", "))" }
    }
}
