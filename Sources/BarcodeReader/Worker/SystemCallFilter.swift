import CSandbox
import Glibc

/// The system calls that a scan worker may use from the first byte of a picture on (seccomp): to read its request, to
/// write its report, for memory and threads, and to end. Any other call ends the process with SIGSYS.
@safe struct SystemCallFilter: ~Copyable {
    private let filter: scmp_filter_ctx

    /// Starts by forbidding everything; nil if there is no memory.
    private init?() {
        guard let filter = unsafe seccomp_init(SCMP_ACT_KILL_PROCESS) else { return nil }
        unsafe self.filter = unsafe filter
    }

    deinit { unsafe seccomp_release(filter) }

    /// Installs the filter permanently; false if that failed.
    static func load() -> Bool {
        guard let filter = SystemCallFilter() else { return false }
        return filter.endsProcessesOfOtherKinds()
            && anything.allSatisfy { filter.allow($0) }
            && filter.allow("read", where: [equal(0, 0)])
            && filter.allow("write", where: [equal(0, 1)])
            // The output of a trap is discarded.
            && filter.allow("write", where: [equal(0, 2)])
            // Memory never becomes executable.
            && filter.allow("mmap", where: [masked(2, PROT_EXEC, is: 0)])
            && filter.allow("mprotect", where: [masked(2, PROT_EXEC, is: 0)])
            // GLib names its threads, in which Pango looks for fonts.
            && filter.allow("prctl", where: [equal(0, UInt64(PR_SET_NAME))])
            // Fontconfig asks whether fonts that are open already may be read. The answer is yes (0, no error), and the
            // kernel looks at no file.
            && ["access", "faccessat", "faccessat2"].allSatisfy { filter.add($0, fairkit_seccomp_error(0)) }
            // libde265 decodes in its own thread. clone3 passes its flags behind a pointer, which a filter can't check;
            // without it glibc uses clone.
            && filter.add("clone3", fairkit_seccomp_error(UInt16(ENOSYS)))
            && filter.allow("clone", where: [masked(0, threads, is: threads)])
            // When a thread frees memory, glibc first reads /proc/sys/vm/overcommit_memory, and does without if it
            // can't.
            && filter.add("openat", fairkit_seccomp_error(UInt16(EACCES)), where: [equal(2, quietReading)])
            && filter.goesIntoForce()
    }

    private static let anything = [
        // Memory.
        "brk", "munmap", "mremap", "madvise",
        // Threads and their signals. The alarm is the worker's clock: setitimer on some architectures.
        "futex", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity", "gettid", "sigaltstack",
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "alarm", "setitimer",
        // The time, where the kernel has no vDSO for it; seeds of hashes.
        "clock_gettime", "gettimeofday", "getrandom",
        // The end.
        "exit", "exit_group", "restart_syscall",
    ]

    /// A thread, no process: CLONE_VM and CLONE_THREAD (clone(2)).
    private static let threads: Int32 = 0x100 | 0x10000

    /// The flags with which only glibc opens this file; opening fails all the same.
    private static let quietReading = UInt64(O_RDONLY | O_CLOEXEC)

    /// System calls of another architecture's ABI end the process, too.
    private func endsProcessesOfOtherKinds() -> Bool {
        unsafe seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0
    }

    private func goesIntoForce() -> Bool { unsafe seccomp_load(filter) == 0 }

    private func allow(_ name: String, where conditions: [scmp_arg_cmp] = []) -> Bool {
        add(name, SCMP_ACT_ALLOW, where: conditions)
    }

    private func add(_ name: String, _ action: UInt32, where conditions: [scmp_arg_cmp] = []) -> Bool {
        let number = unsafe seccomp_syscall_resolve_name(name)
        // An architecture without the call needs no rule for it.
        guard number >= 0 else { return number != __NR_SCMP_ERROR }
        return unsafe seccomp_rule_add_array(filter, action, number, UInt32(conditions.count), conditions) == 0
    }

    private static func equal(_ argument: UInt32, _ value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
    }

    private static func masked(_ argument: UInt32, _ mask: Int32, is value: Int32) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(mask), datum_b: UInt64(value))
    }
}
