import Glibc

/// How many connections may be open.
package struct ConnectionLimits: Hashable, Sendable {
    /// Of all clients together.
    package var all: Int
    /// Of one address: of version 4, or a /64 of version 6.
    package var ofAddress: Int

    package init(all: Int, ofAddress: Int) {
        self.all = all
        self.ofAddress = ofAddress
    }

    /// Why these: see the decision `0047-connections-are-bounded`.
    package static let standard = ConnectionLimits(all: 10_000, ofAddress: 1_000)

    /// The same, but no more than leave descriptors for the stores, the control socket and what the server sends: a fifth of those that the
    /// process may have, 128 at least, and never more than half.
    func within(descriptors: Int) -> ConnectionLimits {
        let kept = min(max(descriptors / 5, 128), descriptors / 2)
        return ConnectionLimits(all: max(1, min(all, descriptors - kept)), ofAddress: ofAddress)
    }

    /// Descriptors that this process may have.
    static var descriptors: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(min(limit.rlim_cur, 1 << 20))
    }
}
