import Foundation
import Rx

struct Article: Equatable {
    let id: Int
    let title: String
    let tags: Set<String>
}

enum SearchState: Equatable {
    case idle, searching
    case found([Article])
    case failed(String)

    var titles: [String] {
        guard case .found(let articles) = self else { return [] }
        return articles.map(\.title)
    }
}

protocol ArticleService {
    func articles(matching query: String) -> Single<[Article]>
}

struct LocalArticles: ArticleService {
    let articles: [Article]

    func articles(matching query: String) -> Single<[Article]> {
        Single.deferred {
            guard query != "?" else { throw NetworkFailure.refused(code: 400) }
            return .just(articles.filter { $0.title.lowercased().contains(query) || $0.tags.contains(query) })
        }
    }
}

/// A field to type in, and what is found once the typing pauses.
final class SearchModel {
    let query = PublishRelay<String>()
    private let current = BehaviorRelay(value: SearchState.idle)
    private let bag = DisposeBag()

    var state: Observable<SearchState> { current.asObservable() }
    var titles: Observable<[String]> { state.filter { $0 != .searching }.map(\.titles).distinctUntilChanged() }

    init(service: any ArticleService, scheduler: any SchedulerType) {
        query
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            .debounce(.milliseconds(300), scheduler: scheduler)
            .distinctUntilChanged()
            .flatMapLatest { query -> Observable<SearchState> in
                guard !query.isEmpty else { return .just(.idle) }
                return service.articles(matching: query)
                    .map { SearchState.found($0) }
                    .asObservable()
                    .catch { .just(.failed("\($0)")) }
                    .startWith(.searching)
            }
            .bind(to: current)
            .disposed(by: bag)
    }
}

func searchScenario() {
    let scheduler = HistoricalScheduler()
    let model = SearchModel(
        service: LocalArticles(articles: [
            Article(id: 1, title: "Swift by heart", tags: ["language"]),
            Article(id: 2, title: "Birds of the north", tags: ["swift", "tern"]),
            Article(id: 3, title: "Marbles", tags: ["game"]),
        ]),
        scheduler: scheduler)
    let states = Recorder(model.state), titles = Recorder(model.titles)

    for text in ["s", "sw", " Swift "] { model.query.accept(text) }
    scheduler.advance(by: 1)
    model.query.accept("swift")
    scheduler.advance(by: 1)
    model.query.accept("?")
    scheduler.advance(by: 1)
    model.query.accept("")
    scheduler.advance(by: 1)

    expect(states.elements.count, 6, "search: states")
    expect(states.elements[4], .failed("refused(code: 400)"), "search: failure")
    expect(titles.elements, [[], ["Swift by heart", "Birds of the north"], []], "search: titles")
}
