import Foundation

/// A namespace for what Rx adds to a type: `object.rx.something`. Extend it `where Base: YourType`.
@dynamicMemberLookup
public struct Reactive<Base> {
    /// What is extended.
    public let base: Base

    public init(_ base: Base) { self.base = base }

    /// A property of the object as an observer that writes to it, on the main scheduler. It holds the object weakly.
    public subscript<Property>(dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>) -> Binder<Property>
    where Base: AnyObject {
        Binder(base) { base, value in base[keyPath: keyPath] = value }
    }
}

extension Reactive: Sendable where Base: Sendable {}

/// A type that has `rx`. Conforming is all it takes.
public protocol ReactiveCompatible {
    associatedtype ReactiveBase

    static var rx: Reactive<ReactiveBase>.Type { get set }
    var rx: Reactive<ReactiveBase> { get set }
}

extension ReactiveCompatible {
    /// What Rx adds to the type. The setter does nothing; it is there so that properties of `rx` can be set.
    public static var rx: Reactive<Self>.Type {
        get { Reactive<Self>.self }
        set {}
    }

    /// What Rx adds to this value. The setter does nothing; it is there so that properties of `rx` can be set.
    public var rx: Reactive<Self> {
        get { Reactive(self) }
        set {}
    }
}

extension NSObject: ReactiveCompatible {}
