import FairKitCore
import FairKitStore

/// The steps of an administrator's first day, and which of them are done.
package struct ClinicSetup: Equatable, Sendable {
    package enum Step: String, Sendable, CaseIterable {
        /// The server has sent a mail that the next mail server took.
        case mail
        /// The clinic has a name of its own.
        case clinicName
        case secondAdministrator
        case clinician
        case laboratory
        /// The clinic has a reference range of its own. Those that come with FairKit hold until then.
        case ranges
        /// A team that critical alerts tell has a clinician on call now: others can't acknowledge.
        case escalation
        /// A backup is on record, or the operators of a database make them.
        case backup

        /// Without these, critical results reach a person, too.
        package static let canWait: Set<Step> = [.clinicName, .ranges]
    }

    package let done: Set<Step>
    /// Whether all was done once. What is missing later, such as a night without anyone on call, is no first day.
    let hasEnded: Bool

    /// Whether all is or was done without which a critical result reaches no one, or can be lost.
    package var isComplete: Bool { hasEnded || done.union(Step.canWait).count == Step.allCases.count }

    init<Access>(
        at now: Timestamp, zones: TimeZones, isInDatabase: Bool, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) {
        var done: Set<Step> = []
        if try tx.hasSentMail() { done.insert(.mail) }
        if try tx.settings().displayName != nil { done.insert(.clinicName) }
        let hasBackup = try tx.lastBackup() != nil
        if isInDatabase || hasBackup { done.insert(.backup) }
        if try tx.administrators().count > 1 { done.insert(.secondAdministrator) }
        if try tx.hasClinician() { done.insert(.clinician) }
        if try tx.hasLaboratory(at: now) { done.insert(.laboratory) }
        if try tx.hasOwnRange() { done.insert(.ranges) }
        let policy = try tx.escalationPolicy(for: .critical) ?? .standard(for: .critical)
        for case .team(let name) in Set((policy?.steps ?? []).flatMap(\.targets)) {
            for id in try Teams.onCall(team: name, at: now, zones: zones, in: tx) {
                if try tx.account(id)?.role.name == .clinician { done.insert(.escalation) }
            }
        }
        (self.done, hasEnded) = (done, try tx.hasEndedFirstDay())
    }
}
