/// What can be done. Everything that reads or writes data asks for one of these first.
///
/// Who may call which route follows from it, and stands route by route in `Tests/Acceptance/who_may.py`.
package enum Action: Sendable, CaseIterable {
    /// Makes the account that an invitation is for, or that somebody asked for, and with a patient's the profile.
    case acceptInvitation
    case createProfile
    case readProfile
    case changeProfile
    /// Looks for a person by what is known of them.
    case findProfiles
    /// Consents are the patient's own word; an administrator notes it for them.
    case changeConsents
    case registerKit
    case readKits
    case issueKits
    case reportKitStatus
    /// Notes what was done with a sample that came to the laboratory, whether its kit is registered or not.
    case receiveSamples
    case reviewKits
    /// Looks at the photo that a kit's code could not be read from.
    case readKitPhoto
    case scanPhoto
    case recordResult
    case correctResult
    case readResults
    case readAlerts
    case consumeAlerts
    /// Looks at what a group would be given next.
    case peekAlerts
    /// What has happened to alerts and deliveries, in ids.
    case readAlertEvents
    /// Which groups of consumers there are, and which rules hold.
    case readGroups
    /// Looks after the queue itself: groups, rules, what is parked, what is replayed. It shows ids only.
    case operateQueue
    /// Which API keys there are, and never their secrets.
    case readKeys
    case manageKeys
    case operateStore
    case readMetrics
    /// Makes, renames, suspends and erases tenants, and has another key sign the access tokens of all; on the server's machine only.
    case manageTenants
    /// Looks after mail that is to be sent. It shows addresses, and links with secrets in them.
    case operateOutbox
    /// The record of who did what, in ids.
    case readAudit
    /// Who has seen one person's record.
    case readAccesses
    /// Invites people, and suspends and deletes their accounts.
    case manageAccounts
    /// What a tenant's administrators decide.
    case manageSettings
    /// Takes along everything that is kept about one person.
    case exportRecord
    /// Removes everything that is kept about one person.
    case eraseRecord
    /// Keeps a record from being erased, as the law may demand.
    case holdRecord
    /// Says which clinician cares for whom.
    case manageCare
    /// Opens the record of somebody who is in nobody's or another's care, in an emergency.
    case breakGlass
    /// Looks at what was opened so, and says that it was looked at.
    case reviewBreakGlass
    /// Lets somebody else see the own results.
    case shareResults
    /// Figures about groups of people, never about one.
    case readFigures
}

extension Action {
    /// The roles that may do it, and the scope that a key of theirs needs for it. To whose record, `Policy` says.
    ///
    /// No scope gives what is done on the server's machine only, or by people.
    private var right: (roles: [RoleName], scope: Scope?) {
        switch self {
        case .acceptInvitation: (RoleName.ofAccounts, nil)
        case .createProfile: ([.clinician, .administrator], .writeProfiles)
        case .readProfile: ([.patient, .clinician, .administrator], .readProfiles)
        case .changeProfile: ([.patient, .clinician, .administrator], .writeProfiles)
        case .findProfiles: ([.clinician, .administrator], .readProfiles)
        case .changeConsents: ([.patient, .administrator], .writeProfiles)
        case .registerKit: ([.patient, .clinician, .administrator], .registerKits)
        case .readKits: ([.patient, .laboratory, .clinician, .administrator], .readKits)
        case .issueKits: ([.administrator], .writeKits)
        case .reportKitStatus: ([.patient, .laboratory, .clinician, .administrator], .writeKits)
        case .receiveSamples: ([.laboratory, .administrator], .writeKits)
        case .reviewKits: ([.laboratory, .administrator], .reviewKits)
        case .readKitPhoto: ([.patient, .laboratory, .administrator], .reviewKits)
        case .scanPhoto: ([.patient, .laboratory, .clinician, .consumer, .administrator], .scanPhotos)
        case .recordResult: ([.laboratory], .writeResults)
        case .correctResult: ([.laboratory], .writeResults)
        case .readResults: ([.patient, .laboratory, .clinician], .readResults)
        case .readAlerts: ([.clinician, .consumer], .readAlerts)
        case .consumeAlerts: ([.clinician, .consumer], .consumeAlerts)
        case .peekAlerts: ([.clinician, .consumer], .consumeAlerts)
        case .readAlertEvents: ([.clinician, .consumer, .administrator], .readAlerts)
        case .readGroups: ([.clinician, .consumer, .administrator], .readGroups)
        case .operateQueue: ([.administrator], .operateQueue)
        case .readKeys: ([.administrator], .readKeys)
        case .manageKeys: ([.administrator], nil)
        case .operateStore: ([.administrator], nil)
        case .readMetrics: ([.administrator], .readMetrics)
        case .manageTenants: ([.administrator], nil)
        case .operateOutbox: ([.administrator], nil)
        case .readAudit: ([.administrator], .readAudit)
        case .readAccesses: ([.patient, .administrator], .readAccesses)
        case .manageAccounts: ([.administrator], .manageAccounts)
        case .manageSettings: ([.administrator], .manageSettings)
        case .exportRecord: ([.patient], .exportRecords)
        case .eraseRecord: ([.patient, .administrator], .eraseRecords)
        case .holdRecord: ([.administrator], .holdRecords)
        case .manageCare: ([.administrator], .manageCare)
        case .breakGlass: ([.clinician], nil)
        case .reviewBreakGlass: ([.administrator], .reviewBreakGlass)
        case .shareResults: ([.patient], .shareResults)
        case .readFigures: ([.coordinator, .administrator], .readFigures)
        }
    }

    /// The scope that a key needs for it; nil: none gives it.
    package var scope: Scope? { right.scope }

    /// Whether a role may do it at all.
    package func isAllowed(to role: RoleName) -> Bool { right.roles.contains(role) }
}
