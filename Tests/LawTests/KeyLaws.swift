import Testing

@testable import LawSupport
@testable import Rx

/// What names something that was put into a container names nothing in another one.
@Suite struct KeyLaws {
    /// With every index that a key may have, in containers that live, were emptied or come to lie where another one was.
    @Test func aKeyOfAnotherCompositeRemovesNothing() {
        let held = AtomicCount()
        func item() -> any Disposable {
            held.add()
            return AnonymousDisposable { held.add(-1) }
        }
        var keys: [CompositeDisposable.DisposeKey] = []
        for size in 1...5 {
            let composite = CompositeDisposable()
            keys += (0..<size).compactMap { _ in composite.insert(AnonymousDisposable {}) }
            let made = CompositeDisposable(disposables: (0..<size).map { _ in AnonymousDisposable {} })
            keys += (0..<size).compactMap { _ in made.insert(AnonymousDisposable {}) }
        }
        #expect(keys.count == 30)
        var others: [CompositeDisposable] = []
        for size in 1...5 {
            let inserted = CompositeDisposable(), made = CompositeDisposable(disposables: (0..<size).map { _ in item() })
            let again = CompositeDisposable()
            for _ in 0..<size { _ = inserted.insert(item()) }
            for key in (0..<size).compactMap({ _ in again.insert(AnonymousDisposable {}) }) { again.remove(for: key) }
            for _ in 0..<size { _ = again.insert(item()) }
            others += [inserted, made, again, CompositeDisposable(item(), item()), CompositeDisposable(item(), item(), item())]
        }
        let all = held.value
        for composite in others {
            for key in keys {
                composite.remove(for: key)
                composite.removeWithoutWaiting(for: key)
            }
        }
        #expect(held.value == all)
        for composite in others { composite.dispose() }
        #expect(held.value == 0)
    }

    /// Also where the place is used again, and on many threads.
    @Test func aKeyRemovesItsOwnOnce() {
        let composites = (0..<3).map { _ in CompositeDisposable() }
        let disposed = AtomicCount(), wrong = AtomicCount()
        together(
            (0..<3).map { thread in
                {
                    for round in 0..<2000 {
                        let composite = composites[(thread + round) % 3]
                        let own = AtomicCount()
                        let key = composite.insert(
                            AnonymousDisposable {
                                own.add()
                                disposed.add()
                            })
                        for other in composites where other !== composite { other.remove(for: key!) }
                        if own.value != 0 { wrong.add() }
                        composite.remove(for: key!)
                        composite.remove(for: key!)
                        if own.value != 1 { wrong.add() }
                    }
                }
            })
        #expect(wrong.value == 0 && disposed.value == 6000)
        #expect(composites.allSatisfy { $0.count == 0 })
    }

    /// A list asks for another block of serials when it has used one up.
    @Test func keysStayDifferentWhenABlockOfSerialsIsUsedUp() {
        let composite = CompositeDisposable(), others = (0..<50).map { _ in CompositeDisposable() }
        let removed = AtomicCount()
        func next() -> CompositeDisposable.DisposeKey {
            let key = composite.insert(NopDisposable())!
            composite.remove(for: key)
            return key
        }
        _ = next()
        // Their blocks come after its first one.
        for (number, other) in others.enumerated() {
            for _ in 0..<number { other.remove(for: other.insert(NopDisposable())!) }
            other.insert(AnonymousDisposable { removed.add() })
        }
        for _ in 0..<(1 << 20) - 10 { _ = next() }
        for _ in 0..<100 {
            let key = next()
            for other in others { other.remove(for: key) }
        }
        #expect(removed.value == 0)
    }

    @Test func aKeyIsTwoWords() {
        #expect(MemoryLayout<CompositeDisposable.DisposeKey>.size == MemoryLayout<Int>.size + MemoryLayout<UInt64>.size)
    }
}
