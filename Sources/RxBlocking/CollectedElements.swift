import Rx
import RxPlatform

/// What has come, until the end.
final class CollectedElements<Element>: @unchecked Sendable {  // Sendable: `state` is guarded by `lock`.
    private enum State {
        case open([Element])
        case ended(MaterializedSequenceResult<Element>)
    }

    private let lock = Lock()
    private var state = State.open([])

    /// Takes an event, serially; whether that was the last one.
    func receive(_ event: Event<Element>) -> Bool {
        switch event {
        case .next(let element):
            append(element)
            return false
        case .error(let error):
            end(with: error)
            return true
        case .completed:
            end(with: nil)
            return true
        }
    }

    private func append(_ element: Element) {
        lock.with(self) {
            guard case .open(var elements) = state else { return }
            state = .open([])  // The array is changed in place.
            elements.append(element)
            state = .open(elements)
        }
    }

    /// What comes from now on is ignored.
    private func end(with error: (any Error)?) {
        lock.with(self) {
            guard case .open(let elements) = state else { return }
            state = .ended(error.map { .failed(elements: elements, error: $0) } ?? .completed(elements: elements))
        }
    }

    /// What came before the end; ends it now with `error` if it hasn't come.
    func result(orFailingWith error: any Error) -> MaterializedSequenceResult<Element> {
        end(with: error)
        guard case .ended(let result) = lock.with(self, { state }) else { preconditionFailure("it has ended") }
        return result
    }
}
