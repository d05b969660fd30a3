/// A state as lines of a terminal.
struct SearchPage {
    var height = 12
    var width = 100

    func lines(of state: SearchBoxState) -> [String] { ["Search: \(state.text)"] + answer(state.answer) }

    private func answer(_ answer: SearchBoxState.Answer) -> [String] {
        switch answer {
        case .nothing: []
        case .searching: ["…"]
        case .failed(let reason): ["It can't be searched: \(reason)"]
        case .found(let lines):
            lines.prefix(height).map { String("\($0.file):\($0.number): \($0.text)".prefix(width)) }
                + [lines.count > height ? "and \(lines.count - height) others" : "\(lines.count) found"]
        }
    }
}
