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
}
