/* Stands before the C library's clock of a program under test (LD_PRELOAD), and sets it: by as many seconds as the file CLOCK_OFFSET says at
   that moment. The monotonic clocks stay. What waits until a time of the clock waits as long as it did before. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t offset(void) {
    char text[32] = {0};
    const char *path = getenv("CLOCK_OFFSET");
    int descriptor = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (descriptor < 0) return 0;
    if (read(descriptor, text, sizeof text - 1) < 0) abort();
    close(descriptor);
    return atol(text);
}

#define NEXT(name) dlsym(RTLD_NEXT, name)

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = ((int (*)(clockid_t, struct timespec *))NEXT("clock_gettime"))(clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += offset();
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int result = ((int (*)(struct timeval *, void *))NEXT("gettimeofday"))(now, zone);
    if (result == 0) now->tv_sec += offset();
    return result;
}

time_t time(time_t *place) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place) *place = now.tv_sec;
    return now.tv_sec;
}

static struct timespec unset(const struct timespec *until) {
    struct timespec real = *until;
    real.tv_sec -= offset();
    if (real.tv_sec < 0) real.tv_sec = 0;
    return real;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    struct timespec real = unset(until);
    return ((int (*)(sem_t *, const struct timespec *))NEXT("sem_timedwait"))(semaphore, &real);
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
    struct timespec now, real = *until;
    /* Some conditions wait by the monotonic clock; their times are far from this one's. */
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (until->tv_sec > now.tv_sec + 10000000) real = unset(until);
    return ((int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *))NEXT("pthread_cond_timedwait"))(condition, mutex, &real);
}
