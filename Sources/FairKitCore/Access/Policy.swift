/// What can be done. Everything that reads or writes data asks for one of these first.
package enum Action: Sendable, CaseIterable {
    case createProfile
    case readProfile
    case registerKit
    case scanPhoto
    case recordResult
    case correctResult
    case readResults
    case readAlerts
    case consumeAlerts
    case operateStore
}

extension Role {
    /// The one place that says which role may do what. What a role sees of it is narrowed by the scopes below.
    package func may(_ action: Action) -> Bool {
        switch action {
        case .createProfile: name == .administrator || name == .clinician
        case .readProfile: name == .administrator || name == .clinician || name == .patient
        case .registerKit: name == .administrator || name == .clinician || name == .patient
        case .scanPhoto: true
        case .recordResult, .correctResult: name == .laboratory
        case .readResults: name == .clinician || name == .patient || name == .laboratory
        case .readAlerts, .consumeAlerts: name == .consumer || name == .clinician
        case .operateStore: name == .administrator
        }
    }

    /// Which results this role sees.
    package var resultScope: ResultScope {
        switch self {
        case .patient(let id): .patient(id)
        case .laboratory(let id): .laboratory(id)
        case .clinician: .consenting
        case .consumer, .administrator: .none
        }
    }

    /// Whether this role sees a profile.
    package func sees(_ profile: ProfileID) -> Bool {
        switch self {
        case .patient(let own): own == profile
        case .clinician, .administrator: true
        case .laboratory, .consumer: false
        }
    }
}

/// Narrows a query to what its subject may see; a store method that reads results takes one.
package enum ResultScope: Hashable, Sendable {
    /// Of patients who let clinicians see their results, and of nobody yet. An open alert is seen by every clinician.
    case consenting
    case patient(ProfileID)
    case laboratory(LaboratoryID)
    case none
}
