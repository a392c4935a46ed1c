import FairKitCore
import FairKitStore

/// How much waits for an administrator on other pages than the first one.
package struct AdministratorDesk: Equatable, Sendable {
    /// API keys that wait for approval.
    package let keys: Int
    /// Emergency accesses that no administrator has reviewed.
    package let emergencies: Int
    /// Records that will be erased: no hold keeps them.
    package let erasures: Int
    /// Whether no backup of the last day is on record, although FairKit's own commands make them.
    package let isBackupLate: Bool

    init(at now: Timestamp, isInDatabase: Bool, in tx: borrowing ReadTransaction) throws(DatabaseError) {
        let most = Dashboard.mostCounted
        keys = try tx.preparedKeys(before: nil, limit: most, at: now).items.count
        emergencies = try tx.breakGlasses(all: false, before: nil, limit: most).items.count
        var due = 0
        for erasure in try tx.requestedErasures(after: nil, limit: most).items
        where try tx.hold(on: erasure.profile) == nil { due += 1 }
        erasures = due
        let last = try tx.lastBackup()
        isBackupLate = !isInDatabase && (last.map { $0.distance(to: now) > ClinicHealth.longestBackup } ?? true)
    }
}
