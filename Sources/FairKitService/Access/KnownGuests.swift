package import FairKitCore

/// Who was let in lately, by their key and from where; ten minutes to twenty, and at most so many.
package struct KnownGuests: Sendable {
    /// A key at an address. Only a keyed hash is kept, by a secret that ends with the process.
    package struct Guest: Hashable, Sendable {
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

    mutating func note(_ guest: Guest, at now: Int64) {
        turn(at: now)
        late.insert(guest.number)
    }

    mutating func contains(_ guest: Guest, at now: Int64) -> Bool {
        turn(at: now)
        return late.contains(guest.number) || early.contains(guest.number)
    }

    mutating func forget(_ guest: Guest) {
        late.remove(guest.number)
        early.remove(guest.number)
    }

    private mutating func turn(at now: Int64) {
        let isOver = since < now - KnownGuests.period
        guard isOver || late.count >= KnownGuests.most else { return }
        early = since < now - 2 * KnownGuests.period ? [] : late
        (late, since) = ([], now)
    }
}
