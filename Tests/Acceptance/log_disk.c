/* Stands before the C library's calls on files in a server under test (LD_PRELOAD), and logs what they do below the directory LOG_DISK
   to the file LOG_DISK_TO: writes with their bytes, synchronisations, and changes of names. disk_log.py reads it, and appends the marks
   of answers to the same file. A record is one write, so records never mix: its head, its path (two for a rename), its bytes.
   A change is logged once it is made and before another can be made; a synchronisation has a record before and one after it.
   Once there is a file LOG_DISK_TO.kill, the program kills itself before its next change, so that none is made and not logged. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(name) *)next(#name))
enum { WRITE = 1, TRUNCATE, SYNC, SYNCED, CREATE, MKDIR, RENAME, UNLINK, LINK };
enum { NONE, FILE_, FOLDER };

struct head {
    uint32_t kind, path, data, unused;
    uint64_t inode;
    int64_t place; /* of a write; the length of a truncation; the mode of a file or a folder; the number of a synchronisation */
};

static struct { unsigned char kind; uint64_t inode; } known[65536];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *root;
static size_t root_length;
static int output = -1;
static int64_t syncs;
static char killing[4096];

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

/* What is forked reads photos in a cage, and has no file of the directory. */
static void leave(void) { root = NULL; }

__attribute__((constructor)) static void begin(void) {
    root = getenv("LOG_DISK");
    const char *to = getenv("LOG_DISK_TO");
    if (!root || !to) { root = NULL; return; }
    root_length = strlen(root);
    snprintf(killing, sizeof killing, "%s.kill", to);
    /* Far from the numbers that the program expects to get. */
    int opened = NEXT(open)(to, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    output = fcntl(opened, F_DUPFD_CLOEXEC, 900);
    NEXT(close)(opened);
    if (output < 0) abort();
    pthread_atfork(NULL, NULL, leave);
}

static void put(uint32_t kind, const char *path, size_t path_length, const void *data, size_t length, uint64_t inode, int64_t place) {
    struct head head = {kind, (uint32_t)path_length, (uint32_t)length, 0, inode, place};
    struct iovec parts[3] = {{&head, sizeof head}, {(void *)path, path_length}, {(void *)data, length}};
    if (NEXT(writev)(output, parts, 3) != (ssize_t)(sizeof head + path_length + length)) abort();
}

static void enter(void) {
    pthread_mutex_lock(&lock);
    if (root && access(killing, F_OK) == 0) kill(getpid(), SIGKILL);
}

/* The path below the directory; NULL: it is elsewhere. */
static const char *below(int folder, const char *path, char *room) {
    if (!root) return NULL;
    if (path[0] != '/') {
        if (folder < 0 || folder >= 65536 || known[folder].kind != FOLDER) return NULL;
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        ssize_t size = readlink(link, room, 4000);
        if (size < 0) return NULL;
        snprintf(room + size, 4096 - (size_t)size, "/%s", path);
        path = room;
    }
    if (strncmp(path, root, root_length) != 0 || (path[root_length] != '/' && path[root_length] != 0)) return NULL;
    return path + root_length + (path[root_length] == '/');
}

static int kind_of(int file) { return root && file >= 0 && file < 65536 ? known[file].kind : NONE; }

static int opened(int folder, const char *path, int flags, mode_t mode, int is_at) {
    char room[4096];
    const char *name = below(folder, path, room);
    if (!name) return is_at ? NEXT(openat)(folder, path, flags, mode) : NEXT(open)(path, flags, mode);
    enter();
    struct stat status;
    int is_new = (flags & O_CREAT) && fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) != 0;
    int file = is_at ? NEXT(openat)(folder, path, flags, mode) : NEXT(open)(path, flags, mode);
    int failure = errno;
    if (file >= 0 && file < 65536 && fstat(file, &status) == 0) {
        known[file].kind = S_ISDIR(status.st_mode) ? FOLDER : S_ISREG(status.st_mode) ? FILE_ : NONE;
        known[file].inode = status.st_ino;
        if (is_new) put(CREATE, name, strlen(name), "", 0, status.st_ino, status.st_mode & 07777);
        else if (flags & O_TRUNC) put(TRUNCATE, name, strlen(name), "", 0, status.st_ino, 0);
    }
    pthread_mutex_unlock(&lock);
    errno = failure;
    return file;
}

#define MODE(flags) mode_t mode = 0; if ((flags) & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }
int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode, 0); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags | O_LARGEFILE, mode, 0); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode, 1); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags | O_LARGEFILE, mode, 1); }

int close(int file) {
    if (kind_of(file)) known[file].kind = NONE;
    return NEXT(close)(file);
}

ssize_t pwrite(int file, const void *data, size_t length, off_t place) {
    if (kind_of(file) != FILE_) return NEXT(pwrite)(file, data, length, place);
    enter();
    ssize_t written = NEXT(pwrite)(file, data, length, place);
    int failure = errno;
    if (written > 0) put(WRITE, "", 0, data, (size_t)written, known[file].inode, place);
    pthread_mutex_unlock(&lock);
    errno = failure;
    return written;
}

ssize_t pwrite64(int file, const void *data, size_t length, off_t place) { return pwrite(file, data, length, place); }

ssize_t write(int file, const void *data, size_t length) {
    if (kind_of(file) != FILE_) return NEXT(write)(file, data, length);
    enter();
    ssize_t written = NEXT(write)(file, data, length);
    int failure = errno;
    if (written > 0) put(WRITE, "", 0, data, (size_t)written, known[file].inode, lseek(file, 0, SEEK_CUR) - written);
    pthread_mutex_unlock(&lock);
    errno = failure;
    return written;
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    /* Nothing below the directory is written so; if that changes, the log would lack it. */
    if (kind_of(file) == FILE_) abort();
    return NEXT(writev)(file, parts, count);
}

int ftruncate(int file, off_t length) {
    if (kind_of(file) != FILE_) return NEXT(ftruncate)(file, length);
    enter();
    int result = NEXT(ftruncate)(file, length), failure = errno;
    if (result == 0) put(TRUNCATE, "", 0, "", 0, known[file].inode, length);
    pthread_mutex_unlock(&lock);
    errno = failure;
    return result;
}

int ftruncate64(int file, off_t length) { return ftruncate(file, length); }

static int synchronise(int file, int (*call)(int)) {
    if (kind_of(file) == NONE) return call(file);
    char link[64], path[4096] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, sizeof path - 1);
    const char *name = size < 0 ? NULL : below(AT_FDCWD, path, NULL);
    enter();
    int64_t number = ++syncs * 100000 + getpid() % 100000;
    put(SYNC, name ? name : "", known[file].kind == FOLDER && name ? strlen(name) : 0, "", 0, known[file].kind == FOLDER ? 0 : known[file].inode, number);
    pthread_mutex_unlock(&lock);
    int result = call(file), failure = errno;
    if (result == 0) put(SYNCED, "", 0, "", 0, 0, number);
    errno = failure;
    return result;
}

int fsync(int file) { return synchronise(file, NEXT(fsync)); }
int fdatasync(int file) { return synchronise(file, NEXT(fdatasync)); }

int mkdir(const char *path, mode_t mode) {
    char room[4096];
    const char *name = below(AT_FDCWD, path, room);
    if (!name) return NEXT(mkdir)(path, mode);
    enter();
    int result = NEXT(mkdir)(path, mode), failure = errno;
    if (result == 0) put(MKDIR, name, strlen(name), "", 0, 0, mode);
    pthread_mutex_unlock(&lock);
    errno = failure;
    return result;
}

/* Two names, of which the second is new: a rename or a link. */
static int named(uint32_t kind, int from_folder, const char *from, int to_folder, const char *to, int flags) {
    char room[4096], other[4096], both[8192];
    const char *source = below(from_folder, from, room), *target = below(to_folder, to, other);
    enter();
    int result = kind == RENAME ? NEXT(renameat)(from_folder, from, to_folder, to) : NEXT(linkat)(from_folder, from, to_folder, to, flags);
    int failure = errno;
    if (result == 0 && (source || target)) {
        /* Into the directory or out of it: disk_log.py would not know the file. */
        if (!source || !target) abort();
        int length = snprintf(both, sizeof both, "%s%c%s", source, 0, target);
        put(kind, both, (size_t)length, "", 0, 0, 0);
    }
    pthread_mutex_unlock(&lock);
    errno = failure;
    return result;
}

int rename(const char *from, const char *to) { return named(RENAME, AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int from_folder, const char *from, int to_folder, const char *to) { return named(RENAME, from_folder, from, to_folder, to, 0); }
int link(const char *from, const char *to) { return named(LINK, AT_FDCWD, from, AT_FDCWD, to, 0); }
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) { return named(LINK, from_folder, from, to_folder, to, flags); }

static int removed(int folder, const char *path, int flags) {
    char room[4096];
    const char *name = below(folder, path, room);
    if (!name) return NEXT(unlinkat)(folder, path, flags);
    enter();
    int result = NEXT(unlinkat)(folder, path, flags), failure = errno;
    if (result == 0) put(UNLINK, name, strlen(name), "", 0, 0, 0);
    pthread_mutex_unlock(&lock);
    errno = failure;
    return result;
}

int unlink(const char *path) { return removed(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) { return removed(folder, path, flags); }
int rmdir(const char *path) { return removed(AT_FDCWD, path, AT_REMOVEDIR); }

int posix_fallocate(int file, off_t place, off_t length) {
    if (kind_of(file) != FILE_) return NEXT(posix_fallocate)(file, place, length);
    enter();
    int result = NEXT(posix_fallocate)(file, place, length);
    struct stat status;
    if (result == 0 && fstat(file, &status) == 0) put(TRUNCATE, "", 0, "", 0, known[file].inode, status.st_size);
    pthread_mutex_unlock(&lock);
    return result;
}
int posix_fallocate64(int file, off_t place, off_t length) { return posix_fallocate(file, place, length); }
