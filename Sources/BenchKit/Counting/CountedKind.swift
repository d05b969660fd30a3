/// What is counted in an iteration.
enum CountedKind: String, Codable, CaseIterable, Sendable, CodingKeyRepresentable {
    /// Executed by the thread that runs the benchmark, in user space, outside the allocator and the run-time's caches of types.
    case instructions
    /// Calls of the runtime that raise a reference count.
    case retains
    /// Calls of the runtime that lower one.
    case releases
    /// Objects and boxes made.
    case objects
    /// Calls of malloc and its kin.
    case mallocs
    /// Asked for in these calls.
    case bytes
    /// Checks of exclusive access at run time.
    case accesses
    /// Calls that look for a type, a conformance or a witness at run time, as generic code does that isn't specialised, and casts.
    case lookups
    /// Atomic read-modify-writes and full fences that the program executes itself, or in the library of atomics: not those of reference counts.
    case atomics
    /// Calls of the kernel, but for those that get memory, and those that read a clock, which outside valgrind are none.
    case systemCalls
    /// Calls of the system's functions that lock, but for those that the allocator and Dispatch make.
    case locks
    /// Blocks of memory that were got and not given back by the end of an iteration: what each event leaves there is a leak.
    case kept

    /// The functions of the Swift runtime whose calls are counted; empty where the figure comes from elsewhere. Those that only
    /// pass on to one of these, such as `swift_bridgeObjectRetain`, are not here, or a call would count twice.
    var functions: [String] {
        switch self {
        case .instructions, .mallocs, .bytes, .atomics, .systemCalls, .locks, .kept: []
        case .retains:
            [
                "swift_retain", "swift_retain_n", "swift_tryRetain", "swift_nonatomic_retain", "swift_nonatomic_retain_n",
                "swift_unownedRetain", "swift_unownedRetain_n", "swift_unownedRetainStrong",
                "swift_unownedRetainStrongAndRelease", "swift_weakLoadStrong",
            ]
        case .releases:
            [
                "swift_release", "swift_release_n", "swift_nonatomic_release", "swift_nonatomic_release_n",
                "swift_unownedRelease", "swift_unownedRelease_n",
            ]
        case .objects: ["swift_allocObject", "swift_allocBox"]
        case .accesses: ["swift_beginAccess"]
        case .lookups:
            [
                "swift_getGenericMetadata", "swift_getWitnessTable", "swift_getAssociatedTypeWitness", "swift_getAssociatedConformanceWitness",
                "swift_conformsToProtocol", "swift_conformsToProtocol2", "swift_dynamicCast", "swift_getTypeByMangledNameInContext",
                "swift_getTypeByMangledNameInContext2", "__swift_instantiateConcreteTypeFromMangledName",
                "__swift_instantiateConcreteTypeFromMangledNameV2",
            ]
        }
    }

    /// The share by which a count may differ between two processes that do the same. Where a hash table of addresses or a thread's stack
    /// lies costs instructions; calls are the same, or the code does something else.
    var band: Double { self == .instructions ? 0.002 : 0 }

    /// The unit's name in a table.
    var heading: String {
        switch self {
        case .instructions: "instr."
        case .lookups: "look-ups"
        case .systemCalls: "system calls"
        default: rawValue
        }
    }
}
