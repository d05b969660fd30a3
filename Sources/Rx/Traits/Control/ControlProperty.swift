/// Something that has a `ControlProperty`.
public protocol ControlPropertyType: ObservableType, ObserverType {
    func asControlProperty() -> ControlProperty<Element>
}

/// A property of a control of a user interface that the user may change: its value at first and each later one, subscribed to
/// and disposed on the main queue; an observer that sets it as well. It never fails, and it isn't shared.
///
/// Cost: as `subscribe(on:)`; on the main queue it subscribes at once, without a hop.
public struct ControlProperty<PropertyType>: ControlPropertyType, Sendable {
    public typealias Element = PropertyType

    private let values: Observable<PropertyType>
    private let valueSink: AnyObserver<PropertyType>
    private let fail: @Sendable (any Error) -> Void

    /// - Parameters:
    ///   - values: the property's values; must not fail, and must deliver on the main queue.
    ///   - valueSink: sets the property.
    ///   - file: where it is made: the message of an error that reaches it says so.
    ///   - line: see `file`.
    public init<Values: ObservableType, Sink: ObserverType>(
        values: Values, valueSink: Sink, file: StaticString = #fileID, line: UInt = #line
    ) where Values.Element == PropertyType, Sink.Element == Values.Element {
        self.values = values.subscribe(on: ConcurrentMainScheduler.instance)
        self.valueSink = valueSink.asObserver()
        fail = bindingErrorHandler(file: file, line: line)
    }

    /// A property of which are given its values and what sets it; see the other form.
    @_disfavoredOverload
    public init<Values: ObservableType, Sink: ObserverType>(values: Values, valueSink: Sink)
    where Values.Element == PropertyType, Sink.Element == Values.Element {
        self.init(values: values, valueSink: valueSink, file: #fileID, line: #line)
    }

    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == PropertyType {
        values.subscribe(observer)
    }

    public func asObservable() -> Observable<Element> { values }

    /// Itself.
    public func asControlProperty() -> ControlProperty<Element> { self }

    /// What the user changes it to: all values but the first.
    public var changed: ControlEvent<PropertyType> { ControlEvent(events: values.skip(1)) }

    /// Sets the property. An error is a programmer's: it traps in debug builds and is printed in release builds.
    public func on(_ event: Event<Element>) {
        if case .error(let error) = event { fail(error) } else { valueSink.on(event) }
    }

    /// The values as a driver. An error traps in debug builds, and completes in release builds.
    public func asDriver() -> Driver<Element> {
        asDriver(onErrorRecover: {
            breach("ControlProperty: an error came: \($0)")
            return .empty()
        })
    }
}

extension ControlPropertyType where Element == String? {
    /// The property with an empty string for `nil`.
    public var orEmpty: ControlProperty<String> {
        let property = asControlProperty()
        return ControlProperty(
            values: property.map { $0 ?? "" }, valueSink: property.mapObserver { text -> String? in text })
    }
}
