/// The facts about a part of a person's record that the policy needs.
package struct Record: Equatable, Sendable {
    /// The patient; nil: the kit is not registered yet.
    package let profile: ProfileID?
    /// The laboratory that posted the result, or to which the kit is assigned.
    package let laboratory: LaboratoryID?
    /// Whether the patient consents to clinicians seeing their results.
    package let isShownToClinicians: Bool
    /// Whether it is a critical alert that no clinician has acknowledged.
    package let isOpenAndCritical: Bool
    /// Whether it is an alert about which the caller was told, or which the caller acknowledged.
    package let involvesCaller: Bool
    /// Whether it is an alert about a held result, which its patient must not see yet.
    package let isHeld: Bool

    package init(
        of profile: ProfileID?, laboratory: LaboratoryID? = nil, isShownToClinicians: Bool = true,
        isOpenAndCritical: Bool = false, involvesCaller: Bool = false, isHeld: Bool = false
    ) {
        self.profile = profile
        self.laboratory = laboratory
        self.isShownToClinicians = isShownToClinicians
        self.isOpenAndCritical = isOpenAndCritical
        self.involvesCaller = involvesCaller
        self.isHeld = isHeld
    }
}

/// Names a part of a person's record in a request.
package enum RecordID: Equatable, Sendable {
    case profile(ProfileID)
    case result(ResultID)
    case kit(KitID)
    case kitCode(KitCode)
    case alert(AlertID)

    package var alert: AlertID? { if case .alert(let id) = self { id } else { nil } }
}

/// The policy's answer.
package enum Decision: Equatable, Sendable {
    case allowed(Ground)
    /// Refused; the caller may know that the record exists.
    case forbidden
    /// Refused as not found: the caller may not learn whether the record exists.
    case hidden

    package var ground: Ground? { if case .allowed(let ground) = self { ground } else { nil } }
}

/// Why access is allowed; of several grounds, the first in this order.
package enum Ground: Equatable, Sendable, CaseIterable {
    /// It is the caller's own record.
    case own
    /// The role sees all such records.
    case role
    case care
    case share
    /// Marked in the audit log.
    case breakGlass
}

/// The one place that decides who may do what to whose record. Scopes narrow queries in the same way. See the decision
/// `0025-relations`.
package enum Policy {
    /// - Parameter relations: all that are known, including past and future ones and those of other people.
    package static func decide(
        _ subject: Subject, _ action: Action, on record: Record, given relations: [Relation], at now: Timestamp
    ) -> Decision {
        guard subject.may(action) else { return .forbidden }
        func has(_ kind: Relation.Kind) -> Bool {
            relations.contains {
                $0.kind == kind && $0.account == subject.account && $0.profile == record.profile && $0.holds(at: now)
            }
        }
        switch subject.role {
        case .administrator, .consumer, .app, .coordinator: return .allowed(.role)
        case .laboratory(let laboratory):
            let isOwn = record.laboratory == laboratory || !action.isAboutResults && record.laboratory == nil
            return isOwn ? .allowed(.role) : .hidden
        case .patient(let own):
            if action.isAboutAlerts, record.isHeld { return .hidden }
            if record.profile == own { return .allowed(subject.isByLink ? .share : .own) }
            return action.isOfShares && has(.share) ? .allowed(.share) : .hidden
        case .clinician where subject.account == nil:
            // A hospital's system is not told who else reads results, such as relatives.
            if action == .readShares { return .forbidden }
            return action != .readResults || record.isShownToClinicians ? .allowed(.role) : .hidden
        case .clinician:
            // Break-glass is for a record that is not in the clinician's care.
            if action == .breakGlass { return .allowed(.role) }
            if action.isAboutAlerts, record.isOpenAndCritical || record.involvesCaller { return .allowed(.role) }
            guard record.profile != nil else { return action.includesRecordsWithoutOwner ? .allowed(.role) : .hidden }
            if has(.care), action != .readResults || record.isShownToClinicians { return .allowed(.care) }
            if action.isOfShares, has(.share) { return .allowed(.share) }
            guard has(.breakGlass) else { return .hidden }
            return action.isReading ? .allowed(.breakGlass) : .forbidden
        }
    }
}

extension Subject {
    fileprivate var isByLink: Bool { if case .link = actor { true } else { false } }
}

extension Action {
    fileprivate var isAboutResults: Bool {
        [.readResults, .recordResult, .correctResult, .releaseResult, .readResultNotes, .writeResultNotes].contains(
            self)
    }
    fileprivate var isAboutAlerts: Bool {
        [.readAlerts, .readEscalation, .acknowledgeAlert, .peekAlerts, .readAlertEvents].contains(self)
    }
    /// The reads of a recipient of shared results; of the profile, only the name.
    fileprivate var isOfShares: Bool {
        [.readResults, .readProfile, .findProfiles, .listProfiles, .readDashboard].contains(self)
    }
    /// Clinicians also see these records when the kit is not registered, so that they can find out whose it is.
    fileprivate var includesRecordsWithoutOwner: Bool { self == .readResults || isAboutAlerts }
    /// The actions that break-glass allows: reading. Only a clinician in charge changes a record.
    fileprivate var isReading: Bool {
        [
            .readProfile, .findProfiles, .listProfiles, .readKits, .readResults, .readShares, .readDashboard,
            .readTimeline,
        ].contains(self) || isAboutAlerts
    }
}
