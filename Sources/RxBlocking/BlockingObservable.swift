import Foundation
import Rx

/// A sequence whose events are waited for by the calling thread. For tests and command lines: it must not be used where a
/// thread is not to block, nor inside work of the current-thread scheduler, which waits for the same thread.
///
/// While a thread waits, its run loop runs, so that work of the main queue is done while the main thread waits.
public struct BlockingObservable<Element> {
    let timeout: TimeInterval?
    let source: Observable<Element>
}

extension ObservableConvertibleType {
    /// The sequence, to be waited for.
    ///
    /// Cost: it blocks the thread, whose run loop runs meanwhile.
    ///
    /// - Parameter timeout: after how many seconds waiting ends with `RxError.timeout`; never, unless given.
    public func toBlocking(timeout: TimeInterval? = nil) -> BlockingObservable<Element> {
        BlockingObservable(timeout: timeout, source: asObservable())
    }
}

/// What came, and how it ended.
@frozen
public enum MaterializedSequenceResult<T> {
    case completed(elements: [T])
    /// The elements came before the error.
    case failed(elements: [T], error: any Error)
}
