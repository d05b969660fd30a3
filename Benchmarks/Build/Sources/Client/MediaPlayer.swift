import Foundation
import Rx

struct Track: Equatable {
    let title: String
    let seconds: Int
}

enum PlayerCommand: Equatable {
    case play(Track)
    case pause, resume, stop
}

struct Position: Equatable, CustomStringConvertible {
    let title: String
    let second: Int
    var description: String { "\(title)@\(second)" }
}

extension ObservableType {
    /// The elements while the switch is on; nothing is subscribed to while it is off.
    func running(while isOn: Observable<Bool>) -> Observable<Element> {
        isOn.distinctUntilChanged().flatMapLatest { $0 ? self.asObservable() : .never() }
    }
}

/// Plays one track at a time and says where it is.
final class MediaPlayer {
    private let commands = PublishSubject<PlayerCommand>()
    private let scheduler: any SchedulerType
    private let sleepTimer = SerialDisposable()

    init(scheduler: any SchedulerType) { self.scheduler = scheduler }

    private var isPlaying: Observable<Bool> {
        commands
            .compactMap { command -> Bool? in
                switch command {
                case .pause: false
                case .resume: true
                case .play, .stop: nil
                }
            }
            .startWith(true)
    }

    private func positions(in track: Track) -> Observable<Position> {
        Observable<Int>.interval(.seconds(1), scheduler: scheduler)
            .running(while: isPlaying)
            .scan(0) { second, _ in second + 1 }
            .take(while: { $0 <= track.seconds })
            .map { Position(title: track.title, second: $0) }
    }

    var positions: Observable<Position> {
        let tracks = commands.compactMap { [self] command -> Observable<Position>? in
            switch command {
            case .play(let track): positions(in: track)
            case .stop: .empty()
            case .pause, .resume: nil
            }
        }
        return tracks.switchLatest()
    }

    func sleep(after seconds: Int) {
        sleepTimer.disposable = Observable<Int>.timer(.seconds(seconds), scheduler: scheduler)
            .subscribe(onNext: { [commands] _ in commands.onNext(.stop) })
    }

    /// The first seconds of a track.
    func preview(of track: Track, seconds: Int) -> Observable<Position> {
        Observable<Int>.interval(.seconds(1), scheduler: scheduler)
            .map { Position(title: track.title, second: $0 + 1) }
            .take(for: .seconds(seconds), scheduler: scheduler)
    }

    func send(_ command: PlayerCommand) { commands.onNext(command) }
}

func playerScenario() {
    let scheduler = HistoricalScheduler()
    let player = MediaPlayer(scheduler: scheduler)
    let positions = Recorder(player.positions)
    player.send(.play(Track(title: "Prelude", seconds: 4)))
    scheduler.advance(by: 2.5)
    player.send(.pause)
    scheduler.advance(by: 10)
    player.send(.resume)
    scheduler.advance(by: 10)
    player.send(.play(Track(title: "Fugue", seconds: 100)))
    player.sleep(after: 50)
    scheduler.advance(by: 0.5)
    player.sleep(after: 3)
    scheduler.advance(by: 20)
    expect(
        positions.elements.map(\.description), ["Prelude@1", "Prelude@2", "Prelude@3", "Prelude@4", "Fugue@1", "Fugue@2", "Fugue@3"],
        "player: positions")

    let preview = Recorder(player.preview(of: Track(title: "Fugue", seconds: 100), seconds: 3).delaySubscription(.seconds(1), scheduler: scheduler))
    scheduler.advance(by: 3.5)
    expect(preview.elements.map(\.second), [1, 2], "player: preview")
}
