import Glibc

/// The limits of open connections.
package struct ConnectionLimits: Hashable, Sendable {
    /// For all clients together.
    package var all: Int
    /// Per address: one IPv4 address, or an IPv6 /64.
    package var ofAddress: Int

    package init(all: Int, ofAddress: Int) {
        self.all = all
        self.ofAddress = ofAddress
    }

    /// The decision `0047-connections-are-bounded` explains the values.
    package static let standard = ConnectionLimits(all: 10_000, ofAddress: 1_000)

    /// These limits, lowered to leave descriptors for the stores, the control socket and outgoing connections: a fifth
    /// of the process's descriptors, at least 128 and at most half.
    func within(descriptors: Int) -> ConnectionLimits {
        let kept = min(max(descriptors / 5, 128), descriptors / 2)
        return ConnectionLimits(all: max(1, min(all, descriptors - kept)), ofAddress: ofAddress)
    }

    /// The process's limit of descriptors.
    static var descriptors: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(min(limit.rlim_cur, 1 << 20))
    }
}
