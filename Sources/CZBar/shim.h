#include <zbar.h>

/// The format zbar scans: one grey byte a pixel (the fourcc macro cannot be imported).
static inline unsigned long fairkit_zbar_grey(void) { return zbar_fourcc('Y', '8', '0', '0'); }

// The cage around zbar and the image libraries: calls that take variable arguments, which Swift cannot import.
#include <sys/prctl.h>
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
