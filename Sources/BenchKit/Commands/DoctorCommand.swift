/// `rxbench doctor`: whether this machine gives every figure, and what to do where it does not.
func doctorCommand() -> Command {
    Command("doctor", "Check what this machine can measure.", options: []) { _, output in
        output.lines(DiagnosisTable(Diagnosis.all()).text)
        return .success
    }
}
