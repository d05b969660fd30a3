import Foundation
import Rx

enum Theme: String, Codable {
    case light, dark, system
}

struct Font: Codable, Equatable {
    var family = "Serif"
    var points = 12
}

/// One setting: what it is now, and each change.
final class Setting<Value: Codable & Equatable> {
    let key: String
    private let initial: Value
    private let subject: BehaviorSubject<Value>

    init(_ key: String, default value: Value) {
        self.key = key
        initial = value
        subject = BehaviorSubject(value: value)
    }

    var current: Value {
        get { (try? subject.value()) ?? initial }
        set { subject.onNext(newValue) }
    }

    var values: Observable<Value> { subject.distinctUntilChanged() }
    var changes: Observable<Value> { values.skip(1) }
    var observer: AnyObserver<Value> { subject.asObserver() }

    func encodedChanges() -> Observable<(key: String, data: Data)> {
        let key = key
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return changes.map { (key: key, data: try encoder.encode([$0])) }
    }
}

/// All settings; what changes is written.
final class SettingsStore {
    let theme = Setting("theme", default: Theme.system)
    let font = Setting("font", default: Font())
    let zoom = Setting("zoom", default: 1.0)
    private(set) var written: [String: String] = [:]
    private let bag = DisposeBag()

    init() {
        Observable.merge(theme.encodedChanges(), font.encodedChanges(), zoom.encodedChanges())
            .subscribe(with: self, onNext: { store, change in
                store.written[change.key] = String(decoding: change.data, as: UTF8.self)
            })
            .disposed(by: bag)
    }

    var pointsOnScreen: Observable<Int> {
        Observable.combineLatest(font.values, zoom.values) { Int((Double($0.points) * $1).rounded()) }.distinctUntilChanged()
    }

    var isDark: Observable<Bool> {
        theme.values.map { $0 == .dark }.distinctUntilChanged()
    }
}

func settingsScenario() {
    let store = SettingsStore()
    let points = Recorder(store.pointsOnScreen), dark = Recorder(store.isDark)
    store.theme.current = .dark
    store.theme.current = .dark
    store.font.current.points = 14
    store.zoom.current = 1.5
    let linked = Observable.of(1.5, 2).subscribe(store.zoom.observer)
    linked.dispose()

    expect(points.elements, [12, 14, 21, 28], "settings: points")
    expect(dark.elements, [false, true], "settings: theme")
    expect(
        store.written, ["theme": "[\"dark\"]", "font": "[{\"family\":\"Serif\",\"points\":14}]", "zoom": "[2]"], "settings: written")
}
