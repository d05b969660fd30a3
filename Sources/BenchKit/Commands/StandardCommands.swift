extension Suite {
    /// What every program of benchmarks can do, in the order of the help; `run` is the first and so the default.
    public var commands: [Command] {
        [
            runCommand(self), countsCommand(self), compareCommand(self), costCommand(self), fitCommand(self), latencyCommand(self),
            checkCommand(self),
            baselineCommand(self), calibrateCommand(self), reportCommand(self), exportCommand(), mergeCommand(), summarizeCommand(self),
            listCommand(self), doctorCommand(),
            workerCommand(self), plantedCommand(self), recordedCommand(self),
        ]
    }
}
