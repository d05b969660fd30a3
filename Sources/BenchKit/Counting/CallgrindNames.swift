/// The functions that parts of callgrind's output name, of one process: what has to be known of each is found out once. For one thread at a time.
final class CallgrindNames {
    /// What its name tells of a function.
    final class Function {
        let text: String
        let isAllocator: Bool
        let isLock: Bool
        let isOfTypeCache: Bool
        /// Whether its calls of the kernel don't count.
        let isPassedOver: Bool

        init(_ text: String) {
            self.text = text
            isAllocator = AllocatorFunctions.have(text)
            isLock = LockFunctions.have(text)
            isOfTypeCache = TypeCaches.have(text)
            isPassedOver = CallgrindNames.passedOver.contains(CallgrindProfile.unversioned(text))
        }
    }

    private var byName: [String: Function] = [:]
    /// A process's parts have the same number for the same name, most of the time.
    private var byIdentifier: [UInt64: (name: [UInt8], function: Function)] = [:]

    /// - Parameter id: the number by which the part goes on to call it, if it has one.
    /// - Returns: nil where the name isn't UTF-8.
    func function(_ name: ArraySlice<UInt8>, _ id: UInt64?) -> Function? {
        if let id, let known = byIdentifier[id], known.name.elementsEqual(name) { return known.function }
        guard let text = String(validating: name, as: UTF8.self).map(CallgrindNames.undepthed) else { return nil }
        let found = byName[text] ?? Function(text)
        byName[text] = found
        if let id { byIdentifier[id] = (Array(name), found) }
        return found
    }

    /// A recursive call is counted under the function's name with a quote and the depth, such as `swift_release'2`.
    private static func undepthed(_ name: String) -> String {
        guard name.utf8.last.map({ (0x30...0x39).contains($0) }) == true, let quote = name.lastIndex(of: "'"),
            name[quote...].dropFirst().allSatisfy(\.isNumber)
        else { return name }
        return String(name[..<quote])
    }

    /// What a system answers without a call of the kernel, except to a program that valgrind runs; and what gets memory, which hangs on the state of
    /// the heap.
    private static let passedOver: Set<Substring> = [
        "clock_gettime", "clock_getres", "gettimeofday", "time", "getcpu", "sched_getcpu",
        "mmap", "mmap64", "munmap", "mremap", "madvise", "mprotect", "brk", "sbrk",
    ]
}

/// What belongs to malloc and its kin.
enum AllocatorFunctions {
    private static let functions: Set<String> = [
        "malloc", "calloc", "realloc", "reallocarray", "free", "posix_memalign", "aligned_alloc", "memalign", "valloc", "pvalloc",
    ]

    /// Whether a function is one that programs call for memory, or one of what counts these calls, which in a debug build stands between the two.
    static func have(_ function: String) -> Bool {
        functions.contains(function) || function.hasPrefix("rxac_raw_") || function.hasPrefix("rxac_extended_")
    }

    /// Whether all of a file's functions are: jemalloc's C++ operators don't pass on to malloc.
    static func are(in object: String) -> Bool { object.split(separator: "/").last?.hasPrefix("libjemalloc") == true }
}
