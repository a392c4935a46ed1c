import FairKitCore
package import FairKitStore

extension Kits {
    /// Expires kits past their last day, and kits whose sample never arrived. Kits on their way are left alone.
    ///
    /// - Returns: how many expired.
    package func expire() async throws(DatabaseError) -> Int {
        let (now, passed) = (tenant.now(), tenant.passed())
        var count = 0
        while !Task.isCancelled {
            let (looked, expired) = try await tenant.store.write { (tx) throws(DatabaseError) in
                let due = try tx.kitsExpiring(at: passed)
                var expired = 0
                for kit in due where try Kits.expire(kit, at: now, in: tx) { expired += 1 }
                return (due.count, expired)
            }
            count += expired
            if looked == 0 { break }
        }
        return count
    }

    /// - Returns: whether the kit expired.
    fileprivate static func expire(_ kit: Kit, at now: Timestamp, in tx: borrowing WriteTransaction)
        throws(DatabaseError) -> Bool
    {
        try tx.forgetDue(of: kit.id)
        // The list may hold a kit twice.
        guard var kit = try tx.kit(kit.id, in: .all), kit.status.endsByItself else { return false }
        kit.status = .expired
        try tx.appendKitEvent(KitEvent(status: .expired, at: now, actor: .server, implied: false), to: kit.id)
        try tx.updateKit(kit, at: now)
        try tx.record(
            AuditEntry(
                at: now, actor: .server, action: .kitAdvanced, object: "\(kit.id)", profileID: kit.profileID,
                requestID: "expiry"))
        return true
    }
}
