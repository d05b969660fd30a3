import Foundation
import Rx

struct Mail: Equatable {
    enum Priority: Int, Comparable {
        case low, normal, urgent
        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }
    let subject: String
    var priority = Priority.normal
    var isRead = false
}

enum InboxChange {
    case arrived(Mail)
    case read(subject: String)
    case deleted(subject: String)
}

/// Mails, badges and a digest.
final class Inbox {
    private let changes = ReplayRelay<InboxChange>.createUnbound()
    private let bag = DisposeBag()
    let badge = BehaviorRelay(value: 0)

    init() {
        mails.map { $0.filter { !$0.isRead }.count }.bind(to: badge).disposed(by: bag)
    }

    var mails: Observable<[Mail]> {
        changes.scan([]) { mails, change in
            switch change {
            case .arrived(let mail): mails + [mail]
            case .read(let subject):
                mails.map { mail in
                    var mail = mail
                    mail.isRead = mail.isRead || mail.subject == subject
                    return mail
                }
            case .deleted(let subject): mails.filter { $0.subject != subject }
            }
        }
    }

    private var arrivals: Observable<Mail> {
        changes.compactMap { change in
            if case .arrived(let mail) = change { mail } else { nil }
        }
    }

    func urgent() -> Observable<String> {
        arrivals.filter { $0.priority >= .urgent }.map(\.subject)
    }

    /// The newest subject each time that the screen is lit.
    func onScreen(lit: Observable<Void>) -> Observable<String> {
        arrivals.map(\.subject).sample(lit, defaultValue: "no mail")
    }

    /// As many subjects at a time as fit.
    func digests(of count: Int, scheduler: any SchedulerType) -> Observable<String> {
        arrivals
            .window(timeSpan: .seconds(3600), count: count, scheduler: scheduler)
            .flatMap { $0.map(\.subject).toArray() }
            .filter { !$0.isEmpty }
            .map { $0.joined(separator: ", ") }
    }

    func receive(_ mail: Mail) { changes.accept(.arrived(mail)) }
    func read(_ subject: String) { changes.accept(.read(subject: subject)) }
    func delete(_ subject: String) { changes.accept(.deleted(subject: subject)) }
}

func inboxScenario() {
    let scheduler = HistoricalScheduler()
    let inbox = Inbox(), lit = PublishSubject<Void>()
    let screen = Recorder(inbox.onScreen(lit: lit.asObservable())), digests = Recorder(inbox.digests(of: 2, scheduler: scheduler))
    let badges = Recorder(inbox.badge.distinctUntilChanged())
    lit.onNext(())
    inbox.receive(Mail(subject: "one"))
    inbox.receive(Mail(subject: "two", priority: .urgent))
    lit.onNext(())
    inbox.receive(Mail(subject: "three", priority: .low))
    inbox.read("two")
    inbox.delete("one")
    scheduler.advance(by: 4000)

    expect(screen.elements, ["no mail", "two"], "inbox: screen")
    expect(digests.elements, ["one, two", "three"], "inbox: digests")
    expect(badges.elements, [0, 1, 2, 3, 2, 1], "inbox: badges")
    expect(Recorder(inbox.urgent().take(1)).elements, ["two"], "inbox: urgent")
    expect(Recorder(inbox.mails.element(at: 4)).elements.map { $0.map(\.subject) }, [["two", "three"]], "inbox: fifth state")
}
