/// How fast each of those who ask may do so; nil: as fast as they like.
package struct RateLimits: Hashable, Sendable {
    package var key: RateLimit?
    package var account: RateLimit?
    /// Where requests come from that nobody's key opens.
    package var address: RateLimit?
    /// Where people sign in from. Passwords are hashed slowly, and are tried here.
    package var signIn: RateLimit?

    package init(key: RateLimit?, account: RateLimit?, address: RateLimit?, signIn: RateLimit?) {
        self.key = key
        self.account = account
        self.address = address
        self.signIn = signIn
    }

    /// Why these: see the decision `0024-scopes-and-rates`.
    package static let standard = RateLimits(
        key: RateLimit(every: .milliseconds(2), burst: 5000), account: RateLimit(every: .milliseconds(100), burst: 100),
        address: RateLimit(every: .milliseconds(100), burst: 200), signIn: RateLimit(every: .seconds(6), burst: 10))

    package static let none = RateLimits(key: nil, account: nil, address: nil, signIn: nil)

    package subscript(kind: RateKind) -> RateLimit? {
        switch kind {
        case .key: key
        case .account: account
        case .address: address
        case .signIn: signIn
        }
    }
}

/// What is counted together. The texts are sent, and stand in metrics.
package enum RateKind: String, Sendable, CaseIterable {
    case key
    case account
    case address
    case signIn = "sign-in"
}

/// Whose requests are counted together.
package enum RateHolder: Hashable, Sendable {
    case key(TenantName, KeyID)
    case account(TenantName, AccountID)
    case address(AddressBlock)
    case signIn(AddressBlock)

    package var kind: RateKind {
        switch self {
        case .key: .key
        case .account: .account
        case .address: .address
        case .signIn: .signIn
        }
    }

    /// nil: whoever works on the server's machine, and the server itself, are never held up; those with a link are counted by their address.
    package init?(_ actor: Actor, in tenant: TenantName) {
        switch actor {
        case .key(let id): self = .key(tenant, id)
        case .account(let id, _): self = .account(tenant, id)
        case .machine, .server, .link, .invited: return nil
        }
    }
}

/// Addresses that one and the same may have: one of version 4, or all 2⁶⁴ of a network of version 6, which one line is given.
package struct AddressBlock: Hashable, Sendable {
    private let bytes: [UInt8]

    /// - Parameter address: nil: it is not known; these are counted together.
    package init(_ address: IPAddress?) {
        guard let bytes = address?.bytes else {
            self.bytes = []
            return
        }
        // An address of version 4 in the clothes of version 6 (RFC 4291, section 2.5.5.2) is what it is.
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]
        self.bytes = bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : Array(bytes.prefix(8))
    }
}
