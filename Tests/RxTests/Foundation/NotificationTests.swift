import Foundation
import Rx
import RxTest
import Testing

@Suite struct NotificationTests {
    private let name = Notification.Name("rx.test"), other = Notification.Name("rx.other")

    @Test(arguments: Core.allCases)
    func notificationsOfTheNameComeWhileItIsSubscribed(core: Core) {
        core.run {
            let center = NotificationCenter(), journal = Journal()
            let source = center.rx.notification(name)
            center.post(name: name, object: nil)
            let subscription = source.subscribe(onNext: { journal.add($0.name.rawValue) })
            center.post(name: name, object: nil)
            center.post(name: other, object: nil)
            subscription.dispose()
            center.post(name: name, object: nil)
            expect(journal.lines, ["rx.test"])
        }
    }

    @Test(arguments: Core.allCases)
    func anyNameAndOneSender(core: Core) {
        core.run {
            let center = NotificationCenter(), journal = Journal(), sender = Journal()
            let subscriptions = [
                center.rx.notification(nil).subscribe(onNext: { journal.add("any \($0.name.rawValue)") }),
                center.rx.notification(name, object: sender).subscribe(onNext: { journal.add("mine \($0.name.rawValue)") }),
            ]
            center.post(name: name, object: sender)
            center.post(name: name, object: journal)
            center.post(name: other, object: sender)
            for subscription in subscriptions { subscription.dispose() }
            expect(journal.lines.sorted(), ["any rx.other", "any rx.test", "any rx.test", "mine rx.test"])
        }
    }

    @Test(arguments: Core.allCases)
    func senderIsHeldWeaklyUntilItIsSubscribed(core: Core) {
        core.run {
            var sender: Journal? = Journal()
            weak let alive = sender
            let source = NotificationCenter().rx.notification(name, object: sender)
            sender = nil
            #expect(alive == nil)
            withExtendedLifetime(source) {}
        }
    }

    /// As a filter it doesn't become "any sender".
    @Test(arguments: Core.allCases)
    func aSenderThatIsGoneSendsNothing(core: Core) {
        core.run {
            let center = NotificationCenter(), journal = Journal()
            for filter in [name, nil] {
                var sender: Journal? = Journal()
                let source = center.rx.notification(filter, object: sender)
                sender = nil
                let subscription = source.subscribe(journal.event("\(String(describing: filter))"))
                for object in [nil, Journal(), center] as [AnyObject?] {
                    center.post(name: name, object: object)
                    center.post(name: other, object: object)
                }
                subscription.dispose()
            }
            expect(journal.lines, [])
        }
    }

    /// Gone while it is subscribed to: objects that come after it may have its address.
    @Test(arguments: Core.allCases)
    func anObjectThatIsMadeWhereTheSenderWasIsAnotherOne(core: Core) {
        core.run {
            let center = NotificationCenter(), journal = Journal()
            var sender: Journal? = Journal()
            let subscription = center.rx.notification(name, object: sender).subscribe(journal.event("heard"))
            sender = nil
            for _ in 0..<100 { center.post(name: name, object: Journal()) }
            subscription.dispose()
            expect(journal.lines, [])
        }
    }

    @Test(arguments: Core.allCases)
    func eachSubscriptionAsksAnewWhetherTheSenderIsThere(core: Core) {
        core.run {
            let center = NotificationCenter(), journal = Journal()
            var sender: Journal? = Journal()
            let source = center.rx.notification(name, object: sender)
            let first = source.subscribe(onNext: { _ in journal.add("first") })
            center.post(name: name, object: sender)
            first.dispose()
            let second = source.subscribe(onNext: { _ in journal.add("second") })
            center.post(name: name, object: sender)
            second.dispose()
            sender = nil
            let third = source.subscribe(onNext: { _ in journal.add("third") })
            center.post(name: name, object: nil)
            third.dispose()
            expect(journal.lines, ["first", "second"])
        }
    }

    /// While it is freed it is still the one that was asked for.
    @Test(arguments: Core.allCases)
    func whatASenderPostsWhileItIsFreedIsHeard(core: Core) {
        final class Leaving {
            let center: NotificationCenter
            init(_ center: NotificationCenter) { self.center = center }
            deinit { center.post(name: Notification.Name("gone"), object: self) }
        }
        core.run {
            let center = NotificationCenter(), journal = Journal()
            var sender: Leaving? = Leaving(center)
            let subscription = center.rx.notification(Notification.Name("gone"), object: sender).subscribe(onNext: { journal.add($0.name.rawValue) })
            sender = nil
            _ = Leaving(center)  // A stranger.
            expect(journal.lines, ["gone"])
            subscription.dispose()
        }
    }
}
