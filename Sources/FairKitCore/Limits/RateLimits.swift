/// The rate limit of each kind of client; nil: unlimited.
package struct RateLimits: Equatable, Sendable {
    package var key: RateLimit?
    package var account: RateLimit?
    /// Requests without a valid key, per client address.
    package var address: RateLimit?
    /// Failed sign-ins per client address, right ones per person, and password confirmations per account. Password hashes are slow, and attackers
    /// guess here.
    package var signIn: RateLimit?
    /// Lists of alerts, per key or account, where no other limit applies: a client that keeps polling must not hold up
    /// other clients.
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

    /// The reasons for these values are in decision 0024.
    package static let standard = RateLimits(
        key: RateLimit(every: .milliseconds(2), burst: 5000), account: RateLimit(every: .milliseconds(100), burst: 100),
        address: RateLimit(every: .milliseconds(100), burst: 200), signIn: RateLimit(every: .seconds(6), burst: 10),
        alertLists: RateLimit(every: .milliseconds(20), burst: 500))

    /// The limit for one holder. A wider address block may sign in more often than a single network, and so may all
    /// known people at one address.
    package subscript(holder: RateHolder) -> RateLimit? {
        switch holder {
        case .signIn(let block), .opening(let block): self[.signIn]?.times(block.width.signIns)
        case .knownPlace: self[.signIn]?.times(6)
        case .page: self[.account]?.times(2)
        case .key, .account, .address, .confirmation, .knownPerson, .secret, .alertLists, .open: self[holder.kind]
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

/// Which requests count together. The texts are sent to clients and are metric labels.
package enum RateKind: String, Sendable, CaseIterable {
    case key
    case account
    case address
    case signIn = "sign-in"
    case alertLists = "alert-lists"
    /// Public documents. They count separately: a client that reads them is not guessing keys.
    case open
}

/// The client whose requests count together.
package enum RateHolder: Hashable, Sendable {
    case key(TenantName, KeyID)
    case account(TenantName, AccountID)
    /// The same account as a reader of pages.
    case page(TenantName, AccountID)
    case address(AddressBlock)
    case signIn(AddressBlock)
    /// A signed-in account that confirms its password.
    case confirmation(TenantName, AccountID)
    indirect case alertLists(RateHolder)
    /// A person who gave the right password, or signs in from a known address that is rate-limited for others.
    case knownPerson(TenantName, MailAddress, AddressBlock)
    /// All known people at an address.
    case knownPlace(AddressBlock)
    /// The reader of a mailed link, or a person whose password was right, by a hash of the secret.
    case secret(TenantName, Int)
    /// Unauthenticated clients that caused a closed tenant to be opened.
    case opening(AddressBlock)
    case open(AddressBlock)

    package var kind: RateKind {
        switch self {
        case .key: .key
        case .account, .page: .account
        case .address: .address
        case .signIn, .confirmation, .knownPerson, .knownPlace, .secret, .opening: .signIn
        case .alertLists: .alertLists
        case .open: .open
        }
    }

    /// nil for operators on the server's machine and for the server itself, which have no limit. A reader with a
    /// share's link counts by address.
    package init?(_ actor: Actor, in tenant: TenantName) {
        switch actor {
        case .key(let id): self = .key(tenant, id)
        case .account(let id, _): self = .account(tenant, id)
        case .machine, .server, .link, .invited: return nil
        }
    }
}

/// Addresses that one client may control: one IPv4 address, or an IPv6 network of 2⁶⁴, which one connection is given.
package struct AddressBlock: Hashable, Sendable {
    private let bytes: [UInt8]
    package let width: Width

    /// The block, as one row of bytes.
    var key: [UInt8] { [UInt8(width.rawValue)] + bytes }

    /// The prefix length that counts for IPv6.
    package enum Width: Int, Sendable, CaseIterable {
        /// 64 bits.
        case network = 8
        /// 56 bits, which a household is given.
        case household = 7
        /// 48 bits, which an organisation is given: 256 households.
        case site = 6

        /// How many times as often the whole block may sign in as one network.
        var signIns: Int {
            switch self {
            case .network: 1
            case .household: 4
            case .site: 16
            }
        }
    }

    /// - Parameter address: nil: unknown; such clients count together.
    package init(_ address: IPAddress?) {
        self.init(AddressBlock.significant(address) ?? [], .network)
    }

    private init(_ bytes: [UInt8], _ width: Width) {
        self.bytes = bytes.count == 16 ? Array(bytes.prefix(width.rawValue)) : bytes
        self.width = width
    }

    /// All blocks that contain an address, the widest first. An IPv4 address is in one block.
    package static func all(of address: IPAddress?) -> [AddressBlock] {
        guard let bytes = significant(address), bytes.count == 16 else { return [AddressBlock(address)] }
        return Width.allCases.reversed().map { AddressBlock(bytes, $0) }
    }

    private static func significant(_ address: IPAddress?) -> [UInt8]? {
        // An IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2) counts as the IPv4 address.
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]
        return (address?.bytes).map { $0.starts(with: mapped) ? Array($0.suffix(4)) : $0 }
    }
}
