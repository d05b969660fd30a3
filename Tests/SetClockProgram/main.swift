// Sets the time of day an hour forward, or back, under every operator and scheduler that knows time, and says what came too early or
// not at all. Arguments: seconds, core.

import CSetClock
import Dispatch
import Foundation
import Rx

let arguments = CommandLine.arguments
guard arguments.count == 3, let seconds = Int(arguments[1]), let core = Core.allCases.first(where: { "\($0)" == arguments[2] }) else {
    print("SetClockProgram SECONDS CORE")
    exit(2)
}

Thread {
    let before = Date()
    set_clock_by(seconds)
    let moved = Date().timeIntervalSince(before)
    set_clock_by(0)
    guard abs(moved - Double(seconds)) < 60 else {
        print("the clock can't be set here")
        exit(3)
    }
    let trials = core.run { TimingCheck.all() }
    // All begin, then the clock is set, then all go on: each has work that waits across it.
    for trial in trials { core.run { trial.begin() } }
    set_clock_by(seconds)
    let limit = Uptime.now + 60
    while Uptime.now < limit, trials.contains(where: { $0.isWaiting }) {
        for trial in trials where trial.isWaiting { trial.goOn() }
        usleep(2000)
    }
    let faults = trials.compactMap(\.fault) + ThreadWaits.faults(seconds)
    for fault in faults { print(fault) }
    print("\(trials.count) trials, \(faults.count) faults")
    exit(faults.isEmpty ? 0 : 1)
}.start()

dispatchMain()
