/// A digest's pictures as files of SVG: curves of latency and of growth, each once in light and once in dark colours, as pages want them that
/// choose one by what their reader prefers.
struct PictureFiles {
    /// Names without a folder.
    let all: [(name: String, text: String)]

    init(_ digest: Digest, _ table: FiguresTable?) {
        var taken: Set<String> = [], all: [(name: String, text: String)] = []
        let figures = table.flatMap { FiguresPlot(table: $0).picture }.map { [(name: "figures", picture: $0)] } ?? []
        for (what, picture) in figures + LatencySection(digest).pictures + CurvesSection(digest).pictures {
            var name = PictureFiles.name(of: what)
            // Of names that differ in signs alone.
            while !taken.insert(name).inserted { name += "-" }
            all.append(("\(name)-light.svg", picture.text(PageStyle.light)))
            all.append(("\(name)-dark.svg", picture.text(PageStyle.dark)))
        }
        self.all = all
    }

    /// Letters, digits and single hyphens: `latency-mailbox-senders-2-load-50-delay`.
    private static func name(of what: String) -> String {
        what.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
    }
}
