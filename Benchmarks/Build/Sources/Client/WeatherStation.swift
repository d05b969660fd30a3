import Foundation
import Rx

struct Forecast: Equatable {
    let place: String
    let degrees: Double
    let sky: Sky
}

enum Sky: String, Equatable {
    case clear, cloudy, rain
}

struct Overview: Equatable {
    var places: [String]
    var warmest: String
    var meanDegrees: Double
}

extension Overview {
    init(_ forecasts: [Forecast]) {
        places = forecasts.map(\.place)
        warmest = forecasts.max { $0.degrees < $1.degrees }?.place ?? "nowhere"
        meanDegrees = forecasts.map(\.degrees).reduce(0, +) / Double(max(1, forecasts.count))
    }
}

protocol WeatherService {
    func forecast(for place: String) -> Single<Forecast>
}

struct TableOfWeather: WeatherService {
    let degrees: [String: Double]
    let scheduler: any ImmediateSchedulerType

    func forecast(for place: String) -> Single<Forecast> {
        guard let degrees = degrees[place] else { return .error(NetworkFailure.refused(code: 404)) }
        let sky = degrees > 20 ? Sky.clear : degrees > 10 ? .cloudy : .rain
        return Single.just(Forecast(place: place, degrees: degrees, sky: sky), scheduler: scheduler)
    }
}

/// Forecasts of several places, each asked of the service that answers first.
struct WeatherStation {
    let services: [any WeatherService]

    private func forecast(for place: String) -> Observable<Forecast> {
        Observable.amb(services.map { $0.forecast(for: place).asObservable() })
    }

    func overview(of places: [String]) -> Observable<Overview> {
        Observable.zip(places.map { forecast(for: $0) }) { Overview($0) }
    }

    func journey(from start: String, over middle: String, to end: String) -> Observable<String> {
        Observable.zip(forecast(for: start), forecast(for: middle), forecast(for: end)) { one, two, three in
            [one, two, three].map { "\($0.place): \($0.sky.rawValue)" }.joined(separator: ", ")
        }
    }

    func packing(for place: String, and other: String) -> Single<Bool> {
        Single.zip(forecast(for: place).asSingle(), forecast(for: other).asSingle()) { $0.sky == .rain || $1.sky == .rain }
            .catchAndReturn(true)
    }
}

func weatherScenario() {
    let table = ["Bergen": 8.0, "Oslo": 14.5, "Rome": 27]
    let here = WeatherStation(services: [TableOfWeather(degrees: table, scheduler: CurrentThreadScheduler.instance)])
    expect(
        Recorder(here.overview(of: ["Bergen", "Oslo", "Rome"])).elements,
        [Overview(places: ["Bergen", "Oslo", "Rome"], warmest: "Rome", meanDegrees: 16.5)], "weather: overview")
    expect(
        Recorder(here.journey(from: "Rome", over: "Oslo", to: "Bergen")).elements, ["Rome: clear, Oslo: cloudy, Bergen: rain"],
        "weather: journey")
    expect(Recorder(here.packing(for: "Rome", and: "Oslo").asObservable()).elements, [false], "weather: no umbrella")
    expect(Recorder(here.packing(for: "Rome", and: "Atlantis").asObservable()).elements, [true], "weather: unknown place")

    let elsewhere = WeatherStation(services: [
        TableOfWeather(degrees: table, scheduler: ConcurrentDispatchQueueScheduler(qos: .userInitiated)),
        TableOfWeather(degrees: table, scheduler: OperationQueueScheduler(operationQueue: OperationQueue())),
    ])
    let answered = DispatchSemaphore(value: 0)
    var overviews: [Overview] = []
    let subscription = elsewhere.overview(of: ["Oslo", "Rome"])
        .subscribe(on: ConcurrentDispatchQueueScheduler(qos: .background))
        .observe(on: SerialDispatchQueueScheduler(qos: .userInitiated))
        .subscribe(onNext: { overviews.append($0) }, onCompleted: { answered.signal() })
    answered.wait()
    subscription.dispose()
    expect(overviews.map(\.meanDegrees), [20.75], "weather: elsewhere")
}
