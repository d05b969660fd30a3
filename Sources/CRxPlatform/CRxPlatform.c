#define _GNU_SOURCE
#include "CRxPlatform.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define RX_TSAN 1
#endif
#endif

// What the kernel takes for granted of every platform; docs/Architecture.md has the list.
_Static_assert(sizeof(uintptr_t) == sizeof(void *), "a word holds an address");
_Static_assert(_Alignof(max_align_t) >= 8, "three flags fit below the address of an object");

// From linux/membarrier.h, which older headers lack.
enum { MEMBARRIER_QUERY = 0, MEMBARRIER_PRIVATE_EXPEDITED = 1 << 3, MEMBARRIER_REGISTER_PRIVATE_EXPEDITED = 1 << 4 };

int rx_fence;
static pthread_once_t fence_once = PTHREAD_ONCE_INIT;

static void register_fence(void) {
    if (rx_thread_token() & 15) abort();  // Flags lie there: see `slots`.
    bool has_fence = false;
#if defined(__linux__) && defined(SYS_membarrier) && !defined(RX_TSAN)
    const char *off = getenv("RX_BIAS");
    if (!off || off[0] != '0') {
        long commands = syscall(SYS_membarrier, MEMBARRIER_QUERY, 0, 0);
        has_fence = commands >= 0 && commands & MEMBARRIER_PRIVATE_EXPEDITED
            && syscall(SYS_membarrier, MEMBARRIER_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
    }
#endif
    __atomic_store_n(&rx_fence, has_fence ? RX_FENCE : RX_NO_FENCE, __ATOMIC_RELEASE);
}

bool rx_find_fence(void) {
    pthread_once(&fence_once, register_fence);
    return __atomic_load_n(&rx_fence, __ATOMIC_RELAXED) == RX_FENCE;
}

#if defined(__linux__)
// When the program is loaded: a process that has a second thread waits for 11 ms to be registered, one without for 2 µs.
__attribute__((constructor)) static void find_fence_at_load_time(void) { rx_find_fence(); }
#endif

void rx_heavy_fence(void) {
#if defined(__linux__) && defined(SYS_membarrier) && !defined(RX_TSAN)
    if (syscall(SYS_membarrier, MEMBARRIER_PRIVATE_EXPEDITED, 0, 0) != 0) abort();
#endif
    atomic_thread_fence(memory_order_seq_cst);
}

#if defined(__linux__)
// From linux/futex.h, which not every toolchain comes with.
enum { RX_FUTEX_WAIT_PRIVATE = 0 | 128, RX_FUTEX_WAKE_PRIVATE = 1 | 128 };

bool rx_futex_wait(const void *address, uint32_t expected, long nanoseconds) {
    struct { long seconds, nanoseconds; } timeout = {0, nanoseconds};  // As this call has it, also where `time_t` is wider.
    return syscall(SYS_futex, address, RX_FUTEX_WAIT_PRIVATE, expected, &timeout, NULL, 0) == 0 || errno != ETIMEDOUT;
}

void rx_futex_wake_one(const void *address) { syscall(SYS_futex, address, RX_FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }
#endif

#if defined(__linux__)
#define RX_TLS __thread __attribute__((tls_model("initial-exec")))
#else
#define RX_TLS __thread
#endif

// Aligned for the sake of the thread's token: musl, which is linked statically, puts what the token is taken from where thread-locals ask for it, and
// by itself leaves only three of its bits 0.
static RX_TLS rx_thread_slots slots __attribute__((aligned(16)));

__attribute__((noinline)) rx_thread_slots *rx_slots(void) { return &slots; }

typedef struct block {
    _Atomic int64_t count[RX_COUNTERS];
    struct block *next;      // all blocks, never removed
    _Atomic bool in_use;
} block;

static _Atomic(block *) blocks;
static RX_TLS block *mine;
static pthread_key_t block_key;
static pthread_once_t block_once = PTHREAD_ONCE_INIT;

static void give_back(void *b) {
    mine = NULL;
    atomic_store_explicit(&((block *)b)->in_use, false, memory_order_release);
}

static void make_key(void) { pthread_key_create(&block_key, give_back); }

__attribute__((noinline)) static block *take_block(void) {
    pthread_once(&block_once, make_key);
    block *b = atomic_load_explicit(&blocks, memory_order_acquire);
    for (; b; b = b->next) {
        bool free = false;
        if (atomic_compare_exchange_strong(&b->in_use, &free, true)) break;
    }
    if (!b) {
        b = calloc(1, sizeof *b);
        if (!b) abort();
        atomic_store(&b->in_use, true);
        block *head = atomic_load(&blocks);
        do b->next = head;
        while (!atomic_compare_exchange_weak(&blocks, &head, b));
    }
    mine = b;
    pthread_setspecific(block_key, b);
    return b;
}

void rx_count(uint32_t kind, int64_t delta) {
    block *b = mine ? mine : take_block();
    // Only this thread writes its block: a plain load and store, atomic so that the sum may read beside it.
    _Atomic int64_t *c = &b->count[kind];
    atomic_store_explicit(c, atomic_load_explicit(c, memory_order_relaxed) + delta, memory_order_release);
}

int64_t rx_count_sum(uint32_t kind) {
    int64_t sum = 0;
    for (block *b = atomic_load_explicit(&blocks, memory_order_acquire); b; b = b->next)
        sum += atomic_load_explicit(&b->count[kind], memory_order_acquire);
    return sum;
}

#if defined(RX_TSAN)
void __tsan_mutex_pre_lock(void *, unsigned);
void __tsan_mutex_post_lock(void *, unsigned, int);
int __tsan_mutex_pre_unlock(void *, unsigned);
void __tsan_mutex_post_unlock(void *, unsigned);
const bool rx_checks_threads = true;
void rx_announce_will_acquire(const void *id) { __tsan_mutex_pre_lock((void *)id, 0); }
void rx_announce_did_acquire(const void *id) { __tsan_mutex_post_lock((void *)id, 0, 0); }
void rx_announce_will_release(const void *id) { __tsan_mutex_pre_unlock((void *)id, 0); }
void rx_announce_did_release(const void *id) { __tsan_mutex_post_unlock((void *)id, 0); }
#else
const bool rx_checks_threads = false;
void rx_announce_will_acquire(const void *id) { (void)id; }
void rx_announce_did_acquire(const void *id) { (void)id; }
void rx_announce_will_release(const void *id) { (void)id; }
void rx_announce_did_release(const void *id) { (void)id; }
#endif
