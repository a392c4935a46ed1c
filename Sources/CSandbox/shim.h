// What a process can take away from itself: calls with variable arguments, which Swift cannot import, and Landlock, for which
// glibc has no functions. The filter of system calls is libseccomp's. And what makes processes: fork, and the macros of cmsg(3).
#include <errno.h>
#include <seccomp.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Closes every descriptor from `first` on; 0 if done (Linux 5.9).
static inline int fairkit_close_from(unsigned int first) {
    return (int)syscall(SYS_close_range, first, ~0U, 0U);
}

/// Ends this process when its parent ends; 0 if done.
static inline int fairkit_die_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }

/// Lets no program that is started from here gain rights; 0 if done.
static inline int fairkit_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

/// Keeps memory out of core dumps, also out of those that a pipe would take; 0 if done.
static inline int fairkit_no_dump(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// The version of Landlock that the kernel has; below 1: none (Linux 5.13).
static inline int fairkit_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, 0, 0, 1U);
}

/// Takes every path, and every port, scope and signal that the kernel's Landlock knows of, from this thread and those that it
/// starts; 0 if done. Needs `fairkit_no_new_privileges` before. See linux/landlock.h: newer than Debian's, so the bits stand here.
static inline int fairkit_landlock_everything(void) {
    struct { uint64_t files, ports, scopes; } handled = {0, 0, 0};
    int version = fairkit_landlock_version();
    if (version < 1) return -1;
    // Execute to make_sym are 13 rights; refer, truncate and ioctl_dev came with versions 2, 3 and 5.
    handled.files = (1ULL << (version < 2 ? 13 : version < 3 ? 14 : version < 5 ? 15 : 16)) - 1;
    if (version >= 4) handled.ports = 3;
    if (version >= 6) handled.scopes = 3;
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, version < 4 ? 8UL : version < 6 ? 16UL : 24UL, 0U);
    if (rules < 0) return -1;
    int failed = (int)syscall(SYS_landlock_restrict_self, rules, 0U);
    close(rules);
    return failed;
}

/// Whether the kernel filters system calls and ends processes by it (Linux 4.14).
static inline int fairkit_has_seccomp(void) {
    uint32_t action = SCMP_ACT_KILL_PROCESS;
    return syscall(SYS_seccomp, 2U /* SECCOMP_GET_ACTION_AVAIL */, 0U, &action) == 0;
}

/// What a filter answers with instead of doing the call.
static inline uint32_t fairkit_seccomp_error(uint16_t error) { return SCMP_ACT_ERRNO(error); }

/// fork(2): Swift has it not. Only where there is one thread.
static inline int fairkit_fork(void) { return fork(); }

/// Room for a descriptor beside one byte, aligned as cmsg(3) wants it.
union fairkit_descriptor { char bytes[CMSG_SPACE(sizeof(int))]; struct cmsghdr header; };

/// Sends a descriptor through a Unix socket (unix(7)); 0 if done.
static inline int fairkit_send_descriptor(int socket, int descriptor) {
    char word = 0;
    struct iovec byte = {&word, 1};
    union fairkit_descriptor room;
    memset(&room, 0, sizeof room);
    struct msghdr message = {.msg_iov = &byte, .msg_iovlen = 1, .msg_control = room.bytes, .msg_controllen = sizeof room.bytes};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    ssize_t sent;
    do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == 1 ? 0 : -1;
}

/// Waits for a descriptor; -1 if the other end is closed or sent something else.
static inline int fairkit_receive_descriptor(int socket) {
    char word;
    struct iovec byte = {&word, 1};
    union fairkit_descriptor room;
    struct msghdr message = {.msg_iov = &byte, .msg_iovlen = 1, .msg_control = room.bytes, .msg_controllen = sizeof room.bytes};
    ssize_t got;
    do got = recvmsg(socket, &message, 0);
    while (got < 0 && errno == EINTR);
    struct cmsghdr *header = got == 1 ? CMSG_FIRSTHDR(&message) : NULL;
    if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(sizeof(int))) return -1;
    int descriptor;
    memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
    return descriptor;
}
