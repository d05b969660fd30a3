import Foundation
import Rx

enum Problem: Equatable, CustomStringConvertible {
    case missing(String)
    case tooShort(String, by: Int)
    case outside(String, ClosedRange<Int>)

    var description: String {
        switch self {
        case .missing(let field): "\(field) is missing"
        case .tooShort(let field, let count): "\(field) is \(count) too short"
        case .outside(let field, let range): "\(field) isn't within \(range)"
        }
    }
}

/// A field of any type, and the rule for it.
final class Field<Value> {
    let name: String
    private let entered: BehaviorRelay<Value?>
    private let rule: (String, Value) -> Problem?

    init(_ name: String, rule: @escaping (String, Value) -> Problem?) {
        self.name = name
        self.rule = rule
        entered = BehaviorRelay(value: nil)
    }

    var value: Observable<Value?> { entered.asObservable() }
    var validValue: Observable<Value> {
        entered.compactMap { $0 }.filter { [name, rule] in rule(name, $0) == nil }
    }
    var problem: Observable<Problem?> {
        entered.map { [name, rule] value in
            guard let value else { return .missing(name) }
            return rule(name, value)
        }
    }

    func enter(_ value: Value?) { entered.accept(value) }
}

/// A form of fields: its problems, and what it sends once there is none.
final class RegistrationForm {
    struct Registration: Equatable {
        let name: String
        let age: Int
        let tags: [String]
    }

    let name = Field<String>("name") { $1.count < 3 ? .tooShort($0, by: 3 - $1.count) : nil }
    let age = Field<Int>("age") { 18...120 ~= $1 ? nil : .outside($0, 18...120) }
    let tags = Field<[String]>("tags") { $1.isEmpty ? .missing($0) : nil }

    var problems: Observable<[Problem]> {
        Observable.combineLatest([name.problem, age.problem, tags.problem]).map { $0.compactMap { $0 } }.distinctUntilChanged()
    }

    var isValid: Observable<Bool> { problems.map(\.isEmpty).distinctUntilChanged() }

    func registrations(when submit: Observable<Void>) -> Observable<Registration> {
        let values = Observable.combineLatest(name.validValue, age.validValue, tags.validValue, resultSelector: Registration.init(name:age:tags:))
        return submit
            .withLatestFrom(isValid)
            .filter { $0 }
            .withLatestFrom(values)
    }

    /// How often each problem was shown.
    func statistics(until end: Observable<Void>) -> Observable<[String: Int]> {
        problems
            .take(until: end)
            .flatMap { Observable.from($0) }
            .reduce(into: [:]) { $0[$1.description, default: 0] += 1 }
    }
}

extension ObservableType {
    fileprivate func reduce<Result>(into seed: Result, _ update: @escaping (inout Result, Element) -> Void) -> Observable<Result> {
        reduce(seed) { result, element in
            var result = result
            update(&result, element)
            return result
        }
    }
}

func formScenario() {
    let form = RegistrationForm(), submit = PublishSubject<Void>(), end = PublishSubject<Void>()
    let registrations = Recorder(form.registrations(when: submit.asObservable())), valid = Recorder(form.isValid)
    let statistics = Recorder(form.statistics(until: end.asObservable()))
    form.name.enter("A")
    submit.onNext(())
    form.age.enter(12)
    form.name.enter("Ada")
    form.tags.enter(["mathematics"])
    form.age.enter(36)
    submit.onNext(())
    form.age.enter(nil)
    submit.onNext(())
    end.onNext(())

    expect(registrations.elements, [.init(name: "Ada", age: 36, tags: ["mathematics"])], "form: registrations")
    expect(valid.elements, [false, true, false], "form: validity")
    expect(
        statistics.elements,
        [["name is missing": 1, "age is missing": 3, "tags is missing": 4, "name is 2 too short": 2, "age isn't within 18...120": 3]],
        "form: statistics")
}
