package import FairKitCore
import FairKitStore

/// Three numbers by which an administrator sees whether the clinic's server does its work.
package struct ClinicHealth: Sendable {
    /// How long the oldest message waits, whatever its channel, or the next step of an alert that is late.
    package let queueAge: Duration
    /// Whether there is so little room that only critical results and their alerts are stored.
    package let isDiskFull: Bool
    /// nil: none is on record.
    package let lastBackup: Timestamp?
    /// When a backup was last restored to try it out, and whether it was sound; nil: that is not on record.
    package let lastDrill: (at: Timestamp, isSound: Bool)?
    /// Whether the operators of a database back it up, so that no backup is on record here.
    package let isInDatabase: Bool

    /// What a healthy server stays below.
    package static let longestQueue = Duration.seconds(5 * 60)
    package static let longestBackup = Duration.seconds(26 * 3600)
    package static let longestDrill = Duration.seconds(92 * 86_400)

    package var isQueueLate: Bool { queueAge > ClinicHealth.longestQueue }

    package func isBackupLate(at now: Timestamp) -> Bool {
        lastBackup.map { $0.distance(to: now) > ClinicHealth.longestBackup } ?? true
    }

    package func isDrillLate(at now: Timestamp) -> Bool {
        lastDrill.map { !$0.isSound || $0.at.distance(to: now) > ClinicHealth.longestDrill } ?? true
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
                    lastBackup: try tx.lastBackup(), lastDrill: try tx.lastDrill(), isInDatabase: store.isShared))
        }
    }

    /// Records that a backup was restored to try it out.
    ///
    /// - Parameter backup: where it is.
    package func recordDrill(of backup: String, isSound: Bool, by caller: Caller) async throws(Refusal<Never>) {
        try await tenant.write(.operateStore, as: caller) {
            (_, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            let outcome: AuditOutcome = isSound ? .success : .failed
            grant.log(caller.entry(.storeDrilled, backup, about: nil, outcome: outcome, at: grant.now))
            return .success(())
        }
    }
}
