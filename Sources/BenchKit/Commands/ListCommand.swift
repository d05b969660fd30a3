/// `rxbench list`: what there is to measure.
func listCommand(_ suite: Suite) -> Command {
    let options = Option.selection(of: suite, "List") + [.kind("List"), Option("json", "Print an array of objects instead of a table.")]
    return Command("list", "List the benchmarks.", options: options) { parsed, output in
        let listing = try Listing(suite, filter: parsed.selection(of: suite), kinds: parsed.kinds())
        output.lines(parsed.has("json") ? try listing.json() : listing.text)
        return .success
    }
}
