import Rx

/// The sources of a kind whose elements are whole numbers, compiled for these: for code that doesn't know that they are.
struct WholeSources<Kind: TraitKind>: Sendable {
    let numbers: @Sendable (Int) -> Kind.Sequence
    let plain: @Sendable () -> Kind.Sequence
    let of: @Sendable (PublishRelay<Int>) -> Kind.Sequence

    init() {
        self =
            switch Kind.self {
            case is InfallibleKind<Int>.Type: WholeSources(as: InfallibleKind<Int>.self)
            case is DriverKind<Int>.Type: WholeSources(as: DriverKind<Int>.self)
            case is SignalKind<Int>.Type: WholeSources(as: SignalKind<Int>.self)
            case is SingleKind<Int>.Type: WholeSources(as: SingleKind<Int>.self)
            case is MaybeKind<Int>.Type: WholeSources(as: MaybeKind<Int>.self)
            default: preconditionFailure("generic rows are of whole numbers, and \(Kind.self) has none")
            }
    }

    /// - Parameter whole: the same kind, as the compiler knows it.
    @inline(__always)
    private init<Whole: TraitKind>(as whole: Whole.Type) where Whole.Input == Int {
        numbers = { known(Whole.numbers($0)) }
        plain = { known(Whole.plain()) }
        of = { known(Whole.of($0)) }
    }
}

/// What has the type that it is known to have.
private func known<Sequence>(_ sequence: some Any) -> Sequence {
    guard let sequence = sequence as? Sequence else { preconditionFailure("generic rows are of whole numbers") }
    return sequence
}
