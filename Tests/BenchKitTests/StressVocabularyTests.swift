import BenchKit
import Benchmarks
import Foundation
import Testing

/// `rxbench stress` races over every operator: whether that is true of those in `docs/vocabulary.txt`. Traits, shared
/// sequences and `Infallible` are made of them.
///
/// The subject of a race names what it is about, up to the first comma: `map.filter`, `take(2)`, `catch(sequence:)`. A form of
/// an operator is known by its first label; without one, or where there is only one form, by the name alone.
@Suite struct StressVocabularyTests {
    /// An operator or a type, and the label that tells its form from others.
    private struct Form: Hashable, CustomStringConvertible {
        let name: String
        var label: String?

        /// Labels that all forms may have, or that say no more than that there is a closure.
        private static let insignificant: Set = ["_", "resultSelector", "accumulator"]

        init(_ name: Substring, labels: Substring?) {
            self.name = String(name)
            label = labels?.matches(of: /([A-Za-z_]+):/).map { String($0.1) }.first { !Form.insignificant.contains($0) }
        }

        init(_ text: String) {
            let parts = text.split(separator: "(", maxSplits: 1)
            self.init(parts[0], labels: parts.count > 1 ? parts[1] : nil)
        }

        var description: String { label.map { "\(name)(\($0):)" } ?? name }
    }

    /// What isn't raced over by a subject of its own.
    private static let exceptions: [(reason: String, forms: [String])] = [
        ("how the observers of all races come", ["subscribe", "subscribe(onNext:)", "subscribe(with:)"]),
        ("a subscription that sends to relays", ["bind(to:)"]),
        ("an action in the races of publish and replay", ["connect"]),
        ("the same sequence under another type", ["asObservable", "asSingle", "asMaybe", "asCompletable", "first"]),
        (
            "sends on the thread that subscribes, or with a scheduler in the loop of generate",
            ["just", "just(scheduler:)", "of", "from(scheduler:)", "from(optional:)", "range", "repeatElement"]
        ),
        ("sends nothing, or nothing but its end", ["empty", "error", "never"]),
        ("part of flatMap and its kin: the inner sequences begin with it", ["startWith"]),
        ("the stage of filter or map, with another closure or none", ["ignoreElements", "decode"]),
        ("the stage of distinctUntilChanged, which compares something else", ["distinctUntilChanged(comparer:)", "distinctUntilChanged(at:)"]),
        ("reduce, then map", ["reduce(mapResult:)"]),
        ("timeout(_:other:scheduler:) with an error for the other source", ["timeout(scheduler:)"]),
        ("what publish and replay are", ["multicast", "multicast(makeSubject:)", "replayAll"]),
        ("prints a line for each event: a run would print millions", ["debug"]),
        ("one atomic flag, which nothing is done about", ["BooleanDisposable"]),
        ("on the main queue, which waits while the command runs", ["MainScheduler", "ConcurrentMainScheduler"]),
        ("work of one thread, which others can't reach; see observe(on:)", ["CurrentThreadScheduler"]),
        ("belongs to the thread that lets its time pass", ["VirtualTimeScheduler", "HistoricalScheduler"]),
    ]

    private static let vocabulary: Set<Form> = {
        let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { path, _ in path.deletingLastPathComponent() }
        let text = (try? String(contentsOf: root.appendingPathComponent("docs/vocabulary.txt"), encoding: .utf8)) ?? ""
        let lines = text.components(separatedBy: "\n").drop { $0 != "## RxSwift" }.prefix { $0 != "## RxCocoa" }
        return Set(
            lines.filter { !$0.contains("[DEPRECATED") }.compactMap { line in
                if let match = line.firstMatch(of: #/^(?:Connectable)?ObservableType\.([a-z]\w*)\((.*?)\) ::/#) {
                    return Form(match.1, labels: match.2)
                }
                let type = line.firstMatch(of: #/^(\w*(?:Subject|Relay|Disposable|Disposables|DisposeBag|Scheduler)) :: .*(?:class|struct)/#)
                return type.map { Form($0.1, labels: nil) }
            })
    }()

    /// What subjects name.
    private static let named: Set<Form> = Set(
        stressTargets.map(\.subject).flatMap { subject in
            let about = subject.prefixMatch(of: /(?:[^,(]|\([^)]*\))*/)?.0 ?? ""
            return about.matches(of: /([A-Za-z]+)(?:\(([^)]*)\))?/).map { Form($0.1, labels: $0.2) }.filter { $0.name != "of" }
        })

    /// Whether a subject, or an exception, that names `name` means `form`.
    private static func means(_ name: Form, _ form: Form) -> Bool {
        if name == form { return true }
        return name.label == nil && name.name == form.name && vocabulary.filter { $0.name == form.name }.count == 1
    }

    private static func isStressed(_ form: Form) -> Bool { named.contains { means($0, form) } }

    private static let excused = exceptions.flatMap(\.forms).map { Form($0) }

    @Test func everyOperatorIsStressedOrSaysWhyNot() {
        #expect(Self.vocabulary.count > 100)
        let missing = Self.vocabulary.filter { form in
            !Self.isStressed(form) && !Self.excused.contains { Self.means($0, form) }
        }
        #expect(missing.map(\.description).sorted() == [])
    }

    @Test func noExceptionIsStressedOrUnknown() {
        for exception in Self.excused {
            let meant = Self.vocabulary.filter { Self.means(exception, $0) }
            if meant.isEmpty { Issue.record("\(exception): not in the vocabulary") }
            if meant.contains(where: Self.isStressed) { Issue.record("\(exception): stressed") }
        }
    }
}
