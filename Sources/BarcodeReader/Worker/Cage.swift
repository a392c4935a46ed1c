import CSandbox
import Glibc

/// What a scan worker takes from itself before it sees a byte of a picture. Nothing of it can be had again.
package struct Cage: Hashable, Sendable {
    /// A part that older kernels, and some containers, lack.
    package enum Layer: Hashable, Sendable, CaseIterable {
        /// No path can be opened, no port be reached.
        case landlock
        /// No system call but a few.
        case seccomp

        /// The name that its documentation has.
        package var name: String {
            switch self {
            case .landlock: "Landlock"
            case .seccomp: "seccomp"
            }
        }

        /// Whether this kernel has it, and lets this process use it.
        package var isThere: Bool {
            switch self {
            case .landlock: fairkit_landlock_version() >= 1
            case .seccomp: fairkit_has_seccomp() == 1
            }
        }

        /// Shuts it for this thread and those that it starts; false if that could not be done.
        package func shut() -> Bool {
            switch self {
            case .landlock: fairkit_landlock_everything() == 0
            case .seccomp: SystemCallFilter.load()
            }
        }
    }

    /// Most address space in bytes; nil to leave it alone, since sanitisers reserve terabytes.
    package var addressSpace: Int? = 512 << 20
    /// Most seconds of processor time, and of wall clock once a picture comes.
    package var seconds = 3
    /// Whether it may be shut without the layers that this kernel lacks.
    package var acceptsLess = false

    package init() {}

    /// What this kernel lacks, or does not let this process use. Asking changes nothing.
    package static var missingLayers: [Layer] { Layer.allCases.filter { !$0.isThere } }

    /// Closes every descriptor but the standard three; false if that could not be done. Only where nothing else runs:
    /// Dispatch, for one, does not survive the loss of its own.
    package func closeDescriptors() -> Bool { fairkit_close_from(3) == 0 }

    /// Gives up privileges, sets the limits, and shuts each layer; false if one could not be. Threads that run already keep
    /// what they have.
    package func shut() -> Bool {
        // Landlock takes a descriptor for a moment, and what sets limits is not among the system calls that are left.
        giveUpPrivileges() && shut(.landlock) && limitResources() && shut(.seccomp)
    }

    /// Dies with its parent, never gains a right, and leaves no core.
    package func giveUpPrivileges() -> Bool {
        fairkit_die_with_parent(SIGKILL) == 0 && fairkit_no_new_privileges() == 0 && fairkit_no_dump() == 0
    }

    /// Sets the limits, and sees to it that the clock can end the process.
    package func limitResources() -> Bool {
        // A handler or a blocked alarm would be inherited from the parent and void the wall clock.
        signal(SIGALRM, SIG_DFL)
        var alarms = sigset_t()
        unsafe sigemptyset(&alarms)
        unsafe sigaddset(&alarms, SIGALRM)
        unsafe sigprocmask(SIG_UNBLOCK, &alarms, nil)
        return limit(RLIMIT_CORE, to: 0)
            && limit(RLIMIT_FSIZE, to: 0)
            && limit(RLIMIT_NOFILE, to: 3)
            && limit(RLIMIT_CPU, to: seconds)
            && addressSpace.map { limit(RLIMIT_AS, to: $0) } ?? true
    }

    private func shut(_ layer: Layer) -> Bool { layer.isThere ? layer.shut() : acceptsLess }

    /// From now on the process has its seconds; then SIGALRM ends it.
    package func startClock() { alarm(UInt32(seconds)) }

    private func limit(_ resource: __rlimit_resource, to value: Int) -> Bool {
        var limits = rlimit(rlim_cur: UInt(value), rlim_max: UInt(value))
        return unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0
    }
}
