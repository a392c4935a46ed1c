package import FairKitCore
import FairKitStore

/// Three numbers by which an administrator sees whether the clinic's server does its work.
package struct ClinicHealth: Equatable, Sendable {
    /// How long the oldest message waits, whatever its channel, or the next step of an alert that is late.
    package let queueAge: Duration
    /// Whether there is so little room that only critical results and their alerts are stored.
    package let isDiskFull: Bool
    /// The last backup in the newest entries of the audit log; nil: there is none in them.
    package let lastBackup: Timestamp?

    /// What a healthy server stays below.
    package static let longestQueue = Duration.seconds(5 * 60)
    package static let longestBackup = Duration.seconds(26 * 3600)
    /// So many entries are looked at.
    package static let entries = 50_000

    package var isQueueLate: Bool { queueAge > ClinicHealth.longestQueue }

    package func isBackupLate(at now: Timestamp) -> Bool {
        lastBackup.map { $0.distance(to: now) > ClinicHealth.longestBackup } ?? true
    }
}

extension Operations {
    package func health(by caller: Caller) async throws(Refusal<Never>) -> ClinicHealth {
        try await tenant.read(.readMetrics, as: caller) {
            [store = tenant.store] (tx, grant) throws(DatabaseError) -> Outcome<ClinicHealth, Never> in
            let waiting = [try tx.oldestWaitingSend(at: grant.now), try tx.nextStepDue()].compactMap(\.self).min()
            let age = waiting.map { $0.distance(to: grant.now) } ?? .zero
            return .success(
                ClinicHealth(
                    queueAge: max(age, .zero), isDiskFull: store.isDiskFull,
                    lastBackup: try tx.lastBackup(among: ClinicHealth.entries)))
        }
    }
}
