/// A piece of somebody's record, as far as the policy asks about it.
package struct Record: Hashable, Sendable {
    /// Whose it is; nil: nobody's yet.
    package let profile: ProfileID?
    /// Which laboratory posted it, of a result; which it is assigned to, of a kit.
    package let laboratory: LaboratoryID?
    /// Whether the person lets clinicians see their results.
    package let isShownToClinicians: Bool
    /// Whether it is an alert that is critical and that nobody has acknowledged.
    package let isOpenAndCritical: Bool

    package init(
        of profile: ProfileID?, laboratory: LaboratoryID? = nil, isShownToClinicians: Bool = true,
        isOpenAndCritical: Bool = false
    ) {
        self.profile = profile
        self.laboratory = laboratory
        self.isShownToClinicians = isShownToClinicians
        self.isOpenAndCritical = isOpenAndCritical
    }
}

/// A piece of somebody's record, as somebody asks for it.
package enum RecordID: Hashable, Sendable {
    case profile(ProfileID)
    case result(ResultID)
    case kit(KitID)
    case kitCode(KitCode)
    case alert(AlertID)
}

/// What the policy answers.
package enum Decision: Hashable, Sendable {
    case allowed(Ground)
    /// It may not be done, and that may be said.
    case forbidden
    /// Whether there is such a thing is nobody's business: it is not found.
    case hidden

    package var ground: Ground? { if case .allowed(let ground) = self { ground } else { nil } }
}

/// Why something is allowed; of several, the first here.
package enum Ground: Hashable, Sendable, CaseIterable {
    /// It is the caller's own record.
    case own
    /// The role sees it of whomever it is.
    case role
    case care
    case share
    /// Marked in the audit.
    case breakGlass
}

/// The one place that says who may do what to whose record. The scopes narrow queries to the same. See the decision `0025-relations`.
package enum Policy {
    /// - Parameter relations: whichever there are, past and future ones and those of others, too.
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
            if record.profile == own { return .allowed(subject.isByLink ? .share : .own) }
            return action.isOfShares && has(.share) ? .allowed(.share) : .hidden
        case .clinician where subject.account == nil:
            return action != .readResults || record.isShownToClinicians ? .allowed(.role) : .hidden
        case .clinician:
            // It is opened for whoever is not in their care.
            if action == .breakGlass { return .allowed(.role) }
            if action.isAboutAlerts, record.isOpenAndCritical { return .allowed(.role) }
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
    fileprivate var isAboutResults: Bool { [.readResults, .recordResult, .correctResult].contains(self) }
    fileprivate var isAboutAlerts: Bool { [.readAlerts, .peekAlerts, .readAlertEvents].contains(self) }
    /// What somebody gets with whom results are shared; of the profile, the name.
    fileprivate var isOfShares: Bool { [.readResults, .readProfile].contains(self) }
    /// What clinicians see also of a kit that nobody has registered: somebody has to find out whose it is.
    fileprivate var includesRecordsWithoutOwner: Bool { self == .readResults || isAboutAlerts }
    /// What an emergency is good for. Whoever changes a record has to be in charge.
    fileprivate var isReading: Bool {
        [.readProfile, .findProfiles, .readKits, .readResults].contains(self) || isAboutAlerts
    }
}
