import Foundation
import Rx

/// One overload of the vocabulary, in one use of it. `CatalogueRows` makes rows of it: of an event, of subscribing and disposing, of a source that
/// completes or fails, and of disposing in the middle; all but that of completion written in one expression and composed.
protocol Entry: SendableMetatype {
    associatedtype Input: RowElement
    associatedtype Output

    /// The first part of its rows' ids: the operator, and what tells this use from others of it.
    static var name: String { get }
    /// How it is written.
    static var title: String { get }
    /// The declarations of the vocabulary whose code it runs.
    static var covers: [String] { get }
    /// How many sources there are beside the first one.
    static var others: Int { get }

    /// The operator and nothing else.
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Output
    /// As people subscribe to such a thing.
    static func subscribe(_ output: Output, _ tally: Tally) -> any Disposable

    /// Elements that come of `n` events.
    static func elements(_ n: Int) -> Int
    /// Elements that come of a source that says nothing, where it is subscribed to.
    static var atOnce: Int { get }
    /// Elements that come when each source has an element and completes, while it is subscribed to.
    static var ofCompleted: Int { get }
    /// Elements that come of a source that fails.
    static var insteadOfError: Int { get }
    /// Elements that have come when each source has sent one and nothing else, the others first.
    static var ofOne: Int { get }
    /// Errors that come of a source that fails.
    static var errors: Int { get }
    /// Elements that come where the next source fails and the first one says nothing.
    static var insteadOfOther: Int { get }
    /// Errors that come there.
    static var errorsOfOther: Int { get }
    /// Whether the sequence keeps an element for the next subscription, as one that is composed once for all of them has.
    static var keepsForNext: Bool { get }
    /// Whether virtual time has to pass for the source to be subscribed to, or for an element to come.
    static var usesTime: Bool { get }
    /// What there is to measure.
    static var aspects: Aspects { get }
}

extension Entry {
    static var others: Int { 0 }
    static func elements(_ n: Int) -> Int { n }
    static var atOnce: Int { 0 }
    static var ofCompleted: Int { elements(1) }
    static var insteadOfError: Int { atOnce }
    static var ofOne: Int { atOnce + 1 }
    static var errors: Int { 1 }
    static var insteadOfOther: Int { atOnce }
    static var errorsOfOther: Int { 1 }
    static var keepsForNext: Bool { false }
    static var usesTime: Bool { false }
    static var aspects: Aspects { .all }
}

/// What an operator may need besides its source.
final class Context<Input> {
    let others: [Observable<Input>]
    let scheduler = HistoricalScheduler()

    init(others: [Observable<Input>] = []) { self.others = others }

    /// A second passes, in which what is due is done.
    func passSecond() { scheduler.passSecond() }
}

extension Entry where Output: ObservableType, Output.Element: RowElement {
    @inline(__always)
    static func subscribe(_ output: Output, _ tally: Tally) -> any Disposable {
        output.subscribe(onNext: { tally.add($0.weight) }, onError: { _ in tally.fail() })
    }
}

/// Elements that are no items: how many there are is all that is told.
extension Entry where Output: ObservableType {
    @inline(__always)
    static func subscribe(_ output: Output, _ tally: Tally) -> any Disposable {
        output.subscribe(onNext: { _ in tally.add(1) }, onError: { _ in tally.fail() })
    }
}

/// Counts what has come, and adds it up.
final class Tally {
    @exclusivity(unchecked) private(set) var count = 0
    @exclusivity(unchecked) private(set) var sum = 0
    @exclusivity(unchecked) private(set) var errors = 0

    @inline(__always)
    func add(_ weight: Int) {
        count &+= 1
        sum &+= weight
    }

    @inline(__always)
    func fail() { errors &+= 1 }
}

extension HistoricalScheduler {
    /// A second passes, in which what is due is done.
    func passSecond() { advanceTo(clock.addingTimeInterval(1)) }
}

struct PlannedFailure: Error {}

/// One for all who throw it, where what making it costs would be counted with what it meets.
let plannedFailure: any Error = PlannedFailure()

/// What `withUnretained` doesn't keep.
final class UnretainedObject: Sendable {}
let holder = UnretainedObject()

/// An inner sequence that the library can't know beforehand.
@inline(__always)
func one<Input>(_ element: Input) -> Observable<Input> {
    .create { observer in
        observer.onNext(element)
        observer.onCompleted()
        return Disposables.create()
    }
}
