#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CSetClock.h"

#include <stdatomic.h>

static _Atomic long offset;

void set_clock_by(long seconds) { atomic_store(&offset, seconds); }

#ifdef __linux__

#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// The executable's definitions come first in the dynamic linker's search, so every library calls these.

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) { time->tv_sec += atomic_load(&offset); }
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) { *out = now.tv_sec; }
    return now.tv_sec;
}

#endif
