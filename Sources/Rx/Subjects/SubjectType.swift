/// An observable sequence that is an observer as well.
public protocol SubjectType<Element>: ObservableType {
    associatedtype Observer: ObserverType
    func asObserver() -> Observer
}
