/// The orders that operations of the platform have by their names, and what else of the library is atomic. An operation that has another one, or no
/// row, is a finding, and so is a row that no code has.
enum PlatformOrders {
    static let load = AtomicStep(.load), loadAcquiring = AtomicStep(.load, .acquire)
    static let store = AtomicStep(.store), storeReleasing = AtomicStep(.store, .release)
    static let change = AtomicStep(.change, .both)
    private static let takeLock = AtomicStep(.compareExchange, .acquire, failing: .acquire)
    private static let inTurn = AtomicStep(.compareExchange, .sequential, failing: .sequential)

    static let rows: [String: Set<AtomicStep>] = [
        "Word.load": [load], "Word.loadAcquiring": [loadAcquiring], "Word.store": [store], "Word.storeReleasing": [storeReleasing],
        "Word.compareExchange": [AtomicStep(.compareExchange, .both, failing: .acquire)],
        "Word.compareExchangeReleasing": [AtomicStep(.compareExchange, .release, failing: .relaxed)],
        "Word.exchange": [change], "Word.fetchOr": [change], "Word.fetchAnd": [change], "Word.add": [change], "Word.subtract": [change],
        "PlainWord.load": [load], "PlainWord.store": [store], "PlainByte.load": [load], "PlainByte.store": [store],
        "Mark.loadAcquiring": [loadAcquiring], "Mark.store": [store], "Mark.publish": [storeReleasing, change],
        "Mark.lookAgain": [loadAcquiring, change],

        "Lock.tryAcquire": [takeLock], "Lock.acquire": [takeLock], "Lock.acquireSlowly": [load],
        "Lock.acquireWaiting": [AtomicStep(.change, .acquire)],
        "Lock.open": [load, storeReleasing], "Lock.openAndWake": [storeReleasing], "Lock.release": [load, storeReleasing],
        "Lock.with": [takeLock, load, storeReleasing],

        "rx_light_fence": [.lightFence], "rx_heavy_fence": [AtomicStep(.fence, .sequential)],
        "rx_has_asymmetric_fence": [load], "rx_find_fence": [load], "register_fence": [storeReleasing],
        "take_block": [loadAcquiring, AtomicStep(.load, .sequential), AtomicStep(.store, .sequential), inTurn], "give_back": [storeReleasing],
        "rx_count": [load, storeReleasing], "rx_count_sum": [loadAcquiring],

        // Two looks of `enter` at words of the bias, which the compiler has made one.
        "Gate.enter": [load],

        // A look at a reference count comes before each.
        "Trampoline.run": [AtomicStep(.fence, .acquire)], "Worker.perform": [AtomicStep(.fence, .acquire)],
    ]

    /// Of code that isn't the library's: the toolchain's mutex, and what the compiler keeps of types that it has looked up.
    static func isOfToolchain(_ step: PlacedStep) -> Bool {
        guard let inner = step.frames.first else { return false }
        let isMutex = inner.function == "Core.installed.get" && step.step.kind == .compareExchange
        let isOfCompiler = inner.function.hasPrefix("__swift_") || inner.function.hasPrefix("$s") && inner.line == 0
        return isMutex || isOfCompiler
    }
}
