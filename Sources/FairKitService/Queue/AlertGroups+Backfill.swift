import FairKitCore
package import FairKitStore

extension AlertGroups {
    /// Backfills new and widened groups with alerts that are already open, a few per transaction, so that no critical
    /// result waits for thousands of them. It continues where the last process stopped.
    ///
    /// - Returns: how many deliveries were created.
    package func backfill() async throws(DatabaseError) -> Int {
        let (store, now) = (tenant.store, tenant.now)
        var count = 0
        do throws(DatabaseError) {
            // On a full disk it waits, like the creation of groups; `DiskReserveKeeper` reports the full disk.
            guard !store.isDiskFull,
                try await store.read(in: .urgent, { (tx) throws(DatabaseError) in try tx.needsBackfill() })
            else { return 0 }
            while !Task.isCancelled,
                let batch = try await store.write({ (tx) throws(DatabaseError) in try tx.backfillNext(at: now()) })
            {
                tenant.waiters.wake(batch.count, of: batch.group)
                count += batch.count
            }
        } catch {
            guard error.remedy == .room else { throw error }
        }
        return count
    }
}
