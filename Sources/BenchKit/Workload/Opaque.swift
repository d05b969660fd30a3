public import CAllocationCounter

/// Makes the optimiser believe that `x` is used, so that what computes it stays. Costs a store and a call.
@inlinable @inline(__always)
public func blackHole<T>(_ x: T) {
    withUnsafePointer(to: x) { rxac_escape($0) }
}

/// `x`, of which the optimiser no longer knows anything: neither that it is constant nor what type lies behind a closure.
@inlinable @inline(__always)
public func opaque<T>(_ x: T) -> T {
    var result = x
    withUnsafeMutablePointer(to: &result) { rxac_escape($0) }
    return result
}
