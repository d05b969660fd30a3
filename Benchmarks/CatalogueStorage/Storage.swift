/// What a program keeps in a property between building a sequence and subscribing to it. It is a module of its own, so the optimiser sees neither what
/// is put in nor what comes out.
public final class Property<Value> {
    private var value: Value

    @inline(never)
    public init(_ value: Value) { self.value = value }

    /// What is in it now.
    @inline(never)
    public func read() -> Value { value }
}
