/// The system's functions that lock something. `NSLock` and its kin come down to them, and so do Foundation's own locks.
enum LockFunctions {
    /// Without version and leading underscores. Those that only pass on to one of these, such as `mtx_lock`, are not here, or a call would
    /// count twice.
    private static let names: Set<Substring> = [
        "pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_timedlock", "pthread_mutex_clocklock",
        "pthread_rwlock_rdlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_timedrdlock", "pthread_rwlock_clockrdlock",
        "pthread_rwlock_wrlock", "pthread_rwlock_trywrlock", "pthread_rwlock_timedwrlock", "pthread_rwlock_clockwrlock",
        "pthread_spin_lock", "pthread_spin_trylock", "sem_wait", "sem_trywait", "sem_timedwait", "sem_clockwait", "dispatch_semaphore_wait",
        "os_unfair_lock_lock", "os_unfair_lock_trylock", "os_unfair_lock_lock_with_options",
    ]

    static func have(_ function: String) -> Bool { names.contains(CallgrindProfile.unversioned(function)) }

    /// Whether what a library locks doesn't count: the allocator's locks hang on the state of its heap, and those of Dispatch on what other
    /// threads do.
    static func areOwn(of object: Substring) -> Bool {
        let file = object.split(separator: "/").last ?? ""
        return ["libjemalloc", "libdispatch"].contains { file.hasPrefix($0) }
    }
}
