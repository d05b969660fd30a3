/// `rxbench worker`: runs benchmarks for another rxbench, which starts it and tells it what to do. Not for people.
func workerCommand(_ suite: Suite) -> Command {
    let faults = PlantedSuite.Fault.allCases.map(\.rawValue)
    let options = [Option("planted", value: .word(of: faults), "Run the suite that tests the gate, with that fault.")]
    return Command("worker", "Run benchmarks for another process.", options: options, isHidden: true) { parsed, _ in
        let fault = parsed.value("planted").flatMap(PlantedSuite.Fault.init)
        var worker = WorkerService(fault.map { PlantedSuite.suite($0, of: suite) } ?? suite)
        return try worker.serve()
    }
}
