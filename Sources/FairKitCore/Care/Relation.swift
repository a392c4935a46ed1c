/// Lets a signed-in person see another person's record for a time. See decision 0025.
package struct Relation: Equatable, Sendable {
    package let kind: Kind
    package let account: AccountID
    package let profile: ProfileID
    /// The first moment, and the first moment after it; nil: open-ended.
    package let from: Timestamp
    package let to: Timestamp?

    package enum Kind: Equatable, Sendable, CaseIterable {
        /// The clinician cares for the person.
        case care
        /// The clinician has opened the record in an emergency.
        case breakGlass
        /// The person shares their results with the account.
        case share
    }

    package init(_ kind: Kind, of account: AccountID, to profile: ProfileID, from: Timestamp, until end: Timestamp?) {
        self.kind = kind
        self.account = account
        self.profile = profile
        self.from = from
        to = end
    }

    /// Whether the relation is in force at a time.
    package func holds(at now: Timestamp) -> Bool { from <= now && to.map { now < $0 } ?? true }
}

/// The people with whom an account has relations at a time. They narrow its queries.
package struct People: Equatable, Sendable {
    package let account: AccountID
    /// The patient's own profile; nil for a clinician's account.
    package let own: ProfileID?
    package let at: Timestamp
    /// The ids of relations whose rows in the database were changed by hand: they count for nothing.
    package var refused: Set<[UInt8]> = []

    package init(of account: AccountID, own: ProfileID? = nil, at now: Timestamp) {
        self.account = account
        self.own = own
        at = now
    }
}

/// Narrows a query of people to those whom the subject may see.
package enum PeopleScope: Equatable, Sendable {
    case all
    /// People in the clinician's care, those whose record the clinician opened in an emergency, and those who share
    /// results with the clinician, of whom only the name is seen.
    case people(People)
    case none
}

/// Narrows a query of kits to those that the subject may see.
package enum KitScope: Equatable, Sendable {
    case all
    case patient(ProfileID)
    /// Kits of people in the clinician's care, and of those whose record the clinician opened in an emergency.
    case people(People)
    /// Kits that are assigned to the laboratory; until it has any, kits that are assigned to no laboratory.
    case laboratory(LaboratoryID)
    case none
}

/// Narrows a query to the results that the subject may see. Every store method that reads results takes one.
package enum ResultScope: Equatable, Sendable {
    /// Results of patients who consent to clinicians, and of unregistered kits: what a clinician's API key sees.
    case consenting
    case patient(ProfileID)
    case laboratory(LaboratoryID)
    /// A patient's account sees its own results and those shared with it. A clinician's account sees results of
    /// consenting patients in care, of records opened in an emergency, those shared with it, and those of unregistered
    /// kits.
    case people(People)
    case none
}

/// Narrows a query to the alerts that the subject may see.
package enum AlertScope: Equatable, Sendable {
    case all
    /// Alerts about people in the clinician's care, about records opened in an emergency, about unregistered kits, and
    /// every open critical alert: those must reach a clinician.
    case people(People)
    /// The patient's own alerts, except those about held results.
    case patient(ProfileID)
    case none

    /// How many alerts, or deliveries of a lane, one page examines for a subject who sees some of them. A page takes
    /// the same time however few are visible.
    package static let maxExamined = 2000
}

extension Subject {
    /// The results that it sees at a time.
    package func resultScope(at now: Timestamp) -> ResultScope {
        switch role {
        case .patient(let own): account.map { .people(People(of: $0, own: own, at: now)) } ?? .patient(own)
        case .laboratory(let id): .laboratory(id)
        case .clinician: account.map { .people(People(of: $0, at: now)) } ?? .consenting
        case .consumer, .app, .coordinator, .administrator: .none
        }
    }

    /// The people whom it finds and lists at a time.
    package func peopleScope(at now: Timestamp) -> PeopleScope {
        switch role {
        case .clinician: account.map { .people(People(of: $0, at: now)) } ?? .all
        case .administrator: .all
        case .patient, .laboratory, .consumer, .app, .coordinator: .none
        }
    }

    /// The kits that it sees at a time.
    package func kitScope(at now: Timestamp) -> KitScope {
        switch role {
        case .patient(let own): .patient(own)
        case .clinician: account.map { .people(People(of: $0, at: now)) } ?? .all
        case .laboratory(let laboratory): .laboratory(laboratory)
        case .administrator: .all
        case .consumer, .app, .coordinator: .none
        }
    }

    /// The alerts that it sees at a time.
    package func alertScope(at now: Timestamp) -> AlertScope {
        switch role {
        case .clinician: account.map { .people(People(of: $0, at: now)) } ?? .all
        case .consumer: .all
        case .patient(let own): .patient(own)
        case .laboratory, .app, .coordinator, .administrator: .none
        }
    }
}
