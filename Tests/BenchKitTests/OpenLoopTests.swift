import Foundation
import Synchronization
import Testing

@testable import BenchKit

/// Senders that follow a schedule see a wait, whatever they do themselves meanwhile.
@Suite(.serialized) struct OpenLoopTests {
    /// The system stands still for 10 ms, once, while its sender is in it.
    private func trial(_ load: Latency.Load, arrivals: Arrivals = .constant) throws -> RowLatency {
        let latency = Latency(load: load, arrivals: arrivals)
        let trial = Trial(latency, variant: "-", seed: 3, seconds: 0.5, patience: 60, most: 1000)
        let phases = Mutex(0)
        try trial.send { message in
            // The first message of a phase is number 0; the last phase is the one that is recorded.
            if message.number == 0 { phases.withLock { $0 += 1 } }
            if message.number == 1_000, phases.withLock({ $0 }) == 2 { Clock.sleep(until: Clock.monotonic() + 10_000_000) }
            trial.deliver(message)
        }
        return RowLatency(latency, [trial.outcome])
    }

    /// Of 5,000 messages 100 are due while it stands still, and wait for 5 ms in the mean: two in a hundred of all.
    @Test(arguments: [Arrivals.constant, .poisson])
    func aStopIsSeen(_ arrivals: Arrivals) throws {
        let delay = try #require(try trial(.rate(10_000), arrivals: arrivals).distributions["delay"])
        #expect(try #require(delay[.p99]).value > 2_000_000)
        #expect(delay.histogram.largest > 9_000_000)
    }

    /// The test of the test: a closed loop misses it, but for the one message that was under way.
    @Test func aClosedLoopMissesIt() throws {
        let delay = try #require(try trial(.flood).distributions["delay"])
        #expect(try #require(delay[.p99]).value < 2_000_000)
        #expect(delay.histogram.largest > 9_000_000)
    }

    @Test func aShareIsOfTheCapacityThatIsGiven() throws {
        let trial = Trial(Latency(senders: 2, load: .share(0.5)), variant: "-", seed: 1, seconds: 0.2, capacity: 20_000), lock = NSLock()
        try trial.send { message in lock.withLock { trial.deliver(message) } }
        let outcome = trial.outcome, sent = try #require(outcome.sent)
        #expect(outcome.capacity == 20_000)
        // 2,000 are due; how many is a matter of chance, but not five times its width.
        #expect((1_780...2_220).contains(sent))
    }

    /// What isn't serial may deliver in any order, and several at once; but each message once.
    @Test func whatIsntSerialComesInAnyOrderOnce() {
        func failure(_ deliver: @escaping @Sendable (Trial, Trial.Message) -> Void) -> String? {
            let latency = Latency(senders: 2, load: .rate(20_000), isSerial: false)
            let trial = Trial(latency, variant: "-", seed: 1, seconds: 0.02, patience: 0.2)
            do {
                try trial.send { deliver(trial, $0) }
                return nil
            } catch { return "\(error)" }
        }
        // Not a `Mutex`, which the thread sanitizer doesn't know on Linux.
        let lock = NSLock()
        nonisolated(unsafe) var held: Trial.Message?
        #expect(
            failure { trial, message in
                // Every message waits for the next one of the other sender or its own, so they come in another order.
                guard message.number < 20 else { return trial.deliver(message) }
                let other = lock.withLock {
                    defer { held = held == nil ? message : nil }
                    return held
                }
                guard let other else { return }
                trial.deliver(message)
                trial.deliver(other)
            } == nil)
        #expect(failure { if $1.number != 7 { $0.deliver($1) } }?.contains("messages came, and none in the last") == true)
        let twice = failure { trial, message in
            trial.deliver(message)
            if message.number == 7 { trial.deliver(message) }
            if message.number == 8 { trial.deliver(message) }
        }
        #expect(twice?.contains("came twice") == true)
    }

    @Test func whatDoesntComeIsAWrongResult() {
        let latency = Latency(senders: 2, load: .rate(20_000))
        func failure(_ deliver: @escaping @Sendable (Trial, Trial.Message) -> Void) -> WrongResult? {
            let trial = Trial(latency, variant: "-", seed: 1, seconds: 0.02, patience: 0.2), lock = NSLock()
            do {
                try trial.send { message in lock.withLock { deliver(trial, message) } }
                return nil
            } catch { return error as? WrongResult }
        }
        #expect(failure { $0.deliver($1) } == nil)
        #expect(failure { if $1.number != 7 { $0.deliver($1) } }?.description.contains("messages came, and none in the last 0.200 s") == true)
        #expect(
            failure { trial, message in
                trial.deliver(message)
                if message.number == 7 { trial.deliver(message) }
            } != nil)
        let held = Mutex<Trial.Message?>(nil)
        let swapped = failure { trial, message in
            if message.sender == 0, message.number == 3 {
                held.withLock { $0 = message }
                return
            }
            trial.deliver(message)
            if message.sender == 0, message.number == 4, let other = held.withLock({ $0.take() }) { trial.deliver(other) }
        }
        #expect(swapped?.description == "message 4 of sender 0 came where 3 was to come")
    }

    @Test func aScheduleKeepsItsRate() {
        func times(_ arrivals: Arrivals, seed: UInt64 = 1, offset: Double = 0) -> [UInt64] {
            var schedule = ArrivalSchedule(arrivals, gap: 1000, seed: seed, offset: offset)
            return (0..<10_000).map { _ in schedule.next() }
        }
        let even: [UInt64] = (0..<10_000).map { (index: UInt64) in 500 + 1000 * index }
        #expect(times(.constant, offset: 0.5) == even)
        let bursts: [UInt64] = (0..<10_000).map { (index: UInt64) in index / 4 * 4000 }
        #expect(times(.bursts(of: 4)) == bursts)
        let poisson = times(.poisson)
        #expect(poisson == times(.poisson) && poisson != times(.poisson, seed: 2) && poisson == poisson.sorted())
        let gaps = zip(poisson.dropFirst(), poisson).map { Double($0 - $1) }
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        let squares = gaps.map { (gap: Double) -> Double in (gap - mean) * (gap - mean) }
        let deviation = (squares.reduce(0, +) / Double(gaps.count)).squareRoot()
        // Exponential gaps deviate by as much as their mean.
        #expect(abs(mean - 1000) < 50 && abs(deviation - mean) < 50)
    }

    @Test func fairnessIsTheLeastShareAndJainsIndex() {
        func outcome(_ shares: [Int]) -> Senders.Outcome { Senders.Outcome(shares: shares, nanoseconds: 1, recorders: [], mostInOneCall: 0) }
        #expect(outcome([5, 5, 5, 5]).leastShare == 1 && outcome([5, 5, 5, 5]).jain == 1)
        #expect(outcome([20, 0, 0, 0]).leastShare == 0 && outcome([20, 0, 0, 0]).jain == 0.25)
        #expect(outcome([30, 10]).leastShare == 0.5 && outcome([30, 10]).jain == 0.8)
        #expect(outcome([0, 0]).leastShare == 0 && outcome([0, 0]).jain == 1)
    }

    /// An event imagined each microsecond waits for the next look at the clock.
    @Test func jitterIsThatOfEventsAtAnyTime() throws {
        let jitter = Jitter.measure(seconds: 0.02)
        #expect(jitter.count == 20_000)
    }

    /// Behind how many others a message waits: of those that were sent while the first was held, each waits behind what was sent before it.
    @Test func aDelayIsToldInEventsToo() throws {
        let latency = Latency(load: .rate(10_000)), trial = Trial(latency, variant: "-", seed: 1, seconds: 0.5, patience: 60, most: 1000)
        let held = Mutex<[Trial.Message]>([])
        try trial.send { message in
            let ready = held.withLock { held -> [Trial.Message] in
                held.append(message)
                if held.count < 10, message.number < 100, message.isRecorded { return [] }
                defer { held = [] }
                return held
            }
            for each in ready { trial.deliver(each) }
        }
        #expect(trial.outcome.metrics["most in one call"]?.value == 10)
        let events = try #require(trial.outcome.distributions["delay in events"]).histogram
        // Ten times ten of them were held.
        #expect(events.largest == 9 && events.smallest == 0 && events.count > 100)
        #expect(try #require(events.mean) * Double(events.count) == 450)
    }
}
