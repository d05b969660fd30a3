import Foundation
import Rx

struct ImageKey: Hashable {
    let url: String
    var scale = 1
}

struct Image: Equatable {
    let key: ImageKey
    let bytes: Int
}

enum ImageFailure: Error {
    case notFound(String)
}

/// In memory, else on disk, else from the net: the first that has it.
final class ImageCache {
    private var memory: [ImageKey: Image] = [:]
    private var disk: [ImageKey: Image]
    private var loading: [ImageKey: Observable<Image>] = [:]
    private(set) var loads = 0

    init(disk: [Image]) { self.disk = Dictionary(uniqueKeysWithValues: disk.map { ($0.key, $0) }) }

    private func inMemory(_ key: ImageKey) -> Maybe<Image> {
        Maybe.deferred { [self] in memory[key].map { .just($0) } ?? .empty() }
    }

    private func onDisk(_ key: ImageKey) -> Maybe<Image> {
        Observable.deferred { [self] in Observable.from(optional: disk[key]) }.asMaybe()
    }

    private func fromNet(_ key: ImageKey) -> Single<Image> {
        Single.create { [self] observer in
            loads += 1
            if key.url.hasPrefix("missing") {
                observer(.failure(ImageFailure.notFound(key.url)))
            } else {
                observer(.success(Image(key: key, bytes: key.url.count * 100 * key.scale)))
            }
            return Disposables.create()
        }
        .retry(2)
    }

    func image(_ key: ImageKey) -> Single<Image> {
        inMemory(key)
            .ifEmpty(switchTo: onDisk(key))
            .ifEmpty(switchTo: fromNet(key))
            .do(onSuccess: { [self] in memory[key] = $0 })
    }

    func thumbnail(_ key: ImageKey) -> Maybe<Int> {
        image(key).asMaybe().filter { $0.bytes > 100 }.map { $0.bytes / 100 }
    }

    func prefetch(_ keys: [ImageKey]) -> Completable {
        Observable.from(keys)
            .concatMap { [self] key in image(key).asObservable().ignoreElements() }
            .asCompletable()
    }

    func total(_ keys: [ImageKey]) -> Single<Int> {
        Observable.from(keys)
            .flatMap { [self] key in image(key).map(\.bytes).catchAndReturn(0) }
            .reduce(0, accumulator: +)
            .asSingle()
    }
}

func imageScenario() {
    let cached = Image(key: ImageKey(url: "cat"), bytes: 90)
    let cache = ImageCache(disk: [cached])
    var prefetched = "running"
    cache.prefetch([ImageKey(url: "cat"), ImageKey(url: "dog", scale: 2)])
        .subscribe(onCompleted: { prefetched = "completed" }, onError: { prefetched = "\($0)" })
        .dispose()
    expect(prefetched, "completed", "images: prefetched")
    expect(cache.loads, 1, "images: loads")

    var thumbnails: [String] = []
    for url in ["cat", "horse"] {
        cache.thumbnail(ImageKey(url: url))
            .subscribe(onSuccess: { thumbnails.append("\(url) \($0)") }, onCompleted: { thumbnails.append("\(url) is too small") })
            .dispose()
    }
    expect(thumbnails, ["cat is too small", "horse 5"], "images: thumbnails")

    let keys = ["cat", "dog", "missing", "horse"].map { ImageKey(url: $0) }
    expect(Recorder(cache.total(keys).asObservable()).elements, [890], "images: total")
    expect(Recorder(cache.prefetch(keys).asObservable()).ending, .failed("notFound(\"missing\")"), "images: missing")
    expect(cache.loads, 7, "images: loads at the end")
}
