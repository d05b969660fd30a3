// Faults on purpose, for `Scripts/test --thread` and `--address`: a sanitizer that stays silent on one of them checks nothing.
//
//     SanitizerCheck race | lock-order | leak | use-after-free | clean
//
// `clean` does the same kind of work without a fault: a report on it would be a false alarm.
import Foundation
import Rx
import RxPlatform

/// A counter with a lock, which may be forgotten.
final class RaceableCounter: @unchecked Sendable {
    @exclusivity(unchecked) var value = 0
    let lock = Lock()
}

func onTwoThreads(_ body: @escaping @Sendable (_ index: Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<2 {
        group.enter()
        Thread.detachNewThread {
            body(index)
            group.leave()
        }
    }
    group.wait()
}

/// Two threads write one variable without a lock.
func race() {
    let counter = RaceableCounter()
    onTwoThreads { _ in for _ in 0..<10_000 { counter.value += 1 } }
}

/// Two locks, taken in either order, never at the same time: no deadlock happens, one could.
func lockOrder() {
    let a = RaceableCounter(), b = RaceableCounter()
    func take(_ first: RaceableCounter, _ second: RaceableCounter) {
        first.lock.with(first) { second.lock.with(second) { second.value += 1 } }
    }
    take(a, b)
    take(b, a)
}

/// An object that nothing refers to, not even a global variable.
func leak() {
    @inline(never) func lose() { _ = Unmanaged.passRetained(RaceableCounter()) }
    @inline(never) func wipe() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) {
            _ = $0.initializeMemory(as: UInt8.self, repeating: 0)
        }
    }
    for _ in 0..<100 { lose() }
    wipe()
}

/// Reads memory that has been given back.
func useAfterFree() {
    let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 8)
    pointer.initialize(repeating: 1, count: 8)
    pointer.deallocate()
    print(pointer[3])
}

/// What the kernel does all day: a lock, a subject, a waiting dispose.
func clean() {
    let counter = RaceableCounter(), subject = PublishSubject<Int>()
    onTwoThreads { index in
        let subscription = subject.map { $0 + 1 }.subscribe(onNext: { counter.value += $0 })
        for number in 0..<2000 {
            counter.lock.with(counter) {}
            subject.onNext(number + index)
        }
        subscription.dispose()
    }
    subject.onCompleted()
}

let faults: [String: () -> Void] = [
    "race": race, "lock-order": lockOrder, "leak": leak, "use-after-free": useAfterFree, "clean": clean,
]
guard let fault = CommandLine.arguments.dropFirst().first.flatMap({ faults[$0] }) else {
    FileHandle.standardError.write(Data("usage: SanitizerCheck \(faults.keys.sorted().joined(separator: " | "))\n".utf8))
    exit(64)
}
fault()
