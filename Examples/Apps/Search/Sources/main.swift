// Searches the pages in a folder while you type: SearchApp [FOLDER]. Enter ends it. Where a pipe types, only the last state is printed.
import Dispatch
import Foundation
import Rx

let keyboard = TerminalKeyboard()
let index = TextIndex(folder: CommandLine.arguments.dropFirst().first ?? ".", scheduler: SerialDispatchQueueScheduler(qos: .userInitiated))
let box = SearchBox(keyboard: keyboard, source: index, scheduler: SerialDispatchQueueScheduler(qos: .userInteractive))
let page = SearchPage()
let rawMode = RawMode()

let states = keyboard.isTerminal ? box.states : box.states.takeLast(1)
let subscription = states.subscribe(
    onNext: { state in
        let clear = keyboard.isTerminal ? "\u{1b}[H\u{1b}[J" : ""
        FileHandle.standardOutput.write(Data((clear + page.lines(of: state).joined(separator: "\n") + "\n").utf8))
    },
    onDisposed: {
        rawMode.dispose()
        exit(0)
    })
dispatchMain()
