/// How stores become visible.
public enum MemoryModel: String, Sendable, CaseIterable, Codable {
    /// At once: one interleaving of everybody's operations.
    case sequential = "SC"
    /// Through a first-in first-out buffer of the thread that stored, as on x86.
    case storeBuffers = "TSO"
}
