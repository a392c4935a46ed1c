/* Stands before the C library's fdatasync and fsync in a server under test (LD_PRELOAD). While the file named by HOLD_SYNCS
   exists, a sync does not return; while that name with ".fail" exists, it fails with EIO and has synced nothing: of every file, or
   of those whose path ends with what stands in it. With ".once" such a file is taken away by the first sync that fails. With ".trap" such a sync ends
   the process, as an overflow in Swift does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_meant(int descriptor, const char *failing) {
    char end[256] = "", link[64], path[4096] = "";
    FILE *file = fopen(failing, "r");
    if (!file) return 0;
    size_t length = fread(end, 1, sizeof end - 1, file);
    fclose(file);
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t size = readlink(link, path, sizeof path - 1);
    return size >= (ssize_t)length && strcmp(path + size - length, end) == 0;
}

static int gate(int descriptor, const char *call) {
    const char *hold = getenv("HOLD_SYNCS");
    if (hold) {
        char failing[4096];
        snprintf(failing, sizeof failing, "%s.fail", hold);
        while (access(hold, F_OK) == 0) usleep(2000);
        char once[4096];
        snprintf(once, sizeof once, "%s.once", hold);
        char trap[4096];
        snprintf(trap, sizeof trap, "%s.trap", hold);
        if (is_meant(descriptor, trap)) __builtin_trap();
        int is_last = is_meant(descriptor, once) && unlink(once) == 0;
        if (is_last || is_meant(descriptor, failing)) {
            errno = EIO;
            return -1;
        }
    }
    int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, call);
    return next(descriptor);
}

int fdatasync(int descriptor) { return gate(descriptor, "fdatasync"); }
int fsync(int descriptor) { return gate(descriptor, "fsync"); }
