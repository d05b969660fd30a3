import BenchKit
import Rx

/// To make one, and to dispose of it.
let disposables: [CoveringRows] = [
    disposable("Disposables.create/nothing", "Disposables.create()", ["Disposables.create()"]) { _ in Disposables.create() },
    disposable("Disposables.create", "Disposables.create { … }", ["Disposables.create(with:)"], calls: 1) { count in
        Disposables.create { count.add(1) }
    },
    disposable("Disposables.create/2", "Disposables.create(one, other)", ["Disposables.create(_:_:)"]) { _ in
        Disposables.create(BooleanDisposable(), BooleanDisposable())
    },
    disposable("Disposables.create/3", "Disposables.create(one, two, three)", ["Disposables.create(_:_:_:)"]) { _ in
        Disposables.create(BooleanDisposable(), BooleanDisposable(), BooleanDisposable())
    },
    disposable("Disposables.create/array", "Disposables.create(array)", ["Disposables.create(_:)"]) { _ in
        Disposables.create([BooleanDisposable(), BooleanDisposable()])
    },
    disposable("BooleanDisposable", "BooleanDisposable", ["BooleanDisposable.init()", "BooleanDisposable.dispose()"]) { _ in BooleanDisposable() },
    disposable("CompositeDisposable", "CompositeDisposable with two", ["CompositeDisposable.init(_:_:)", "CompositeDisposable.dispose()"]) { _ in
        CompositeDisposable(BooleanDisposable(), BooleanDisposable())
    },
    disposable(
        "CompositeDisposable/insert-remove", "CompositeDisposable: insert and remove",
        ["CompositeDisposable.init()", "CompositeDisposable.insert(_:)", "CompositeDisposable.remove(for:)"]
    ) { _ in
        let composite = CompositeDisposable()
        if let key = composite.insert(BooleanDisposable()) { composite.remove(for: key) }
        return composite
    },
    disposable("DisposeBag", "DisposeBag with two", ["DisposeBag.init()", "DisposeBag.insert(_:) [disposable:]", "Disposable.disposed(by:)"]) { _ in
        let bag = DisposeBag()
        BooleanDisposable().disposed(by: bag)
        bag.insert(BooleanDisposable())
        return Disposables.create { withExtendedLifetime(bag) {} }
    },
    disposable(
        "SerialDisposable", "SerialDisposable with one after the other",
        ["SerialDisposable.init()", "SerialDisposable.disposable", "SerialDisposable.dispose()"]
    ) { _ in
        let serial = SerialDisposable()
        serial.disposable = BooleanDisposable()
        serial.disposable = BooleanDisposable()
        return serial
    },
    disposable(
        "SingleAssignmentDisposable", "SingleAssignmentDisposable",
        ["SingleAssignmentDisposable.init()", "SingleAssignmentDisposable.setDisposable(_:)", "SingleAssignmentDisposable.dispose()"]
    ) { _ in
        let single = SingleAssignmentDisposable()
        single.setDisposable(BooleanDisposable())
        return single
    },
    disposable(
        "RefCountDisposable", "RefCountDisposable with two holders",
        ["RefCountDisposable.init(disposable:)", "RefCountDisposable.retain()", "RefCountDisposable.dispose()"]
    ) { _ in
        let counted = RefCountDisposable(disposable: BooleanDisposable())
        counted.retain().dispose()
        counted.retain().dispose()
        return counted
    },
    disposable(
        "ScheduledDisposable", "ScheduledDisposable on the current thread",
        ["ScheduledDisposable.init(scheduler:disposable:)", "ScheduledDisposable.dispose()"]
    ) { _ in ScheduledDisposable(scheduler: CurrentThreadScheduler.instance, disposable: BooleanDisposable()) },
]

private func disposable(
    _ id: String, _ title: String, _ covers: [String], calls: Int = 0, make: @escaping @Sendable (Tally) -> any Disposable
) -> CoveringRows {
    let made = row("\(id)/dispose", "\(title): to make and dispose", unit: "disposable", events: 200) { run in
        let count = Tally(), n = run.n
        run.timed { for _ in 0..<n { make(count).dispose() } }
        try run.expect(count.count, n * calls, "calls")
        let last = make(count)
        last.dispose()
        try run.expect((last as? any Cancelable)?.isDisposed ?? true, true, "whether one is disposed after that")
    }
    return CoveringRows(rows: [made], covers: covers)
}
