import Foundation
import Rx

enum OnboardingStep: Int, CaseIterable, Equatable {
    case welcome, terms, profile, notifications, done
}

struct Profile: Equatable {
    var name: String
    var birthYear: Int?
}

enum OnboardingFailure: Error {
    case declined
    case unreadable(String)
}

/// Pages one after the other, the profile that they bring, and what has to be saved at the end.
final class Onboarding {
    private let answers = PublishSubject<String>()
    private(set) var saved: [String] = []

    var steps: Observable<OnboardingStep> {
        answers
            .map { answer in
                guard answer != "decline" else { throw OnboardingFailure.declined }
                return answer
            }
            .scan(OnboardingStep.welcome) { step, answer in
                answer == "back" ? OnboardingStep(rawValue: step.rawValue - 1) ?? step : OnboardingStep(rawValue: step.rawValue + 1) ?? step
            }
            .startWith(.welcome)
            .take(until: { $0 == .done }, behavior: .inclusive)
    }

    func profile(_ text: String) -> Maybe<Profile> {
        Maybe.create { observer in
            let parts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            switch parts.count {
            case 0: observer(.completed)
            case 1: observer(.success(Profile(name: parts[0], birthYear: nil)))
            case 2 where Int(parts[1]) != nil: observer(.success(Profile(name: parts[0], birthYear: Int(parts[1]))))
            default: observer(.error(OnboardingFailure.unreadable(text)))
            }
            return Disposables.create()
        }
    }

    func knownProfile(_ text: String) -> Single<Profile> {
        profile(text).catch { _ in .empty() }.ifEmpty(default: Profile(name: "guest", birthYear: nil))
    }

    private func save(_ what: String) -> Completable {
        Completable.create { [self] observer in
            saved.append(what)
            observer(what.isEmpty ? .error(OnboardingFailure.unreadable(what)) : .completed)
            return Disposables.create()
        }
    }

    func finish(with text: String) -> Single<Profile> {
        let profile = knownProfile(text)
        return save("terms")
            .andThen(profile)
            .flatMap { [self] profile in save(profile.name).andThen(Single.just(profile)) }
    }

    func answer(_ text: String) { answers.onNext(text) }
}

func onboardingScenario() {
    let onboarding = Onboarding()
    let steps = Recorder(onboarding.steps)
    for text in ["ok", "accept", "back", "accept", "Ada", "yes", "more"] { onboarding.answer(text) }
    expect(steps.elements, [.welcome, .terms, .profile, .terms, .profile, .notifications, .done], "onboarding: steps")
    expect(steps.ending, .completed, "onboarding: end")

    let declined = Recorder(onboarding.steps)
    onboarding.answer("decline")
    expect(declined.ending, .failed("declined"), "onboarding: declined")

    var profiles: [Profile] = []
    for text in ["Ada, 1815", "Ada", "", "a, b, c"] {
        onboarding.finish(with: text).subscribe(onSuccess: { profiles.append($0) }, onFailure: { _ in profiles = [] }).dispose()
    }
    expect(profiles.map(\.name), ["Ada", "Ada", "guest", "guest"], "onboarding: names")
    expect(profiles.map(\.birthYear), [1815, nil, nil, nil], "onboarding: years")
    expect(onboarding.saved.count, 8, "onboarding: saved")
}
