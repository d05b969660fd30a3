import BenchKit
import Rx

/// What becomes a driver or a signal, and what controls of a user interface have.
let sharedSequences =
    sharedSequenceRows(Int.self, .all) + [
        RowSet.all.of(ValueOrEmpty.self),
        relayRow("driver/BehaviorRelay", "BehaviorRelay.asDriver()", atOnce: 1) { BehaviorRelay(value: 0).asDriver().drive(onNext: $0.add) },
        relayRow("signal/PublishRelay", "PublishRelay.asSignal()") { PublishRelay<Int>().asSignal().emit(onNext: $0.add) },
        settingControlProperty,
    ]
#if ELEMENTS
let sharedSequencesOfElements =
    sharedSequenceRows(String.self, .elements) + sharedSequenceRows(Wide.self, .elements) + sharedSequenceRows(Reference.self, .elements)
#endif

func sharedSequenceRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(DriverOrDriver<Input>.self), rows.of(DriverRecovering<Input>.self), rows.of(SignalOrSignal<Input>.self),
        rows.of(SignalRecovering<Input>.self), rows.of(SharedOrElement<Input>.self), rows.of(Happening<Input>.self),
        rows.of(HappeningObservable<Input>.self), rows.of(HappeningInfallible<Input>.self),
        rows.of(HappeningDriver<Input>.self), rows.of(HappeningSignal<Input>.self), rows.of(Value<Input>.self),
        rows.of(ValueObservable<Input>.self), rows.of(ValueDriver<Input>.self), rows.of(ValueChanged<Input>.self),
    ]
}

/// A relay as a driver or a signal.
private func relayRow(_ name: String, _ covers: String, atOnce: Int = 0, make: @escaping @Sendable (Tally) -> any Disposable) -> CoveringRows {
    let made = row("\(name)/subscribe", "\(covers): to make, subscribe and dispose", unit: "subscription", events: 200) { run in
        let tally = Tally(), n = run.n
        run.timed { for _ in 0..<n { make(tally).dispose() } }
        try run.expect(tally.count, n * atOnce, "elements")
    }
    return CoveringRows(rows: [made], covers: [covers])
}

/// What a program sets a control to.
private let settingControlProperty = CoveringRows(
    rows: [
        row("controlProperty/on", "ControlProperty.onNext(_:)", unit: "element", events: 2_000) { run in
            let tally = Tally(), n = run.n
            let sink = AnyObserver<Int> { if case .next(let element) = $0 { tally.add(element) } }
            let property = ControlProperty(values: Observable.never(), valueSink: sink)
            run.timed { for i in 0..<n { property.onNext(i) } }
            try run.expect(tally.count, n, "elements")
        }
    ],
    covers: ["ControlProperty.on(_:)"])

// MARK: Drivers

enum DriverKind<Input: RowElement>: TraitKind {
    typealias Observer = InfallibleKind<Input>.Observer

    @inline(__always)
    static func numbers(_ n: Int) -> Driver<Input> { InfallibleKind.numbers(n).asDriver() }
    static func plain() -> Driver<Input> { InfallibleKind.plain().asDriver() }
    @inline(__always)
    static func source(_ control: TraitSourceControl<DriverKind>) -> Driver<Input> { Infallible.create { control.begin($0) }.asDriver() }
    static func of(_ relay: PublishRelay<Input>) -> Driver<Input> { relay.asInfallible().asDriver() }
    static func lasting() -> Driver<Input> { InfallibleKind.lasting().asDriver() }
    @inline(__always)
    static func send(_ element: Input, to observer: Observer) { InfallibleKind.send(element, to: observer) }
}

enum SignalKind<Input: RowElement>: TraitKind {
    typealias Observer = InfallibleKind<Input>.Observer

    @inline(__always)
    static func numbers(_ n: Int) -> Signal<Input> { InfallibleKind.numbers(n).asSignal(onErrorJustReturn: Input(number: 0)) }
    static func plain() -> Signal<Input> { InfallibleKind.plain().asSignal(onErrorJustReturn: Input(number: 0)) }
    @inline(__always)
    static func source(_ control: TraitSourceControl<SignalKind>) -> Signal<Input> {
        Infallible.create { control.begin($0) }.asSignal(onErrorJustReturn: Input(number: 0))
    }
    static func of(_ relay: PublishRelay<Input>) -> Signal<Input> { relay.asSignal() }
    static func lasting() -> Signal<Input> { InfallibleKind.lasting().asSignal(onErrorJustReturn: Input(number: 0)) }
    @inline(__always)
    static func send(_ element: Input, to observer: Observer) { InfallibleKind.send(element, to: observer) }
}

protocol DriverEntry: TraitEntry where Kind == DriverKind<Input> {
    associatedtype Input: RowElement = Int
}

protocol SignalEntry: TraitEntry where Kind == SignalKind<Input> {
    associatedtype Input: RowElement = Int
}

typealias DriverContext<Input: RowElement> = TraitContext<DriverKind<Input>>
typealias SignalContext<Input: RowElement> = TraitContext<SignalKind<Input>>

private enum DriverOrDriver<Input: RowElement>: Entry {
    static var name: String { "asDriver/onErrorDriveWith" }
    static var title: String { "source.asDriver(onErrorDriveWith: .empty())" }
    static var covers: [String] {
        [
            "ObservableConvertibleType.asDriver(onErrorDriveWith:)",
            "ObservableConvertibleType.asSharedSequence(sharingStrategy:onErrorDriveWith:)",
        ]
    }
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Driver<Input> { source.asDriver(onErrorDriveWith: .empty()) }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable { output.drive(onNext: { tally.add($0.weight) }) }
}

private enum DriverRecovering<Input: RowElement>: Entry {
    static var name: String { "asDriver/onErrorRecover" }
    static var title: String { "source.asDriver(onErrorRecover: { _ in .empty() })" }
    static var covers: [String] {
        [
            "ObservableConvertibleType.asDriver(onErrorRecover:)",
            "ObservableConvertibleType.asSharedSequence(sharingStrategy:onErrorRecover:)",
        ]
    }
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Driver<Input> { source.asDriver(onErrorRecover: { _ in .empty() }) }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable { output.drive(onNext: { tally.add($0.weight) }) }
}

private enum SignalOrSignal<Input: RowElement>: Entry {
    static var name: String { "asSignal/onErrorSignalWith" }
    static var title: String { "source.asSignal(onErrorSignalWith: .empty())" }
    static var covers: [String] {
        [
            "ObservableConvertibleType.asSignal(onErrorSignalWith:)",
            "ObservableConvertibleType.asSharedSequence(sharingStrategy:onErrorDriveWith:)",
        ]
    }
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Signal<Input> { source.asSignal(onErrorSignalWith: .empty()) }
    @inline(__always)
    static func subscribe(_ output: Signal<Input>, _ tally: Tally) -> any Disposable { output.emit(onNext: { tally.add($0.weight) }) }
}

private enum SignalRecovering<Input: RowElement>: Entry {
    static var name: String { "asSignal/onErrorRecover" }
    static var title: String { "source.asSignal(onErrorRecover: { _ in .empty() })" }
    static var covers: [String] {
        [
            "ObservableConvertibleType.asSignal(onErrorRecover:)",
            "ObservableConvertibleType.asSharedSequence(sharingStrategy:onErrorRecover:)",
        ]
    }
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Signal<Input> { source.asSignal(onErrorRecover: { _ in .empty() }) }
    @inline(__always)
    static func subscribe(_ output: Signal<Input>, _ tally: Tally) -> any Disposable { output.emit(onNext: { tally.add($0.weight) }) }
}

private enum SharedOrElement<Input: RowElement>: Entry {
    static var name: String { "asSharedSequence/onErrorJustReturn" }
    static var insteadOfError: Int { 1 }
    static var title: String { "source.asSharedSequence(sharingStrategy: DriverSharingStrategy.self, onErrorJustReturn: zero)" }
    static var covers: [String] { ["ObservableConvertibleType.asSharedSequence(sharingStrategy:onErrorJustReturn:)"] }
    static var errors: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Driver<Input> {
        source.asSharedSequence(sharingStrategy: DriverSharingStrategy.self, onErrorJustReturn: Input(number: 0))
    }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable { output.drive(onNext: { tally.add($0.weight) }) }
}

private enum Happening<Input: RowElement>: Entry {
    static var name: String { "controlEvent" }
    static var title: String { "ControlEvent(events: source)" }
    static var covers: [String] { ["ControlEvent.init(events:)", "ControlEvent.subscribe(_:)"] }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> ControlEvent<Input> { ControlEvent(events: source) }
}

private enum HappeningObservable<Input: RowElement>: Entry {
    static var name: String { "controlEvent/asObservable" }
    static var title: String { "ControlEvent(events: source).asObservable()" }
    static var covers: [String] { ["ControlEvent.asObservable()"] }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { ControlEvent(events: source).asObservable() }
}

private enum HappeningInfallible<Input: RowElement>: Entry {
    static var name: String { "controlEvent/asInfallible" }
    static var title: String { "ControlEvent(events: source).asInfallible()" }
    static var covers: [String] { ["ControlEvent.asInfallible()"] }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Infallible<Input> { ControlEvent(events: source).asInfallible() }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable { output.subscribe(onNext: { tally.add($0.weight) }) }
}

private enum HappeningDriver<Input: RowElement>: Entry {
    static var name: String { "controlEvent/asDriver" }
    static var title: String { "ControlEvent(events: source).asDriver()" }
    static var covers: [String] { ["ControlEvent.asDriver()"] }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Driver<Input> { ControlEvent(events: source).asDriver() }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable { output.drive(onNext: { tally.add($0.weight) }) }
}

private enum HappeningSignal<Input: RowElement>: Entry {
    static var name: String { "controlEvent/asSignal" }
    static var title: String { "ControlEvent(events: source).asSignal()" }
    static var covers: [String] { ["ControlEvent.asSignal()"] }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Signal<Input> { ControlEvent(events: source).asSignal() }
    @inline(__always)
    static func subscribe(_ output: Signal<Input>, _ tally: Tally) -> any Disposable { output.emit(onNext: { tally.add($0.weight) }) }
}

private enum Value<Input: RowElement>: Entry {
    static var name: String { "controlProperty" }
    static var title: String { "ControlProperty(values: source, valueSink: sink)" }
    static var covers: [String] { ["ControlProperty.init(values:valueSink:)", "ControlProperty.subscribe(_:)"] }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> ControlProperty<Input> {
        ControlProperty(values: source, valueSink: AnyObserver { _ in })
    }
}

private enum ValueObservable<Input: RowElement>: Entry {
    static var name: String { "controlProperty/asObservable" }
    static var title: String { "ControlProperty(…).asObservable()" }
    static var covers: [String] { ["ControlProperty.asObservable()"] }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> {
        ControlProperty(values: source, valueSink: AnyObserver { _ in }).asObservable()
    }
}

private enum ValueDriver<Input: RowElement>: Entry {
    static var name: String { "controlProperty/asDriver" }
    static var title: String { "ControlProperty(…).asDriver()" }
    static var covers: [String] { ["ControlProperty.asDriver()"] }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Driver<Input> {
        ControlProperty(values: source, valueSink: AnyObserver { _ in }).asDriver()
    }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable { output.drive(onNext: { tally.add($0.weight) }) }
}

private enum ValueChanged<Input: RowElement>: Entry {
    static var name: String { "controlProperty/changed" }
    static var title: String { "ControlProperty(…).changed" }
    static var covers: [String] { ["ControlProperty.changed"] }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> ControlEvent<Input> {
        ControlProperty(values: source, valueSink: AnyObserver { _ in }).changed
    }
}

private enum ValueOrEmpty: Entry {
    static let name = "controlProperty/orEmpty", title = "ControlProperty(…).orEmpty", covers = ["ControlPropertyType.orEmpty"]
    static var aspects: Aspects { [.event, .subscribe, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> ControlProperty<String> {
        let texts = source.map { $0 == -1 ? nil : "text" }
        return ControlProperty(values: texts, valueSink: AnyObserver<String?> { _ in }).orEmpty
    }
}
