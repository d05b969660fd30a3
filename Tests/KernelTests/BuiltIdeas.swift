import RxPlatform

@testable import Rx

// What tests ask of ideas that a build may leave out: see `Speed`.

/// Whether a thread that comes often is given a gate or a lock.
let givesBias = hasAsymmetricFence && isBiasBuilt

#if RX_WITHOUT_BIAS
private let isBiasBuilt = false

extension Bias {
    static let revoked: UInt = 1, serial: UInt = 4
}
#else
private let isBiasBuilt = true
#endif

extension Bias {
    /// What the fields say.
    var threadNow: UInt {
        #if RX_WITHOUT_BIAS
        0
        #else
        thread.load()
        #endif
    }

    var presenceNow: UInt {
        #if RX_WITHOUT_BIAS
        0
        #else
        presence.load()
        #endif
    }
}

extension BiasedLock {
    var biasedThread: UInt {
        #if RX_WITHOUT_BIAS
        0
        #else
        bias.threadNow
        #endif
    }
}
