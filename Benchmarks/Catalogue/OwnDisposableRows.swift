import BenchKit
import Rx

/// A program's own class of disposables in what holds some: the library knows nothing of it but `dispose()`.
let ownDisposables: [CoveringRows] = [
    held("DisposeBag/own", "DisposeBag", ["DisposeBag.insert(_:) [disposable:]"]) { own in
        withExtendedLifetime(DisposeBag()) { $0.insert(own) }
    },
    held("CompositeDisposable/own", "CompositeDisposable", ["CompositeDisposable.insert(_:)", "CompositeDisposable.dispose()"]) { own in
        let composite = CompositeDisposable()
        _ = composite.insert(own)
        composite.dispose()
    },
    held("SerialDisposable/own", "SerialDisposable", ["SerialDisposable.disposable", "SerialDisposable.dispose()"]) { own in
        let serial = SerialDisposable()
        serial.disposable = own
        serial.dispose()
    },
    held(
        "SingleAssignmentDisposable/own", "SingleAssignmentDisposable",
        ["SingleAssignmentDisposable.setDisposable(_:)", "SingleAssignmentDisposable.dispose()"]
    ) { own in
        let single = SingleAssignmentDisposable()
        single.setDisposable(own)
        single.dispose()
    },
    held(
        "SingleAssignmentDisposable/own-late", "SingleAssignmentDisposable after dispose()", ["SingleAssignmentDisposable.setDisposable(_:)"]
    ) { own in
        let single = SingleAssignmentDisposable()
        single.dispose()
        single.setDisposable(own)
    },
    held("RefCountDisposable/own", "RefCountDisposable", ["RefCountDisposable.init(disposable:)", "RefCountDisposable.dispose()"]) { own in
        RefCountDisposable(disposable: own).dispose()
    },
    held("create/own", "a subscription of Observable.create, whose closure returns it", ["ObservableType.create(_:)"]) { own in
        Observable<Int>.create { _ in own }.subscribe(onNext: { _ in }).dispose()
    },
    held(
        "create/own-ended", "a subscription of Observable.create that has ended when its closure returns it", ["ObservableType.create(_:)"]
    ) { own in
        Observable<Int>.create { observer in
            observer.onCompleted()
            return own
        }.subscribe(onNext: { _ in }).dispose()
    },
    held(
        "HistoricalScheduler/own", "work in virtual time, which returns it and is disposed of", ["VirtualTimeScheduler.schedule(_:action:)"]
    ) { own in
        let scheduler = HistoricalScheduler(), work = scheduler.schedule(()) { own }
        scheduler.start()
        work.dispose()
    },
]

/// - Parameter use: puts what it is given somewhere, which is disposed of.
private func held(_ id: String, _ title: String, _ covers: [String], use: @escaping @Sendable (OwnDisposable) -> Void) -> CoveringRows {
    member(id, "a program's own disposable in \(title): to make both and dispose", covers, unit: "disposable") { n, tally in
        for _ in 0..<n { use(OwnDisposable(tally)) }
    }
}

/// Sendable: a row uses it on one thread.
private final class OwnDisposable: Disposable, @unchecked Sendable {
    private let tally: Tally

    init(_ tally: Tally) { self.tally = tally }

    func dispose() { tally.add(1) }
}
