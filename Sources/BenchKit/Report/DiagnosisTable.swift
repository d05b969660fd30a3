/// The checks of the machine, one line each.
public struct DiagnosisTable {
    private let checks: [Diagnosis]

    public init(_ checks: [Diagnosis]) {
        self.checks = checks
    }

    public var text: String {
        var table = Table(header: ["state", "check", "finding"], alignedAtEnd: [false, false, false])
        for check in checks { table.add([check.verdict.rawValue, check.name, check.finding]) }
        return table.text
    }
}
