// A chat on this machine.
//
//     ChatApp                  a server and three guests in one process, who talk and go
//     ChatApp serve [PORT]     a server, until it is ended; it prints its port
//     ChatApp join PORT NAME   a guest who says what is typed, until the end of input
import Dispatch
import Foundation
import LineSockets
import Rx

/// Prints what comes, at once where a pipe reads it, too, and ends the program at the end.
func run(_ lines: Observable<String>) -> Never {
    func show(_ line: String) {
        print(line)
        fflush(nil)
    }
    let subscription = lines.subscribe(
        onNext: show,
        onError: { error in
            show("ChatApp: \(error)")
            exit(1)
        },
        onCompleted: { exit(0) })
    withExtendedLifetime(subscription) { dispatchMain() }
}

func serve(_ port: UInt16) -> Observable<String> {
    Observable.deferred {
        let listener = try LineListener(port: port)
        return Observable.create { _ in ChatServer().open(to: listener.channels) }.startWith("port \(listener.port)")
    }
}

func join(_ port: UInt16, as name: String, typing typed: Observable<String>) -> Observable<String> {
    Observable.deferred { ChatClient(name: name).transcript(over: try LineSocket(port: port), typed: typed) }
}

/// What is typed. Nobody can stop `readLine`, so its thread stays until the end of input.
let typed = Observable<String>.create { observer in
    Thread.detachNewThread {
        while let line = readLine() { observer.onNext(line) }
        observer.onCompleted()
    }
    return Disposables.create()
}

func demonstrate() -> Observable<String> {
    let scheduler = SerialScheduler()

    func guest(_ name: String, on port: UInt16, at milliseconds: Int, says texts: [String]) -> Observable<String> {
        let typed = Observable.from(texts).concatMap { Observable.just($0).delay(.seconds(1), scheduler: scheduler) }
        return join(port, as: name, typing: typed)
            .map { "\(name)'s screen   \($0)" }
            .delaySubscription(.milliseconds(milliseconds), scheduler: scheduler)
    }
    return Observable.deferred {
        let listener = try LineListener(), serving = ChatServer().open(to: listener.channels)
        return Observable.merge(
            guest("ada", on: listener.port, at: 0, says: ["Anybody there?", "Good to see you.", "I have to go."]),
            guest("grace", on: listener.port, at: 300, says: ["Good morning!", "So have I."]),
            guest("edsger", on: listener.port, at: 600, says: ["Hello. Who was that?"])
        )
        .do(onDispose: serving.dispose)
    }
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.isEmpty {
    run(demonstrate())
} else if arguments.first == "serve", arguments.count <= 2, let port = UInt16(arguments.dropFirst().first ?? "0") {
    run(serve(port))
} else if arguments.first == "join", arguments.count == 3, let port = UInt16(arguments[1]) {
    run(join(port, as: arguments[2], typing: typed))
} else {
    print("usage: ChatApp [serve [PORT] | join PORT NAME]")
    exit(64)
}
