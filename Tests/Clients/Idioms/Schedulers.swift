// Schedulers of virtual time that a program derives. In any mode they say once more that they may be sent to other threads.
import Foundation
import Rx

/// Keeps some distance between things.
class PacedScheduler: VirtualTimeScheduler<HistoricalSchedulerTimeConverter>, @unchecked Sendable {
    var adjusted = 0

    override func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime {
        adjusted += 1
        return time.addingTimeInterval(0.5)
    }
}

/// Time in quarters of a second.
struct Quarters: VirtualTimeConverterType {
    func convertFromVirtualTime(_ virtualTime: Int) -> RxTime { Date(timeIntervalSince1970: convertFromVirtualTimeInterval(virtualTime)) }
    func convertToVirtualTime(_ time: RxTime) -> Int { convertToVirtualTimeInterval(time.timeIntervalSince1970) }
    func convertFromVirtualTimeInterval(_ virtualTimeInterval: Int) -> TimeInterval { Double(virtualTimeInterval) / 4 }
    func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> Int { Int((timeInterval * 4).rounded()) }
    func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time + offset }
    func compareVirtualTime(_ lhs: Int, _ rhs: Int) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
    }
}

class QuarterScheduler: VirtualTimeScheduler<Quarters>, @unchecked Sendable {
    var log: [Int] = []

    init() { super.init(initialClock: 0, converter: Quarters()) }

    func run(_ numbers: Observable<Int>) {
        _ = numbers.delay(.seconds(1), scheduler: self).subscribe(onNext: { self.log.append($0) })
        _ = scheduleRelativeVirtual((), dueTime: 4) { _ in Disposables.create() }
        start()
    }
}

class LoudQuarterScheduler: QuarterScheduler, @unchecked Sendable {
    override func run(_ numbers: Observable<Int>) { super.run(numbers.debug()) }
}
