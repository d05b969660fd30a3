import Rx

/// Subscriptions that fibers made, to be disposed at the end. One thread at a time: no steps of its own.
final class Bag {
    private var disposables: [any Disposable] = []

    func add(_ disposable: any Disposable) { disposables.append(disposable) }

    func dispose() {
        for disposable in disposables { disposable.dispose() }
        disposables = []
    }
}
