import Rx

enum SingleKind<Input: RowElement>: TraitKind {
    typealias Observer = @Sendable (SingleEvent<Input>) -> Void
    static var isOne: Bool { true }

    static func plain() -> Single<Input> {
        .create { observer in
            observer(.success(Input(number: 1)))
            return Disposables.create()
        }
    }

    @inline(__always)
    static func source(_ control: TraitSourceControl<SingleKind>) -> Single<Input> { .create { control.begin($0) } }

    static func fail(_ observer: Observer) { observer(.failure(PlannedFailure())) }

    @inline(__always)
    static func send(_ element: Input, to observer: Observer) { observer(.success(element)) }
}

enum MaybeKind<Input: RowElement>: TraitKind {
    typealias Observer = @Sendable (MaybeEvent<Input>) -> Void
    static var isOne: Bool { true }
    static var mayBeEmpty: Bool { true }

    static func ended() -> Maybe<Input> { none() }

    static func plain() -> Maybe<Input> {
        .create { observer in
            observer(.success(Input(number: 1)))
            return Disposables.create()
        }
    }

    @inline(__always)
    static func source(_ control: TraitSourceControl<MaybeKind>) -> Maybe<Input> { .create { control.begin($0) } }

    static func fail(_ observer: Observer) { observer(.error(PlannedFailure())) }

    @inline(__always)
    static func send(_ element: Input, to observer: Observer) { observer(.success(element)) }
}

/// Completes at once. Not `empty()`, which an operator may know.
@inline(__always)
func none<Input>() -> Maybe<Input> {
    .create { observer in
        observer(.completed)
        return Disposables.create()
    }
}

enum CompletableKind: TraitKind {
    typealias Observer = @Sendable (CompletableEvent) -> Void
    static let isOne = true

    static func plain() -> Completable {
        .create { observer in
            observer(.completed)
            return Disposables.create()
        }
    }

    @inline(__always)
    static func source(_ control: TraitSourceControl<CompletableKind>) -> Completable { .create { control.begin($0) } }

    static func fail(_ observer: Observer) { observer(.error(PlannedFailure())) }

    @inline(__always)
    static func send(_ element: Int, to observer: Observer) { observer(.completed) }
}

protocol SingleEntry: TraitEntry where Kind == SingleKind<Input> {
    associatedtype Input: RowElement = Int
}

protocol MaybeEntry: TraitEntry where Kind == MaybeKind<Input> {
    associatedtype Input: RowElement = Int
}

protocol CompletableEntry: TraitEntry where Kind == CompletableKind {}

typealias SingleContext<Input: RowElement> = TraitContext<SingleKind<Input>>
typealias MaybeContext<Input: RowElement> = TraitContext<MaybeKind<Input>>
typealias CompletableContext = TraitContext<CompletableKind>
