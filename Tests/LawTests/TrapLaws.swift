import Rx
import Testing

/// A programmer's error traps, in release builds too.
@Suite struct TrapLaws {
    @Test func aSingleAssignmentDisposableThatIsAssignedTwice() async {
        await #expect(processExitsWith: .failure) {
            let disposable = SingleAssignmentDisposable()
            disposable.setDisposable(Disposables.create())
            disposable.setDisposable(Disposables.create())
        }
    }

    @Test func negativeCounts() async {
        await #expect(processExitsWith: .failure) { _ = Observable.of(1).take(-1) }
        await #expect(processExitsWith: .failure) { _ = Observable.of(1).takeLast(-1) }
        await #expect(processExitsWith: .failure) { _ = Observable.of(1).element(at: -1) }
        await #expect(processExitsWith: .failure) { _ = Observable.range(start: 0, count: -1) }
        await #expect(processExitsWith: .failure) { _ = ReplaySubject<Int>.create(bufferSize: -1) }
    }

    @Test func aRangeThatEndsBeyondItsType() async {
        await #expect(processExitsWith: .failure) { _ = Observable.range(start: Int.max, count: 2) }
        await #expect(processExitsWith: .success) { _ = Observable.range(start: Int.max, count: 1) }
    }

    @Test func whatIsAllowedDoesNotTrap() async {
        await #expect(processExitsWith: .success) {
            _ = Observable.of(1).take(0).subscribe()
            _ = Observable.of(1).takeLast(0).subscribe()
            _ = Observable.range(start: 0, count: 0).subscribe()
            _ = ReplaySubject<Int>.create(bufferSize: 0).subscribe()
            let disposable = SingleAssignmentDisposable()
            disposable.dispose()
            disposable.setDisposable(Disposables.create())
            disposable.dispose()
        }
    }
}
