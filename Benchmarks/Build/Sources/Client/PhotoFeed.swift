import Foundation
import Rx

struct Photo: Equatable, Identifiable {
    let id: Int
    let likes: Int
}

struct Page: Equatable {
    let photos: [Photo]
    let next: Int?
}

protocol PhotoSource {
    func page(_ number: Int) -> Single<Page>
}

final class NumberedPhotos: PhotoSource {
    private let pages: Int
    private(set) var requests: [Int] = []

    init(pages: Int) { self.pages = pages }

    func page(_ number: Int) -> Single<Page> {
        Single.create { [self] observer in
            requests.append(number)
            if number > 90 {
                observer(.failure(NetworkFailure.refused(code: 410)))
            } else {
                let photos = (0..<3).map { Photo(id: number * 10 + $0, likes: number * $0) }
                observer(.success(Page(photos: photos, next: number + 1 < pages ? number + 1 : nil)))
            }
            return Disposables.create()
        }
    }
}

/// Photos page by page, as one scrolls.
final class PhotoFeed {
    private let source: any PhotoSource
    private let reload = PublishSubject<Void>()
    private let bottom = PublishSubject<Void>()
    private let likes = PublishSubject<Int>()
    private let failures = PublishRelay<String>()

    init(source: any PhotoSource) { self.source = source }

    /// Asks for the next page when the trigger says so, until there is none.
    private func pages(from number: Int) -> Observable<Page> {
        source.page(number)
            .asObservable()
            .catch { [failures] error in
                failures.accept("\(error)")
                return .empty()
            }
            .flatMap { [bottom] page -> Observable<Page> in
                guard let next = page.next else { return .just(page) }
                return Observable.just(page).concat(bottom.take(1).flatMap { _ in self.pages(from: next) })
            }
    }

    func photos(from number: Int = 0) -> Observable<[Photo]> {
        reload
            .startWith(())
            .flatMapLatest { [self] in pages(from: number).scan([Photo]()) { $0 + $1.photos } }
    }

    /// Photos that are liked, as soon as it is certain that there are such photos.
    func liked() -> Observable<Photo> {
        likes
            .withLatestFrom(photos()) { id, photos in photos.first { $0.id == id } }
            .compactMap { $0 }
    }

    var errors: Observable<String> { failures.asObservable() }

    func refresh() { reload.onNext(()) }
    func scrollToBottom() { bottom.onNext(()) }
    func like(_ id: Int) { likes.onNext(id) }
}

func photoScenario() {
    let source = NumberedPhotos(pages: 3)
    let feed = PhotoFeed(source: source)
    let photos = Recorder(feed.photos().map { $0.map(\.id) }), liked = Recorder(feed.liked().take(2).map(\.likes))
    let errors = Recorder(feed.errors)
    feed.scrollToBottom()
    feed.like(11)
    feed.like(21)
    feed.scrollToBottom()
    feed.scrollToBottom()
    feed.like(22)
    expect(photos.elements.map(\.count), [3, 6, 9], "photos: pages")
    feed.refresh()
    expect(photos.elements.last, [0, 1, 2], "photos: refreshed")
    expect(liked.elements, [1, 4], "photos: liked")
    expect(liked.ending, .completed, "photos: two liked")

    let broken = Recorder(feed.photos(from: 91))
    expect(broken.elements, [], "photos: none")
    expect(errors.elements, ["refused(code: 410)"], "photos: errors")
}
