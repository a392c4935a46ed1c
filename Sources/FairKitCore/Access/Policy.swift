/// What can be done. Everything that reads or writes data asks for one of these first.
package enum Action: Sendable, CaseIterable {
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
    /// What has happened to alerts and deliveries, in ids.
    case readAlertEvents
    /// Which groups of consumers there are, and which rules hold.
    case readGroups
    /// Looks after the queue itself: groups, rules, what is parked, what is replayed. It shows ids only.
    case operateQueue
    case manageKeys
    case operateStore
    case readMetrics
    /// Makes, renames, suspends and erases tenants; on the server's machine only.
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
}

extension Role {
    /// The one place that says which role may do what. What a role sees of it is narrowed by the scopes below.
    package func may(_ action: Action) -> Bool {
        switch action {
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
        case .readAlerts, .consumeAlerts: name == .consumer || name == .clinician
        case .readAlertEvents, .readGroups: name == .consumer || name == .clinician || name == .administrator
        case .operateQueue, .manageKeys, .operateStore, .readMetrics, .manageTenants, .operateOutbox, .readAudit,
            .manageAccounts,
            .manageSettings:
            name == .administrator
        case .readAccesses, .eraseRecord: name == .patient || name == .administrator
        case .exportRecord: name == .patient
        case .holdRecord: name == .administrator
        }
    }

    /// Which results this role sees.
    package var resultScope: ResultScope {
        switch self {
        case .patient(let id): .patient(id)
        case .laboratory(let id): .laboratory(id)
        case .clinician: .consenting
        case .consumer, .coordinator, .administrator: .none
        }
    }

    /// Which kits this role sees.
    package var kitScope: KitScope {
        switch self {
        case .patient(let id): .patient(id)
        case .laboratory, .clinician, .administrator: .all
        case .consumer, .coordinator: .none
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

    /// Whether this role sees a profile.
    package func sees(_ profile: ProfileID) -> Bool {
        switch self {
        case .patient(let own): own == profile
        case .clinician, .administrator: true
        case .laboratory, .consumer, .coordinator: false
        }
    }
}

/// Narrows a query of kits to what its subject may see.
package enum KitScope: Hashable, Sendable {
    case all
    case patient(ProfileID)
    case none
}

/// Narrows a query to what its subject may see; a store method that reads results takes one.
package enum ResultScope: Hashable, Sendable {
    /// Of patients who let clinicians see their results, and of nobody yet. An open alert is seen by every clinician.
    case consenting
    case patient(ProfileID)
    case laboratory(LaboratoryID)
    case none
}
