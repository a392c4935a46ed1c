import CZBar
import Glibc

/// The limits that a scan worker sets on itself before it sees a byte of a picture. None can be lifted again.
package struct Cage: Hashable, Sendable {
    /// Most address space in bytes; nil to leave it alone, since sanitisers reserve terabytes.
    package var addressSpace: Int? = 512 << 20
    /// Most seconds of processor time, and of wall clock once a picture comes.
    package var seconds = 3

    package init() {}

    /// Closes every descriptor but the standard three; false if that could not be done. Only where nothing else runs:
    /// Dispatch, for one, does not survive the loss of its own.
    package func closeDescriptors() -> Bool { fairkit_close_from(3) == 0 }

    /// Sets the limits; false if one could not be set.
    package func shut() -> Bool {
        // A handler or a blocked alarm would be inherited from the parent and void the wall clock.
        signal(SIGALRM, SIG_DFL)
        var alarms = sigset_t()
        unsafe sigemptyset(&alarms)
        unsafe sigaddset(&alarms, SIGALRM)
        unsafe sigprocmask(SIG_UNBLOCK, &alarms, nil)
        return fairkit_die_with_parent(SIGKILL) == 0
            && fairkit_no_new_privileges() == 0
            && fairkit_no_dump() == 0
            && limit(RLIMIT_CORE, to: 0)
            && limit(RLIMIT_FSIZE, to: 0)
            && limit(RLIMIT_NOFILE, to: 3)
            && limit(__RLIMIT_NPROC, to: 0)
            && limit(RLIMIT_CPU, to: seconds)
            && addressSpace.map { limit(RLIMIT_AS, to: $0) } ?? true
    }

    /// From now on the process has its seconds; then SIGALRM ends it.
    package func startClock() { alarm(UInt32(seconds)) }

    private func limit(_ resource: __rlimit_resource, to value: Int) -> Bool {
        var limits = rlimit(rlim_cur: UInt(value), rlim_max: UInt(value))
        return unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0
    }
}
