// Preloaded into the benchmarks, it makes of SQLCipher the SQLite that it is without a key: the same library, the same code
// above it, in the same binary, and plain files. So what encryption costs can be measured, and FairKit's own sources have no
// way to write a plain file.
//
//   cc -shared -fPIC -o plain.so plain.c -ldl
//   LD_PRELOAD=./plain.so FairKitBenchmarks …
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// No key is taken, so no page is encrypted.
int sqlite3_key(void *database, const void *key, int length) {
    (void)database, (void)key, (void)length;
    return 0;
}

/// The store refuses a plain file by its first 16 bytes: it is shown the salt that it looks for instead.
ssize_t read(int file, void *buffer, size_t count) {
    static ssize_t (*real)(int, void *, size_t);
    if (!real) real = (ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
    ssize_t got = real(file, buffer, count);
    const char *salt = getenv("FAIRKIT_PLAIN_SALT");
    if (salt && got == 16 && memcmp(buffer, "SQLite format 3", 16) == 0)
        for (int i = 0; i < 16; i++) {
            unsigned byte = 0;
            sscanf(salt + 2 * i, "%2x", &byte);
            ((unsigned char *)buffer)[i] = (unsigned char)byte;
        }
    return got;
}
