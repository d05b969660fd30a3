import Foundation

#if !canImport(Darwin)
// Where it isn't an `NSObject`.
extension NotificationCenter: ReactiveCompatible {}
#endif

extension Reactive where Base: NotificationCenter {
    /// The notifications with that name, of that sender, while it is subscribed; delivered on the thread that posts them.
    ///
    /// A sender that is gone sends nothing: then nothing comes, also if another object is made where it was. The sequence never completes.
    ///
    /// Cost: an observer at the notification center for each subscription; a gate around an event, and a weak load where a sender is given.
    ///
    /// - Parameters:
    ///   - name: any name unless given.
    ///   - object: any sender unless given. Held weakly until it is subscribed.
    public func notification(_ name: Notification.Name?, object: AnyObject? = nil) -> Observable<Notification> {
        let center = base, sender = object.map(Sender.init)
        return Observable.create { observer in
            let object = sender?.object
            if sender != nil, object == nil { return Disposables.create() }  // As `nil` it would mean any sender.
            let token = center.addObserver(forName: name, object: object, queue: nil) { notification in
                if let sender, !sender.sent(notification) { return }
                observer.onNext(notification)
            }
            return Disposables.create { center.removeObserver(token) }
        }
    }
}

/// The one sender that is asked for.
private final class Sender: @unchecked Sendable {  // Sendable: constant, but for the weak reference, which is atomic.
    /// As long as it may be subscribed to: not while it is being freed.
    weak let object: AnyObject?
    /// What it posts then is still its own.
    private let identity: ObjectIdentifier
    #if !canImport(ObjectiveC)
    /// Keeps its memory, so that no other object has its address. Elsewhere the center itself goes by addresses.
    private unowned let memory: AnyObject
    #endif

    init(_ object: AnyObject) {
        self.object = object
        identity = ObjectIdentifier(object)
        #if !canImport(ObjectiveC)
        memory = object
        #endif
    }

    func sent(_ notification: Notification) -> Bool {
        notification.object.map { ObjectIdentifier($0 as AnyObject) } == identity
    }
}
