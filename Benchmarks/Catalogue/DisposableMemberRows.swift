import BenchKit
import Rx

/// What disposables have beside what is made and disposed of in `disposables`.
let disposableMembers: [CoveringRows] = [
    member(
        "BooleanDisposable/isDisposed", "BooleanDisposable(isDisposed: true).isDisposed",
        [
            "BooleanDisposable.init(isDisposed:)", "BooleanDisposable.isDisposed",
        ]
    ) { n, tally in
        for _ in 0..<n { if BooleanDisposable(isDisposed: true).isDisposed { tally.add(1) } }
    },
    member(
        "CompositeDisposable/3", "CompositeDisposable with three: to make and dispose", ["CompositeDisposable.init(_:_:_:)"]
    ) { n, tally in
        for _ in 0..<n { end(CompositeDisposable(one(), one(), one()), tally) }
    },
    member(
        "CompositeDisposable/5", "CompositeDisposable with five: to make and dispose", ["CompositeDisposable.init(_:_:_:_:_:)"]
    ) { n, tally in
        for _ in 0..<n { end(CompositeDisposable(one(), one(), one(), one(), one()), tally) }
    },
    member(
        "CompositeDisposable/array", "CompositeDisposable(disposables: ten): to make, count and dispose",
        ["CompositeDisposable.init(disposables:)", "CompositeDisposable.count", "CompositeDisposable.isDisposed"]
    ) { n, tally in
        for _ in 0..<n {
            let composite = CompositeDisposable(disposables: (0..<10).map { _ in one() })
            if composite.count == 10 { end(composite, tally) }
        }
    },
    member("Disposables.create/5", "Disposables.create(five): to make and dispose", ["Disposables.create(_:_:_:_:)"]) { n, tally in
        for _ in 0..<n { end(Disposables.create(one(), one(), one(), one(), one()), tally) }
    },
    member(
        "DisposeBag/disposing", "DisposeBag(disposing: two): to make and release", ["DisposeBag.init(disposing:) [Disposable...]"]
    ) { n, tally in
        for _ in 0..<n {
            let last = one()
            withExtendedLifetime(DisposeBag(disposing: one(), last)) {}
            if last.isDisposed { tally.add(1) }
        }
    },
    member(
        "DisposeBag/disposing-array", "DisposeBag(disposing: [two]): to make and release",
        ["DisposeBag.init(disposing:) [[any Disposable]]"]
    ) { n, tally in
        for _ in 0..<n {
            let last = one()
            withExtendedLifetime(DisposeBag(disposing: [one(), last])) {}
            if last.isDisposed { tally.add(1) }
        }
    },
    inserting("DisposeBag/insert-variadic", "DisposeBag.insert(two)", "DisposeBag.insert(_:) [Disposable...]") { $0.insert(one(), $1) },
    inserting("DisposeBag/insert-array", "DisposeBag.insert([two])", "DisposeBag.insert(_:) [[any Disposable]]") { $0.insert([one(), $1]) },
    member(
        "DisposeBag/builder", "DisposeBag { two }: to make and release",
        ["DisposeBag.init(builder:)", "DisposeBag.DisposableBuilder.buildBlock(_:)"]
    ) { n, tally in
        for _ in 0..<n {
            let last = one()
            let bag = DisposeBag {
                one()
                last
            }
            if !last.isDisposed { tally.add(1) }
            withExtendedLifetime(bag) {}
        }
    },
    member(
        "DisposeBag/insert-builder", "DisposeBag.insert { two }",
        ["DisposeBag.insert(builder:)", "DisposeBag.DisposableBuilder.buildBlock(_:)"]
    ) { n, tally in
        let bag = DisposeBag()
        for _ in 0..<n {
            bag.insert {
                one()
                one()
            }
            tally.add(1)
        }
    },
    member("DisposeBag/forgetting", "DisposeBag: to insert forty that have ended, of which it forgets most", []) { n, tally in
        for _ in 0..<n {
            let bag = DisposeBag()
            for _ in 0..<40 {
                let ended = one()
                ended.dispose()
                bag.insert(ended)
            }
            tally.add(1)
        }
    },
    member(
        "CompositeDisposable/insert-late", "CompositeDisposable.insert(_:) after dispose()", ["CompositeDisposable.insert(_:)"]
    ) { n, tally in
        let composite = CompositeDisposable()
        composite.dispose()
        for _ in 0..<n {
            let late = one()
            if composite.insert(late) == nil, late.isDisposed { tally.add(1) }
        }
    },
    member("SerialDisposable/set-late", "SerialDisposable.disposable after dispose()", ["SerialDisposable.disposable"]) { n, tally in
        let serial = SerialDisposable()
        serial.dispose()
        for _ in 0..<n {
            let late = one()
            serial.disposable = late
            if late.isDisposed { tally.add(1) }
        }
    },
    member(
        "SingleAssignmentDisposable/set-late", "SingleAssignmentDisposable.setDisposable(_:) after dispose()",
        ["SingleAssignmentDisposable.setDisposable(_:)"]
    ) { n, tally in
        for _ in 0..<n {
            let single = SingleAssignmentDisposable(), late = one()
            single.dispose()
            single.setDisposable(late)
            if late.isDisposed { tally.add(1) }
        }
    },
    member("RefCountDisposable/isDisposed", "RefCountDisposable.isDisposed", ["RefCountDisposable.isDisposed"]) { n, tally in
        let counted = RefCountDisposable(disposable: one())
        counted.dispose()
        for _ in 0..<n { if counted.isDisposed { tally.add(1) } }
    },
    member(
        "ScheduledDisposable/isDisposed", "ScheduledDisposable.isDisposed and scheduler",
        ["ScheduledDisposable.isDisposed", "ScheduledDisposable.scheduler"]
    ) { n, tally in
        let scheduled = ScheduledDisposable(scheduler: CurrentThreadScheduler.instance, disposable: one())
        scheduled.dispose()
        for _ in 0..<n { if scheduled.isDisposed, scheduled.scheduler is CurrentThreadScheduler { tally.add(1) } }
    },
    member("SerialDisposable/get", "SerialDisposable.disposable: to read it", ["SerialDisposable.disposable"]) { n, tally in
        let serial = SerialDisposable(), held = one()
        serial.disposable = held
        for _ in 0..<n {
            blackHole(serial.disposable)
            tally.add(1)
        }
        if (serial.disposable as AnyObject) !== held { tally.add(1) }
    },
    member(
        "CompositeDisposable/remove-late", "CompositeDisposable.remove(for:) with a key that is gone", ["CompositeDisposable.remove(for:)"]
    ) { n, tally in
        let composite = CompositeDisposable(one(), one()), removed = one()
        guard let key = composite.insert(removed) else { return }
        composite.remove(for: key)
        for _ in 0..<n {
            composite.remove(for: key)
            if composite.count == 2 { tally.add(1) }
        }
    },
    member("RefCountDisposable/retain-late", "RefCountDisposable.retain() after the end", ["RefCountDisposable.retain()"]) { n, tally in
        let held = one(), counted = RefCountDisposable(disposable: held)
        counted.dispose()
        for _ in 0..<n {
            counted.retain().dispose()
            if held.isDisposed { tally.add(1) }
        }
    },
    member(
        "RefCountDisposable/retain-twice", "RefCountDisposable.retain(), and to dispose twice of what it hands out", ["RefCountDisposable.retain()"]
    ) { n, tally in
        let counted = RefCountDisposable(disposable: one()), other = counted.retain()
        counted.dispose()
        for _ in 0..<n {
            let retained = counted.retain()
            retained.dispose()
            retained.dispose()
            if !counted.isDisposed { tally.add(1) }
        }
        other.dispose()
    },
    member("SerialDisposable/isDisposed", "SerialDisposable.isDisposed", ["SerialDisposable.isDisposed"]) { n, tally in
        let serial = SerialDisposable()
        serial.dispose()
        for _ in 0..<n { if serial.isDisposed { tally.add(1) } }
    },
    member(
        "SingleAssignmentDisposable/isDisposed", "SingleAssignmentDisposable.isDisposed", ["SingleAssignmentDisposable.isDisposed"]
    ) { n, tally in
        let single = SingleAssignmentDisposable()
        single.dispose()
        for _ in 0..<n { if single.isDisposed { tally.add(1) } }
    },
]

/// - Parameter insert: puts what it is given, and something else, into the bag.
private func inserting(
    _ id: String, _ title: String, _ covers: String, insert: @escaping @Sendable (DisposeBag, BooleanDisposable) -> Void
) -> CoveringRows {
    member(id, "\(title), and to release the bag", [covers]) { n, tally in
        for _ in 0..<n {
            let last = one()
            do {
                let bag = DisposeBag()
                insert(bag, last)
            }
            if last.isDisposed { tally.add(1) }
        }
    }
}

private func one() -> BooleanDisposable { BooleanDisposable() }

@inline(__always)
private func end(_ disposable: any Cancelable, _ tally: Tally) {
    disposable.dispose()
    if disposable.isDisposed { tally.add(1) }
}
