/* Stands before OpenSSL's scrypt in a program under test (LD_PRELOAD), and lets it do a thousandth of the work: most tests sign people in for
   the sake of something else, and a hash takes a quarter of a second. With REAL_SCRYPT=1 it does all of the work. What one of the two has hashed does not match for the other. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef int scrypt(const char *, size_t, const unsigned char *, size_t, uint64_t, uint64_t, uint64_t, uint64_t, unsigned char *, size_t);

int EVP_PBE_scrypt(const char *password, size_t length, const unsigned char *salt, size_t salt_length, uint64_t n, uint64_t r, uint64_t p,
                   uint64_t memory, unsigned char *key, size_t key_length) {
    scrypt *next = (scrypt *)dlsym(RTLD_NEXT, "EVP_PBE_scrypt");
    if (!getenv("REAL_SCRYPT")) n = n > 2048 ? n / 1024 : 2;
    return next(password, length, salt, salt_length, n, r, p, memory, key, key_length);
}
