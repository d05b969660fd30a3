import Rx

/// Somebody who has connected: without a name until the first line, which is one. What follows is said.
struct ChatGuest {
    private var name: String?
    /// What the last event has meant to the others.
    private(set) var news: ChatLine?

    mutating func take(_ event: Event<String>) {
        switch (name, event) {
        case (nil, .next(let line)):
            let name = line.split(separator: " ").joined(separator: "-")
            guard !name.isEmpty else { return }
            self.name = name
            news = .joined(name)
        case (let name?, .next(let text)):
            news = text.isEmpty ? nil : .said(name, text)
        case (let name?, .completed), (let name?, .error):
            news = .left(name)
        case (nil, _):
            break
        }
    }
}
