import Foundation

#if !canImport(Darwin)
// Where it isn't an `NSObject`.
extension NotificationCenter: ReactiveCompatible {}
#endif

extension Reactive where Base: NotificationCenter {
    /// The notifications with that name, of that sender, while it is subscribed; delivered on the thread that posts them.
    ///
    /// Cost: an observer at the notification center for each subscription; a gate around an event.
    ///
    /// - Parameters:
    ///   - name: any name unless given.
    ///   - object: any sender unless given. Held weakly until it is subscribed.
    public func notification(_ name: Notification.Name?, object: AnyObject? = nil) -> Observable<Notification> {
        let center = base
        return Observable.create { [weak object] observer in
            let observer = UncheckedSendable(observer)
            let token = center.addObserver(forName: name, object: object, queue: nil) { observer.value.onNext($0) }
            return Disposables.create { center.removeObserver(token) }
        }
    }
}
