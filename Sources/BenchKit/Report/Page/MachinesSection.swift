/// What several machines have measured, as multiples of their own floors.
struct MachinesSection {
    private let digest: Digest

    init(_ digest: Digest) {
        self.digest = digest
    }

    var markup: Markup? {
        let tables = digest.ofSeveralMachines.map { source -> Markup in
            let table = MachinesTable(source.results)
            return tag(
                "div",
                table.names.map { tag("p", $0) } + [
                    PagePart.table(
                        "Multiples of floors by machine, from \(source.name)", head: [PagePart.heads(table.header)],
                        rows: table.lines.map { line in
                            tag("tr", [PagePart.name(line.row)] + table.cells(line).dropFirst().map { PagePart.cell($0) })
                        })
                ])
        }
        return tables.isEmpty ? nil : PagePart.section("machines", "Several machines", tables)
    }
}
