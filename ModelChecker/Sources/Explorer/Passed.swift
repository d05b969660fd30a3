/// What one fiber of a scenario passes to another one: stored with release, loaded with acquire, each in a step, so that the search has the two
/// fibers meet in both orders.
public final class Passed<Value> {
    private let cell = Machine.enter { $0.makeCell(.word, 0) }
    private var content: Value?

    public init() {}

    deinit { Machine.enter { $0.freeCell(cell) } }

    public var value: Value? {
        get { Machine.enter { $0.load(cell, .acquire) } == 0 ? nil : content }
        set {
            content = newValue
            Machine.enter { $0.store(cell, newValue == nil ? 0 : 1, .release) }
        }
    }
}
