/// `rxbench planted`: a run of the benchmarks that the gate is tested with, for the self-test. Not for people.
func plantedCommand(_ suite: Suite) -> Command {
    let faults = PlantedSuite.Fault.allCases.map(\.rawValue)
    let options = [
        Option("fault", value: .word(of: faults), fallback: "none", "What goes wrong."),
        Option("out", value: .text(placeholder: "FILE"), "Write the results there."),
        Option("limit", value: .number, fallback: "120", "End the run when one benchmark takes more seconds."),
    ]
    return Command("planted", "Run planted benchmarks.", options: options, isHidden: true) { parsed, output in
        let fault = parsed.value("fault").flatMap(PlantedSuite.Fault.init) ?? .none
        var run = RunOptions(profile: .quick, out: parsed.value("out"), writesFile: parsed.value("out") != nil)
        // The reference is an innocent row, which comes first with this seed.
        run.filter = "^\(PlantedSuite.guilty)$"
        run.seed = 1
        run.limit = try parsed.atLeastOne("limit") ?? run.limit
        return try RunSession(suite: PlantedSuite.suite(fault, of: suite), options: run, output: output).run()
    }
}
