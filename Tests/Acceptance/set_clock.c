/* Stands before the C library's clock of a program under test (LD_PRELOAD), and sets it: by as many seconds as the file CLOCK_OFFSET says at
   that moment. The monotonic clocks stay, unless CLOCK_SINCE is set, which is an earlier offset: then the seconds since have passed on all clocks, and
   no one has set one. What waits until a time of the clock waits as long as it did before. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/timerfd.h>
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

/* A program that can't read its clock does not start with another one. */
__attribute__((constructor)) static void check(void) {
    const char *path = getenv("CLOCK_OFFSET");
    if (!path || access(path, R_OK) == 0) return;
    perror(path);
    _exit(1);
}

#define NEXT(name) dlsym(RTLD_NEXT, name)

/* How many seconds have passed on the monotonic clocks that did not pass. */
static time_t passed(void) {
    const char *since = getenv("CLOCK_SINCE");
    return since ? offset() - atol(since) : 0;
}

static time_t offset_of(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: return offset();
    case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_COARSE: case CLOCK_MONOTONIC_RAW: case CLOCK_BOOTTIME: return passed();
    default: return 0;
    }
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = ((int (*)(clockid_t, struct timespec *))NEXT("clock_gettime"))(clock, now);
    if (result == 0) now->tv_sec += offset_of(clock);
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
    /* The times of monotonic clocks are far from those of the others. */
    real.tv_sec -= until->tv_sec > 1000000000 ? offset() : passed();
    if (real.tv_sec < 0) real.tv_sec = 0;
    return real;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    struct timespec real = unset(until);
    return ((int (*)(sem_t *, const struct timespec *))NEXT("sem_timedwait"))(semaphore, &real);
}

static int set_timer(int timer, int flags, const struct itimerspec *until, struct itimerspec *before) {
    return ((int (*)(int, int, const struct itimerspec *, struct itimerspec *))NEXT("timerfd_settime"))(timer, flags, until, before);
}

/* Whether a timer with this descriptor is set. */
static atomic_int timers[4096];

/* Wakes those who wait for a time, over and over: they look at the clock, and wait again if they have to. */
static void *wake(void *none) {
    for (;;) {
        usleep(50000);
        const struct itimerspec now = {.it_value = {.tv_nsec = 1}};
        for (int timer = 0; timer < 4096; timer++)
            if (timers[timer]) set_timer(timer, 0, &now, NULL);
    }
    return none;
}

static void begin(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, wake, NULL)) abort();
}

int timerfd_settime(int timer, int flags, const struct itimerspec *until, struct itimerspec *before) {
    struct itimerspec real = *until;
    int is_time = real.it_value.tv_sec || real.it_value.tv_nsec;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (getenv("CLOCK_SINCE")) {
        pthread_once(&once, begin);
        if (timer >= 0 && timer < 4096) timers[timer] = is_time;
    }
    if (is_time && (flags & TFD_TIMER_ABSTIME) && getenv("CLOCK_SINCE")) {
        real.it_value = unset(&until->it_value);
        if (!real.it_value.tv_sec && !real.it_value.tv_nsec) real.it_value.tv_nsec = 1;
    }
    return set_timer(timer, flags, &real, before);
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
    struct timespec real = unset(until);
    return ((int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *))NEXT("pthread_cond_timedwait"))(condition, mutex, &real);
}
