// What `WithRx` prints, without operators.
import Foundation

let limit = ProcessInfo.processInfo.arguments.count + 3
let words = ["swift", "swift", "is", "compiled", "before", "it", "runs"]

var previous: String?, initials = "", sent = 0
outer: for word in ["the"] + words {
    let word = word.uppercased()
    guard word.count > 2, word != previous else { continue }
    previous = word
    initials += word.prefix(1)
    for text in [initials, initials.lowercased()] {
        print("\(text) of \(limit)")
        sent += 1
        if sent == limit { break outer }
    }
}
print("completed")
