// The C half of the platform layer: thread identity, thread-locals, the asymmetric fence, sanitizer annotations.
// Nothing here knows Rx; of the library nothing above RxPlatform calls it.
#pragma once

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#if !defined(__linux__) || !(defined(__x86_64__) || defined(__aarch64__))
#include <pthread.h>
#endif

/// A non-zero number that no other living thread has; its four low bits are 0.
/// `volatile`: code inlined into an async function must read it again after each suspension.
static inline uintptr_t rx_thread_token(void) {
#if defined(__linux__) && defined(__x86_64__)
    uintptr_t token;
    __asm__ volatile("movq %%fs:0, %0" : "=r"(token));
    return token;
#elif defined(__linux__) && defined(__aarch64__)
    uintptr_t token;
    __asm__ volatile("mrs %0, tpidr_el0" : "=r"(token));
    return token;
#else
    return (uintptr_t)pthread_self();
#endif
}

/// Where the caller's stack frame is, more or less.
static inline uintptr_t rx_frame_address(void) { return (uintptr_t)__builtin_frame_address(0); }

/// Keeps the compiler from moving memory accesses across it; costs no instruction.
/// The cheap side of an asymmetric fence: the other side is `rx_heavy_fence`.
static inline void rx_light_fence(void) { __asm__ volatile("" ::: "memory"); }

/// Tells the processor that this is a spin loop. Pauses are counted in such hints: on aarch64 `yield` would be over at once, while `isb` waits until
/// the instructions before it are done, about as long as x86's `pause` takes.
static inline void rx_spin_hint(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");
#endif
}

/// Asks for the cache line of `address`, to be written soon. Any number will do, also one behind the end of an allocation.
static inline void rx_prefetch_for_writing(uintptr_t address) {
#if defined(__x86_64__) || defined(__i386__)
    __asm__ volatile("prefetchw %0" ::"m"(*(const char *)address));
#else
    __builtin_prefetch((const void *)address, 1);
#endif
}

/// Stores a byte there, whatever was there, and so takes the cache line from other processors. Volatile: the compiler can't see that it matters.
static inline void rx_claim_for_writing(void *_Nonnull address) { *(volatile char *)address = 0; }

static inline void rx_yield(void) { sched_yield(); }

#if defined(__linux__)
/// In nanoseconds. In C, since Swift puts a guard around a call that gets the address of a local variable, and one thunk for each clock.
static inline uint64_t rx_read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/// Time that never goes back.
static inline uint64_t rx_uptime(void) { return rx_read_clock(CLOCK_MONOTONIC); }

/// What `rx_uptime` was at the last tick of the system's.
static inline uint64_t rx_coarse_uptime(void) { return rx_read_clock(CLOCK_MONOTONIC_COARSE); }
#endif

/// 0 until somebody has asked.
extern int rx_fence;
enum { RX_NO_FENCE = 1, RX_FENCE = 2 };
bool rx_find_fence(void);

/// Whether `rx_heavy_fence` works here. False under the thread sanitizer, which can't see such a fence.
/// A look at a word: who leaves a gate that isn't biased asks each time.
static inline bool rx_has_asymmetric_fence(void) {
    int seen = __atomic_load_n(&rx_fence, __ATOMIC_RELAXED);
    return seen == RX_FENCE || (seen == 0 && rx_find_fence());
}

/// Whether that is known without asking the system.
static inline bool rx_knows_fence(void) { return __atomic_load_n(&rx_fence, __ATOMIC_RELAXED) != 0; }

/// A full memory barrier on every processor that runs a thread of this process (0.4 to 8 µs).
void rx_heavy_fence(void);

#if defined(__linux__)
/// Blocks the calling thread until another one calls `rx_futex_wake_one` for this address, if `expected` is there; may return for no reason.
/// At most so many nanoseconds, which are less than a second; then it returns false.
bool rx_futex_wait(const void *_Nonnull address, uint32_t expected, long nanoseconds);

/// Wakes one of the threads that wait at this address. It may have been freed.
void rx_futex_wake_one(const void *_Nonnull address);
#endif

// Thread-locals

/// The calling thread's slots. Zero at thread start.
typedef struct {
    /// The trampoline that is running on this thread, or null.
    void *_Nullable trampoline;
    /// Whom the work that the trampoline would run next belongs to, where it may as well run now; or null.
    void *_Nullable direct;
    /// Where the stack was when `direct` was set.
    uintptr_t direct_frame;
    /// Core chosen for this thread by a scope: 0 nobody chose, else raw value + 1.
    uint32_t core;
    /// While this thread frees a chain: the object of it that comes next, or a mark.
    void *_Nullable freed_next;
} rx_thread_slots;

/// Never inlined, so that no address of a thread-local outlives a suspension point.
rx_thread_slots *_Nonnull rx_slots(void);

// Resource counters: one block a thread, summed on demand; a block outlives its thread and is handed to the next one.

enum { RX_COUNTERS = 8 };

void rx_count(uint32_t kind, int64_t delta);
int64_t rx_count_sum(uint32_t kind);

// Thread sanitizer: it takes the lock for words and sees no order of locks, and elsewhere can't see the standard library's mutex at all.
// Without it a lock costs four loads of a constant for it.
// A constant, not a macro: Swift's importer of this header doesn't know which sanitizer the C files are built with.

extern const bool rx_checks_threads;

void rx_announce_will_acquire(const void *_Nonnull id);
void rx_announce_did_acquire(const void *_Nonnull id);
void rx_announce_will_release(const void *_Nonnull id);
void rx_announce_did_release(const void *_Nonnull id);

static inline void rx_lock_will_acquire(const void *_Nonnull id) {
    if (__builtin_expect(rx_checks_threads, 0)) rx_announce_will_acquire(id);
}
static inline void rx_lock_did_acquire(const void *_Nonnull id) {
    if (__builtin_expect(rx_checks_threads, 0)) rx_announce_did_acquire(id);
}
static inline void rx_lock_will_release(const void *_Nonnull id) {
    if (__builtin_expect(rx_checks_threads, 0)) rx_announce_will_release(id);
}
static inline void rx_lock_did_release(const void *_Nonnull id) {
    if (__builtin_expect(rx_checks_threads, 0)) rx_announce_did_release(id);
}
