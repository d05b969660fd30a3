/// `rxbench report`: what results files say, as text, as a page, as a comment or as test results.
func reportCommand(_ suite: Suite) -> Command {
    let options = [
        Option("html", value: .text(placeholder: "FILE"), "Write one page there that needs nothing else."),
        Option("markdown", "Print the report for a pull request's comment."),
        Option("junit", value: .text(placeholder: "FILE"), "Write it there as test results, for a build server."),
    ]
    return Command(
        "report", "Tell what results files say: as text, a page, a comment or test results.", options: options, operands: "RESULTS.json ..."
    ) { parsed, output in
        var report = ReportOptions(files: parsed.operands, variantsTitle: suite.variantsTitle)
        report.html = parsed.value("html")
        report.junit = parsed.value("junit")
        report.printsMarkdown = parsed.has("markdown")
        return try ReportSession(options: report, output: output).run()
    }
}
