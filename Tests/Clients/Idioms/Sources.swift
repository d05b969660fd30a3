// What programs for RxSwift write where a source sends from another thread. Compiled in each language mode, warnings are errors.
import Dispatch
import Foundation
import Rx

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Failure: Error {}

enum Sources {
    static func fromAQueue() -> Observable<Int> {
        Observable.create { observer in
            DispatchQueue.global().async {
                observer.onNext(1)
                observer.onCompleted()
            }
            return Disposables.create()
        }
    }

    static func laterFromAQueue() -> Observable<String> {
        Observable<String>.create { observer in
            let work = DispatchWorkItem { observer.on(.next("late")) }
            DispatchQueue.main.asyncAfter(deadline: .now() + 1, execute: work)
            return Disposables.create { work.cancel() }
        }
    }

    static func fromADispatchTimer(every interval: DispatchTimeInterval) -> Observable<Int> {
        Observable.create { observer in
            let timer = DispatchSource.makeTimerSource()
            timer.schedule(deadline: .now() + interval, repeating: interval)
            let cancel = Disposables.create { timer.cancel() }
            timer.setEventHandler {
                if cancel.isDisposed { return }
                observer.on(.next(1))
            }
            timer.resume()
            return cancel
        }
    }

    static func fromATimer() -> Observable<Date> {
        Observable.create { observer in
            let timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { timer in observer.onNext(timer.fireDate) }
            return Disposables.create { timer.invalidate() }
        }
    }

    static func fromARequest(_ request: URLRequest, session: URLSession = .shared) -> Observable<Data> {
        Observable.create { observer in
            let task = session.dataTask(with: request) { data, response, error in
                guard let data, response is HTTPURLResponse else {
                    observer.onError(error ?? Failure())
                    return
                }
                observer.onNext(data)
                observer.onCompleted()
            }
            task.resume()
            return Disposables.create(with: task.cancel)
        }
    }

    static func fromNotifications(_ name: Notification.Name) -> Observable<String> {
        Observable.create { observer in
            let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
                observer.onNext(notification.name.rawValue)
            }
            return Disposables.create { NotificationCenter.default.removeObserver(token) }
        }
    }

    static func fromOperations(_ queue: OperationQueue) -> Observable<Int> {
        Observable.create { observer in
            queue.addOperation {
                observer.onNext(1)
                observer.onCompleted()
            }
            return Disposables.create()
        }
    }

    static func fromAThread() -> Observable<Int> {
        Observable.create { observer in
            let thread = Thread { observer.onNext(1) }
            thread.start()
            return Disposables.create { thread.cancel() }
        }
    }

    static func fromATask() -> Observable<Int> {
        Observable.create { observer in
            let task = Task {
                try await Task.sleep(nanoseconds: 1)
                observer.onNext(1)
                observer.onCompleted()
            }
            return Disposables.create { task.cancel() }
        }
    }

    static func fromConcurrentIterations() -> Observable<Int> {
        Observable.create { observer in
            DispatchQueue.concurrentPerform(iterations: 10) { observer.onNext($0) }
            observer.onCompleted()
            return Disposables.create()
        }
    }

    /// A function of the program's own that takes an observer.
    static func load(into observer: AnyObserver<Int>) -> any Disposable {
        let disposable = BooleanDisposable()
        DispatchQueue.global().async {
            if !disposable.isDisposed { observer.onNext(1) }
        }
        return disposable
    }

    static func loaded() -> Observable<Int> { .create(load) }

    static func fromACompletion() -> Observable<Int> {
        func fetch(_ completion: @escaping @Sendable (Result<Int, any Error>) -> Void) { completion(.success(1)) }
        return .create { observer in
            fetch { result in
                switch result {
                case .success(let value): observer.onNext(value)
                case .failure(let error): observer.onError(error)
                }
            }
            return Disposables.create()
        }
    }
}

enum TraitSources {
    static func single() -> Single<Int> {
        Single.create { done in
            DispatchQueue.global().async { done(.success(1)) }
            return Disposables.create()
        }
    }

    static func namedSingle(_ url: URL) -> Single<[String: Int]> {
        Single<[String: Int]>.create { single in
            let task = URLSession.shared.dataTask(with: url) { data, _, error in
                if let error {
                    single(.failure(error))
                    return
                }
                guard let data, let object = try? JSONDecoder().decode([String: Int].self, from: data) else {
                    single(.failure(Failure()))
                    return
                }
                single(.success(object))
            }
            task.resume()
            return Disposables.create { task.cancel() }
        }
    }

    static func maybe() -> Maybe<String> {
        Maybe<String>.create { maybe in
            OperationQueue.main.addOperation { maybe(.success("it")) }
            DispatchQueue.global().async { maybe(.completed) }
            return Disposables.create {}
        }
    }

    static func completable() -> Completable {
        Completable.create { completable in
            DispatchQueue.global().async { completable(.completed) }
            return Disposables.create()
        }
    }

    static func infallible() -> Infallible<Int> {
        Infallible.create { send in
            DispatchQueue.global().async { send(.next(1)) }
            return Disposables.create()
        }
    }

    /// A function that takes such a closure, named as in RxSwift.
    static func load(_ done: @escaping Single<Int>.SingleObserver) -> any Disposable {
        done(.success(1))
        return Disposables.create()
    }

    static func loaded() -> Single<Int> { .create(subscribe: load) }
}
