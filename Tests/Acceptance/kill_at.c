/* Stands before the C library's calls that change what is on the disk, in a program under test (LD_PRELOAD), and kills the program at one of them,
   before it is made: at the KILL_ATth after a file whose path ends with KILL_AFTER got its name. 0 kills nothing. How many calls there were
   is written to the file KILL_COUNT. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int count, begun;

static void step(void) {
    const char *at = getenv("KILL_AT"), *file = getenv("KILL_COUNT");
    if (!at || !begun) return;
    int now = ++count;
    if (now == atoi(at)) kill(getpid(), SIGKILL);
    if (!file) return;
    int descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor >= 0) {
        char text[16];
        if (pwrite(descriptor, text, snprintf(text, sizeof text, "%6d", now), 0) < 0) abort();
        close(descriptor);
    }
}

static int ends(const char *path) {
    const char *end = getenv("KILL_AFTER");
    size_t length = strlen(path), size = end ? strlen(end) : 0;
    return end && length >= size && strcmp(path + length - size, end) == 0;
}

#define NEXT(name) dlsym(RTLD_NEXT, name)

int rename(const char *from, const char *to) {
    step();
    int result = ((int (*)(const char *, const char *))NEXT("rename"))(from, to);
    if (ends(to)) begun = 1;
    return result;
}

int link(const char *from, const char *to) {
    step();
    return ((int (*)(const char *, const char *))NEXT("link"))(from, to);
}

int unlink(const char *path) {
    step();
    return ((int (*)(const char *))NEXT("unlink"))(path);
}

int rmdir(const char *path) {
    step();
    return ((int (*)(const char *))NEXT("rmdir"))(path);
}

int fsync(int descriptor) {
    step();
    return ((int (*)(int))NEXT("fsync"))(descriptor);
}

int fdatasync(int descriptor) {
    step();
    return ((int (*)(int))NEXT("fdatasync"))(descriptor);
}
