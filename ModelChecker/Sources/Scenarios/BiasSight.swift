@testable import Rx

extension Bias {
    static var isBuilt: Bool {
        #if RX_WITHOUT_BIAS
        false
        #else
        true
        #endif
    }

    /// 0 where nobody is inside by the bias, and in a build that leaves the bias out.
    var insideNow: UInt {
        #if RX_WITHOUT_BIAS
        0
        #else
        presence.load()
        #endif
    }

    /// Whether all who come share it.
    var isShared: Bool {
        #if RX_WITHOUT_BIAS
        false
        #else
        thread.load() == Bias.serial
        #endif
    }
}
