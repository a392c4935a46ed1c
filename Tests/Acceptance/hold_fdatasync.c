/* Stands before the C library's fdatasync and fsync in a server under test (LD_PRELOAD). While the file named by HOLD_SYNCS
   exists, a sync does not return; while that name with ".fail" exists, it fails with EIO and has synced nothing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int gate(int descriptor, const char *call) {
    const char *hold = getenv("HOLD_SYNCS");
    if (hold) {
        char failing[4096];
        snprintf(failing, sizeof failing, "%s.fail", hold);
        while (access(hold, F_OK) == 0) usleep(2000);
        if (access(failing, F_OK) == 0) {
            errno = EIO;
            return -1;
        }
    }
    int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, call);
    return next(descriptor);
}

int fdatasync(int descriptor) { return gate(descriptor, "fdatasync"); }
int fsync(int descriptor) { return gate(descriptor, "fsync"); }
