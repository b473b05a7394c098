/* The clock of one process, off by the number of seconds in a file that is named after the process. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile long none = 0;
static volatile long *offset = &none;
static int (*real_clock)(clockid_t, struct timespec *);
static int (*real_day)(struct timeval *, void *);

__attribute__((constructor)) static void start(void) {
    real_clock = dlsym(RTLD_NEXT, "clock_gettime");
    real_day = dlsym(RTLD_NEXT, "gettimeofday");
    char path[4096];
    const char *directory = getenv("HOLDFAST_CLOCK");
    if (!directory) return;
    snprintf(path, sizeof path, "%s/clock-%d", directory, (int) getpid());
    int file = open(path, O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, sizeof(long))) return;
    void *mapped = mmap(0, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) offset = mapped;
    close(file);
}

int clock_gettime(clockid_t id, struct timespec *now) {
    if (!real_clock) real_clock = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real_clock(id, now);
    if (!result && id == CLOCK_REALTIME) now->tv_sec += *offset;
    return result;
}

int gettimeofday(struct timeval *now, void *zone) {
    if (!real_day) real_day = dlsym(RTLD_NEXT, "gettimeofday");
    int result = real_day(now, zone);
    if (!result && now) now->tv_sec += *offset;
    return result;
}

time_t time(time_t *where) {
    struct timeval now;
    gettimeofday(&now, 0);
    if (where) *where = now.tv_sec;
    return now.tv_sec;
}
