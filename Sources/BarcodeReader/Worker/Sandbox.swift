import CSandbox
import Glibc

/// The sandbox that a scan worker enters before it sees a byte of a picture. It can't be left again.
package struct Sandbox: Hashable, Sendable {
    /// A layer that older kernels, and some containers, lack.
    package enum Layer: Hashable, Sendable, CaseIterable {
        /// No paths can be opened, and no ports reached.
        case landlock
        /// Only a few system calls are allowed.
        case seccomp

        /// The name in the documentation.
        package var name: String {
            switch self {
            case .landlock: "Landlock"
            case .seccomp: "seccomp"
            }
        }

        /// Whether this kernel has it and allows its use.
        package var isThere: Bool {
            switch self {
            case .landlock: fairkit_landlock_version() >= 1
            case .seccomp: fairkit_has_seccomp() == 1
            }
        }

        /// Enters the layer for this thread and the threads that it starts; false if that failed.
        package func shut() -> Bool {
            switch self {
            case .landlock: fairkit_landlock_everything() == 0
            case .seccomp: SystemCallFilter.load()
            }
        }
    }

    /// Address space limit in bytes; nil: unlimited, since sanitisers reserve terabytes.
    package var addressSpace: Int? = 512 << 20
    /// Limit of processor seconds, and of wall clock seconds once a picture arrives.
    package var seconds = 3
    /// Whether to go on without layers that this kernel lacks.
    package var acceptsLess = false

    package init() {}

    /// The layers that this kernel lacks or does not allow. Checking changes nothing.
    package static var missingLayers: [Layer] { Layer.allCases.filter { !$0.isThere } }

    /// Closes all descriptors but the standard three; false if that failed. Call it only where nothing else runs:
    /// Dispatch, for one, does not survive the loss of its descriptors.
    package func closeDescriptors() -> Bool { fairkit_close_from(3) == 0 }

    /// Drops privileges, sets the limits, and enters each layer; false if one failed. Threads that already run stay
    /// unconfined.
    package func shut() -> Bool {
        // Landlock needs a descriptor for a moment, and the calls that set limits are forbidden afterwards.
        giveUpPrivileges() && shut(.landlock) && limitResources() && shut(.seccomp)
    }

    /// Dies with its parent, never gains privileges, and leaves no core dump.
    package func giveUpPrivileges() -> Bool {
        fairkit_die_with_parent(SIGKILL) == 0 && fairkit_no_new_privileges() == 0 && fairkit_no_dump() == 0
    }

    /// Sets the limits, and ensures that the alarm can end the process.
    package func limitResources() -> Bool {
        // A handler or a blocked alarm would be inherited from the parent and disable the wall clock limit.
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

    /// Starts the wall clock limit; SIGALRM ends the process.
    package func startClock() { alarm(UInt32(seconds)) }

    private func limit(_ resource: __rlimit_resource, to value: Int) -> Bool {
        var limits = rlimit(rlim_cur: UInt(value), rlim_max: UInt(value))
        return unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0
    }
}
