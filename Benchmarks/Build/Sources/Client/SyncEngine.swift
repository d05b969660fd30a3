import Foundation
import Rx

struct Note: Equatable {
    let id: String
    var text: String
    var revision: Int
}

enum SyncAction: Equatable {
    case upload(Note)
    case download(Note)
    case conflict(local: Note, remote: Note)
}

enum SyncPhase: Equatable {
    case idle
    case running(done: Int, of: Int)
    case finished(conflicts: Int)
}

/// Compares two sets of notes and carries out what has to be done, step by step.
final class SyncEngine {
    private var local: [String: Note]
    private var remote: [String: Note]
    private let phases = BehaviorRelay(value: SyncPhase.idle)
    private let progress = PublishRelay<SyncAction>()

    init(local: [Note], remote: [Note]) {
        self.local = Dictionary(uniqueKeysWithValues: local.map { ($0.id, $0) })
        self.remote = Dictionary(uniqueKeysWithValues: remote.map { ($0.id, $0) })
    }

    var phase: Observable<SyncPhase> { phases.asObservable() }
    var isRunning: Observable<Bool> {
        phase.map { phase in if case .running = phase { true } else { false } }.distinctUntilChanged()
    }
    var actions: Observable<SyncAction> { progress.asObservable() }

    private func plan() -> Observable<SyncAction> {
        Observable.deferred { [self] in
            Observable.from(Set(local.keys).union(remote.keys).sorted())
                .compactMap { [self] id in action(for: id) }
        }
    }

    private func action(for id: String) -> SyncAction? {
        switch (local[id], remote[id]) {
        case (let note?, nil): .upload(note)
        case (nil, let note?): .download(note)
        case (let one?, let other?) where one.revision > other.revision: .upload(one)
        case (let one?, let other?) where one.revision < other.revision: .download(other)
        case (let one?, let other?) where one.text != other.text: .conflict(local: one, remote: other)
        default: nil
        }
    }

    private func perform(_ action: SyncAction) -> Completable {
        Completable.create { [self] observer in
            switch action {
            case .upload(let note): remote[note.id] = note
            case .download(let note): local[note.id] = note
            case .conflict: break
            }
            progress.accept(action)
            observer(.completed)
            return Disposables.create()
        }
    }

    func sync() -> Single<Int> {
        plan().toArray().flatMap { [self] actions in
            let steps = Observable.from(actions.map { perform($0) })
                .concatMap { $0.andThen(Observable.just(())) }
                .scan(0) { done, _ in done + 1 }
                .do(onNext: { [phases] in phases.accept(.running(done: $0, of: actions.count)) })
            let conflicts = Observable.from(actions)
                .filter { action in if case .conflict = action { true } else { false } }
                .map { _ in 1 }
                .reduce(0, accumulator: +)
            return steps.takeLast(1)
                .concat(conflicts)
                .takeLast(1)
                .asSingle()
                .do(onSuccess: { [phases] in phases.accept(.finished(conflicts: $0)) })
        }
    }

    /// A check now and then; each is counted.
    static func heartbeats(_ count: Int, name: String) -> Observable<String> {
        Observable.zip(Observable.repeatElement(name), Observable.range(start: 1, count: count)) { "\($0) \($1)" }.take(count)
    }

    static func watch(_ names: [String], log: AnyObserver<String>) -> any Disposable {
        let length = log.mapObserver { (count: Int) in "\(count) letters" }
        let texts = Observable.from(names).flatMap { heartbeats(2, name: $0) }.share()
        return Disposables.create(texts.subscribe(log), texts.map(\.count).subscribe(length))
    }
}

func syncScenario() {
    func note(_ id: String, _ text: String, _ revision: Int) -> Note { Note(id: id, text: text, revision: revision) }
    let engine = SyncEngine(
        local: [note("a", "local", 2), note("b", "same", 1), note("c", "mine", 4)],
        remote: [note("a", "remote", 1), note("b", "same", 1), note("c", "theirs", 4), note("d", "new", 1)])
    let running = Recorder(engine.isRunning), actions = Recorder(engine.actions), phases = Recorder(engine.phase)
    var conflicts: [Int] = []
    for _ in 1...2 { engine.sync().subscribe(onSuccess: { conflicts.append($0) }).dispose() }

    expect(conflicts, [1, 1], "sync: conflicts")
    expect(actions.elements.count, 4, "sync: actions")
    expect(actions.elements.last, .conflict(local: note("c", "mine", 4), remote: note("c", "theirs", 4)), "sync: last action")
    expect(running.elements, [false, true, false, true, false], "sync: running")
    expect(phases.elements[3], .running(done: 3, of: 3), "sync: phase")

    var log: [String] = []
    let watching = SyncEngine.watch(["disk", "net"], log: AnyObserver { event in if let line = event.element { log.append(line) } })
    watching.dispose()
    expect(Set(log), ["disk 1", "disk 2", "net 1", "net 2", "6 letters", "5 letters"], "sync: heartbeats")
}
