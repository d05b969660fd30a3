/// What one fiber of a scenario passes to another one: stored with release, loaded with acquire, each as a part of the step before it.
public final class Passed<Value> {
    private var content: Value?
    private var view = ViewArena.nothing

    public init() {}

    public var value: Value? {
        get {
            let machine = Machine.shared
            if machine.hasViews { machine.views.learn(view, by: machine.current) }
            return content
        }
        set {
            let machine = Machine.shared
            view = machine.hasViews ? machine.views.publish(machine.current) : ViewArena.nothing
            content = newValue
        }
    }
}
