import Foundation

@testable import BenchKit

/// Where the parts of a page lie on the screen of a phone, as a browser's engine (QtWebKit, of Debian's package wkhtmltopdf) lays them out.
struct PageLayout: Decodable {
    struct Box: Decodable {
        let left, right, top, bottom: Double

        var isOnScreen: Bool { left >= 0 && top >= 0 && right <= Double(PageLayout.width) && bottom <= Double(PageLayout.height) }
    }

    /// In CSS pixels.
    static let width = 390, height = 844
    static let engine = Executables.find("wkhtmltoimage")

    /// What would have to be scrolled sideways to be seen is beyond `width`.
    let pageWidth: Int
    let verdict: Box
    /// What the first finding is about, and its first row with its figures.
    let heading, row: Box

    init(of page: String, by engine: String) throws {
        var layout: PageLayout?
        try Fixture.inFolder(["phone.html": Data(PageLayout.phone(showing: page).utf8)]) { folder in
            let lines = try ChildProcess.lines(
                of: "/bin/sh",
                [
                    "-c", "QT_QPA_PLATFORM=offscreen exec \"$@\" 2>&1", "sh", engine, "--log-level", "warn", "--debug-javascript", "--width",
                    "\(PageLayout.width)", "\(folder)/phone.html", "\(folder)/phone.png",
                ], silence: 60)
            guard let line = lines.first(where: { $0.contains(PageLayout.mark) }), let start = line.range(of: PageLayout.mark)?.upperBound else {
                throw WrongResult("the page isn't laid out: \(lines)")
            }
            layout = try JSONDecoder().decode(PageLayout.self, from: Data(line[start...].utf8))
        }
        guard let layout else { throw WrongResult("the page isn't laid out") }
        self = layout
    }

    private static let mark = "layout: "

    /// The page in a frame of the screen's size, since the engine has no window, and a script that tells where things are.
    private static func phone(showing page: String) -> String {
        // Not as the page escapes what it shows: its line breaks stay.
        let attribute = page.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "\"", with: "&quot;")
        return """
            <!DOCTYPE html><meta charset="utf-8"><body style="margin: 0"><script>
            function tell(frame) {
                var page = frame.contentDocument;
                function box(name) {
                    var box = page.querySelector(name).getBoundingClientRect();
                    return { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
                }
                console.log("\(mark)" + JSON.stringify({
                    pageWidth: page.documentElement.scrollWidth, verdict: box(".verdict"), heading: box(".cause h3"), row: box(".cause li")
                }));
            }
            </script>
            <iframe scrolling="no" style="border:0; width: \(width)px; height: \(height)px" onload="tell(this)" srcdoc="\(attribute)"></iframe>
            """
    }
}
