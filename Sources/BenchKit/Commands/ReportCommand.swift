/// `rxbench report`: what results files say, as text, as a page, as a comment or as test results.
func reportCommand(_ suite: Suite) -> Command {
    let options = [
        Option("html", value: .text(placeholder: "FILE"), "Write one page there that needs nothing else."),
        Option("markdown", "Print the report for a pull request's comment."),
        Option("junit", value: .text(placeholder: "FILE"), "Write it there as test results, for a build server."),
        Option("pictures", value: .text(placeholder: "FOLDER"), "Write the pictures there as SVG, each in light and in dark colours."),
        Option("figures", value: .text(placeholder: "FILE"), "Draw that table of programs' figures, too: lines with tabs between their fields."),
    ]
    return Command(
        "report", "Tell what results files say: as text, a page, a comment or test results.", options: options, operands: "RESULTS.json ..."
    ) { parsed, output in
        var report = ReportOptions(files: parsed.operands, variantsTitle: suite.variantsTitle)
        report.html = parsed.value("html")
        report.junit = parsed.value("junit")
        report.pictures = parsed.value("pictures")
        report.figures = parsed.value("figures")
        report.printsMarkdown = parsed.has("markdown")
        return try ReportSession(options: report, output: output).run()
    }
}
