import Foundation
import Rx

/// A sequence whose events are waited for by the calling thread. For tests and command lines: it must not be used where a
/// thread is not to block, nor inside work of the current-thread scheduler, which waits for the same thread.
///
/// While a thread waits, its run loop runs, so that work of the main queue is done while the main thread waits. Within a block of the main
/// queue, such as everything on the main actor that comes after an `await`, no other block of that queue can run until this one has
/// returned. Work that the main schedulers get meanwhile, and their timers, run all the same; blocks that a program puts on
/// `DispatchQueue.main` itself, and the main actor's tasks, don't: what waits for them waits for ever, or until `timeout`. Nor may it
/// be used in work of a serial scheduler that it waits for.
public struct BlockingObservable<Element>: Sendable {
    let timeout: TimeInterval?
    let source: Observable<Element>
}

extension ObservableConvertibleType {
    /// The sequence, to be waited for.
    ///
    /// Cost: it blocks the thread, whose run loop runs meanwhile.
    ///
    /// - Parameter timeout: after how many seconds waiting ends with `RxError.timeout`; never, unless given. With one
    ///   that isn't positive it doesn't wait. NaN traps.
    public func toBlocking(timeout: TimeInterval? = nil) -> BlockingObservable<Element> {
        if let timeout, timeout.isNaN { fatalError("toBlocking(timeout:): a timeout that is no number is not allowed") }
        return BlockingObservable(timeout: timeout, source: asObservable())
    }
}

/// What came, and how it ended.
@frozen
public enum MaterializedSequenceResult<T> {
    case completed(elements: [T])
    /// The elements came before the error.
    case failed(elements: [T], error: any Error)
}

extension MaterializedSequenceResult: Sendable where T: Sendable {}
