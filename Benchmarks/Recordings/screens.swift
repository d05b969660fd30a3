// Works out what the search of `real.search` must show while `keystrokes.json` is typed once, as a list of things that
// happen one after the other. Writes `screens.json`:
//
//     swift Benchmarks/Recordings/screens.swift <Benchmarks/Recordings/keystrokes.json >Benchmarks/Recordings/screens.json
//
// The rules. A text is passed on at once, and then none for 299.7 ms, at whose end the last one that came is passed on, if
// one came, and the same time begins anew. A text that is the one passed on before starts nothing. Each other one gives up
// the search before and starts its own: up to three attempts, each of which takes a while and gives a number of results or fails.
// All times in microseconds.
import Foundation

let strokes = try JSONSerialization.jsonObject(with: FileHandle.standardInput.readDataToEndOfFile()) as! [[Any]]
var field = "", waiting: String?, query: String?, attempt = 0
var quietUntil: Int?, answerDue: Int?
var lines: [String] = []

func show(_ time: Int, _ kind: String, _ count: Int? = nil) {
    let quoted = String(decoding: try! JSONSerialization.data(withJSONObject: query!, options: .fragmentsAllowed), as: UTF8.self)
    lines.append("[\(time), \"\(kind)\", \(quoted)" + (count.map { ", \($0)" } ?? "") + "]")
}

/// FNV-1a of the attempt and the query says how the server answers.
func serverAnswer() -> (takes: Int, count: Int?) {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in [UInt64(attempt)] + query!.utf8.map(UInt64.init) { hash = (hash ^ byte) &* 1_099_511_628_211 }
    let isError = hash / 65_536 % 3 == 0
    return (60_037 + Int(hash / 4_294_967_296 % 200) * 1000, isError ? nil : Int(hash / 1_099_511_627_776 % 1000))
}

func pass(_ text: String, _ time: Int) {
    quietUntil = time + 299_700
    if text == query { return }
    query = text
    show(time, "searching")
    attempt = 1
    answerDue = time + serverAnswer().takes
}

func endOfQuiet(_ time: Int) {
    quietUntil = nil
    guard let text = waiting else { return }
    waiting = nil
    pass(text, time)
}

func answer(_ time: Int) {
    answerDue = nil
    if let count = serverAnswer().count {
        show(time, "results", count)
    } else if attempt == 3 {
        show(time, "failed")
    } else {
        attempt += 1
        answerDue = time + serverAnswer().takes
    }
}

/// What is due before the next key, the earliest first.
func catchUp(to time: Int) {
    while let next = [quietUntil, answerDue].compactMap({ $0 }).min(), next <= time {
        if next == quietUntil { endOfQuiet(next) } else { answer(next) }
    }
}

for stroke in strokes {
    let time = (stroke[0] as! Int) * 1000, key = stroke[1] as! String
    catchUp(to: time)
    if key == "\r" { field = "" } else if key == "\u{8}" { field.removeLast() } else { field += key }
    if quietUntil != nil { waiting = field } else { pass(field, time) }
}
print("[\n" + lines.joined(separator: ",\n") + "\n]")
