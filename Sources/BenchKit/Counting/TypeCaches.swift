/// The run-time's caches of types and conformances. How many of their places a look passes hangs on addresses, and those on all that the process has
/// looked for before.
enum TypeCaches {
    /// Whether a function is a part of such a look, which is called inside another one that counts.
    static func have(_ function: String) -> Bool { function.contains("ConcurrentReadableHashMap") || function.contains("MetadataCacheKey") }
}
