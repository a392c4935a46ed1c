#include "traps.h"
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const int signals[] = {SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV};
static const TrapHolder none;
static _Thread_local TrapHolder holder_of_thread;
static char record[4096];
static const void *task_local;
static struct sigaction before[NSIG];

/// The Swift runtime's look at a task-local value of the running task, or NULL. It follows pointers, takes no lock and allocates
/// nothing.
extern const void *swift_task_localValueGet(const void *key) __attribute__((swiftcall));

TrapHolder traps_set_holder(TrapHolder holder)
{
    const TrapHolder earlier = holder_of_thread;
    holder_of_thread = holder;
    return earlier;
}

static int is_none(const TrapHolder *holder) { return memcmp(holder, &none, sizeof none) == 0; }

/// Writes `0193a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b 001795900000`.
static void append_line(const TrapHolder *holder)
{
    char line[50];
    long end = 0;
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) line[end++] = '-';
        line[end++] = "0123456789abcdef"[holder->id[i] >> 4];
        line[end++] = "0123456789abcdef"[holder->id[i] & 15];
    }
    line[end++] = ' ';
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    long second = now.tv_sec;
    for (int i = 11; i >= 0; i--, second /= 10) line[end + i] = (char)('0' + second % 10);
    line[end + 12] = '\n';
    const int file = open(record, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0 && write(file, line, sizeof line) == sizeof line) fdatasync(file);
}

/// Calls only what a signal handler may call. When it returns, the fault occurs once more and takes its earlier course, so that
/// exit status and core dump are those of the fault.
static void on_trap(int number, siginfo_t *info, void *context)
{
    static atomic_flag is_recorded = ATOMIC_FLAG_INIT;
    (void)context;
    // A process has sent it, so it is no fault, and does not come again.
    if (info->si_code <= 0) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    sigaction(number, &before[number], NULL);
    if (!atomic_flag_test_and_set(&is_recorded)) {
        const TrapHolder *holder = &holder_of_thread;
        if (is_none(holder)) holder = swift_task_localValueGet(task_local);
        if (holder && !is_none(holder)) append_line(holder);
    }
    // Some processors go on behind a breakpoint.
    if (number == SIGTRAP) raise(number);
}

void traps_record_in(const char *path, const void *holder_of_task)
{
    static int is_installed = 0;
    if (strlen(path) >= sizeof record) return;
    strcpy(record, path);
    task_local = holder_of_task;
    if (is_installed++) return;
    for (unsigned long i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO | SA_ONSTACK};
        sigaction(signals[i], &action, &before[signals[i]]);
    }
}
