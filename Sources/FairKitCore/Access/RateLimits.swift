/// How fast each of those who ask may do so; nil: as fast as they like.
package struct RateLimits: Hashable, Sendable {
    package var key: RateLimit?
    package var account: RateLimit?
    /// Where requests come from that nobody's key opens.
    package var address: RateLimit?
    /// Where people sign in from, and accounts that show their password again. Passwords are hashed slowly, and are tried here.
    package var signIn: RateLimit?
    /// Lists of alerts, by key or account, where nothing else limits the caller: who looks for ever must not keep others from acting.
    package var alertLists: RateLimit?

    package init(
        key: RateLimit?, account: RateLimit?, address: RateLimit?, signIn: RateLimit?, alertLists: RateLimit? = nil
    ) {
        self.key = key
        self.account = account
        self.address = address
        self.signIn = signIn
        self.alertLists = alertLists
    }

    /// Why these: see the decision `0024-scopes-and-rates`.
    package static let standard = RateLimits(
        key: RateLimit(every: .milliseconds(2), burst: 5000), account: RateLimit(every: .milliseconds(100), burst: 100),
        address: RateLimit(every: .milliseconds(100), burst: 200), signIn: RateLimit(every: .seconds(6), burst: 10),
        alertLists: RateLimit(every: .milliseconds(20), burst: 500))

    /// The limit that holds for one holder: a wider block of addresses signs in more often than one network, and so do all who are known at
    /// one place.
    package subscript(holder: RateHolder) -> RateLimit? {
        switch holder {
        case .signIn(let block), .opening(let block): self[.signIn]?.times(block.width.signIns)
        case .knownPlace: self[.signIn]?.times(6)
        case .key, .account, .address, .confirmation, .knownPerson, .alertLists, .open: self[holder.kind]
        }
    }

    package static let none = RateLimits(key: nil, account: nil, address: nil, signIn: nil)

    package subscript(kind: RateKind) -> RateLimit? {
        switch kind {
        case .key: key
        case .account: account
        case .address: address
        case .signIn: signIn
        case .alertLists: alertLists
        case .open: address
        }
    }
}

/// What is counted together. The texts are sent, and stand in metrics.
package enum RateKind: String, Sendable, CaseIterable {
    case key
    case account
    case address
    case signIn = "sign-in"
    case alertLists = "alert-lists"
    /// What everyone may read. It is counted for itself: a client that reads documents is not one that guesses keys.
    case open
}

/// Whose requests are counted together.
package enum RateHolder: Hashable, Sendable {
    case key(TenantName, KeyID)
    case account(TenantName, AccountID)
    case address(AddressBlock)
    case signIn(AddressBlock)
    /// An account that is signed in, and shows its password again.
    case confirmation(TenantName, AccountID)
    indirect case alertLists(RateHolder)
    /// A person who signs in from a place that they have signed in from before, and that is held up for others.
    case knownPerson(TenantName, MailAddress, AddressBlock)
    /// All of those.
    case knownPlace(AddressBlock)
    /// Clients without an identity that have closed tenants opened.
    case opening(AddressBlock)
    case open(AddressBlock)

    package var kind: RateKind {
        switch self {
        case .key: .key
        case .account: .account
        case .address: .address
        case .signIn, .confirmation, .knownPerson, .knownPlace, .opening: .signIn
        case .alertLists: .alertLists
        case .open: .open
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
    package let width: Width

    /// How much of an address of version 6 counts.
    package enum Width: Int, Sendable, CaseIterable {
        /// 64 bits.
        case network = 8
        /// 56 bits: what a household is given.
        case household = 7
        /// 48 bits: what an organisation is given, or 256 households.
        case site = 6

        /// So many times as often as from one network may be signed in from all of it.
        var signIns: Int {
            switch self {
            case .network: 1
            case .household: 4
            case .site: 16
            }
        }
    }

    /// - Parameter address: nil: it is not known; these are counted together.
    package init(_ address: IPAddress?) {
        self.init(AddressBlock.significant(address) ?? [], .network)
    }

    private init(_ bytes: [UInt8], _ width: Width) {
        self.bytes = bytes.count == 16 ? Array(bytes.prefix(width.rawValue)) : bytes
        self.width = width
    }

    /// All blocks that an address belongs to, the widest first; of version 4 there is one.
    package static func all(of address: IPAddress?) -> [AddressBlock] {
        guard let bytes = significant(address), bytes.count == 16 else { return [AddressBlock(address)] }
        return Width.allCases.reversed().map { AddressBlock(bytes, $0) }
    }

    private static func significant(_ address: IPAddress?) -> [UInt8]? {
        // An address of version 4 in the clothes of version 6 (RFC 4291, section 2.5.5.2) is what it is.
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]
        return (address?.bytes).map { $0.starts(with: mapped) ? Array($0.suffix(4)) : $0 }
    }
}
