/// What can be done. Everything that reads or writes data asks for one of these first.
package enum Action: Sendable, CaseIterable {
    /// Makes the account that an invitation is for, or that somebody asked for, and with a patient's the profile.
    case acceptInvitation
    case createProfile
    case readProfile
    case changeProfile
    /// Consents are the patient's own word; an administrator notes it for them.
    case changeConsents
    case registerKit
    case readKits
    case issueKits
    case reportKitStatus
    case reviewKits
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

extension Role {
    /// The one place that says which role may do what. To whose record, `Policy` says.
    package func may(_ action: Action) -> Bool {
        switch action {
        case .acceptInvitation: RoleName.ofAccounts.contains(name)
        case .createProfile: name == .administrator || name == .clinician
        case .readProfile, .changeProfile, .registerKit:
            name == .administrator || name == .clinician || name == .patient
        case .changeConsents: name == .administrator || name == .patient
        case .readKits, .reportKitStatus: name != .consumer && name != .coordinator
        case .issueKits: name == .administrator
        case .reviewKits: name == .administrator || name == .laboratory
        case .scanPhoto: name != .coordinator
        case .recordResult, .correctResult: name == .laboratory
        case .readResults: name == .clinician || name == .patient || name == .laboratory
        case .readAlerts, .consumeAlerts, .peekAlerts: name == .consumer || name == .clinician
        case .readAlertEvents, .readGroups: name == .consumer || name == .clinician || name == .administrator
        case .operateQueue, .manageKeys, .operateStore, .readMetrics, .manageTenants, .operateOutbox, .readAudit,
            .manageAccounts, .manageSettings, .manageCare, .reviewBreakGlass, .holdRecord:
            name == .administrator
        case .readAccesses, .eraseRecord: name == .patient || name == .administrator
        case .exportRecord: name == .patient
        case .breakGlass: name == .clinician
        case .shareResults: name == .patient
        case .readFigures: name == .coordinator || name == .administrator
        }
    }

    /// Whether this role may report that a kit has come to a state, if that is a legal step.
    package func mayReport(_ status: KitStatus) -> Bool {
        switch self {
        case .patient, .clinician: status == .mailed
        case .laboratory: [.received, .processing, .rejected].contains(status)
        case .administrator: true
        case .consumer, .coordinator: false
        }
    }

    /// Whether this role sees whose a kit is.
    package var seesOwnersOfKits: Bool { name != .laboratory }

    /// Whether this role sees who reported a step of a kit, by the id of a key or an account: whoever can find out whose it is, and asks
    /// them if a step is wrong.
    package var seesWhoReported: Bool { name == .administrator }
}
