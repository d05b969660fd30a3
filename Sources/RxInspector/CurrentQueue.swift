import Foundation

#if canImport(CDispatch)
import CDispatch
#else
import Dispatch
#endif

/// The label of the Dispatch queue whose block this thread is running; `main` for the main queue, `-` where there is none.
func currentQueue() -> String {
    #if canImport(CDispatch)
    let label = String(cString: dispatch_queue_get_label(nil))
    #else
    let label = String(cString: __dispatch_queue_get_label(nil))
    #endif
    if label == "com.apple.main-thread" { return Thread.isMainThread ? "main" : "-" }
    return label.isEmpty ? "-" : label
}
