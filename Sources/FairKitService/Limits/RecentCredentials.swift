package import FairKitCore

/// Recently valid credentials with the address block that sent them: for 10 to 20 minutes, at most 10,000.
package struct RecentCredentials: Sendable {
    /// A key at an address, as a hash keyed by a secret that ends with the process.
    package struct Credential: Hashable, Sendable {
        fileprivate let number: Int

        package init(apiKey: String, in tenant: TenantName, from block: AddressBlock) {
            var hasher = Hasher()
            hasher.combine(apiKey)
            hasher.combine(tenant)
            hasher.combine(block)
            number = hasher.finalize()
        }
    }

    private var late: Set<Int> = []
    private var early: Set<Int> = []
    private var since: Int64 = .min

    private static let period: Int64 = 600_000_000_000
    private static let most = 10_000

    mutating func insert(_ credential: Credential, at now: Int64) {
        turn(at: now)
        late.insert(credential.number)
    }

    mutating func contains(_ credential: Credential, at now: Int64) -> Bool {
        turn(at: now)
        return late.contains(credential.number) || early.contains(credential.number)
    }

    mutating func remove(_ credential: Credential) {
        late.remove(credential.number)
        early.remove(credential.number)
    }

    private mutating func turn(at now: Int64) {
        let isOver = since < now - RecentCredentials.period
        guard isOver || late.count >= RecentCredentials.most else { return }
        early = since < now - 2 * RecentCredentials.period ? [] : late
        (late, since) = ([], now)
    }
}
