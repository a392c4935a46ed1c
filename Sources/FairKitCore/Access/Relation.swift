/// What lets a person who has signed in see another one's record, for a time. See the decision `0025-relations`.
package struct Relation: Hashable, Sendable {
    package let kind: Kind
    package let account: AccountID
    package let profile: ProfileID
    /// From this time on, and before the other; nil: until it is ended.
    package let from: Timestamp
    package let to: Timestamp?

    package enum Kind: Hashable, Sendable, CaseIterable {
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

    /// Whether it holds at a time.
    package func holds(at now: Timestamp) -> Bool { from <= now && to.map { now < $0 } ?? true }
}

/// The people to whom an account has relations at a time: what narrows a query to them.
package struct People: Hashable, Sendable {
    package let account: AccountID
    /// Whose the account itself is, of a patient's; nil: a clinician's.
    package let own: ProfileID?
    package let at: Timestamp

    package init(of account: AccountID, own: ProfileID? = nil, at now: Timestamp) {
        self.account = account
        self.own = own
        at = now
    }
}

/// Narrows a query of kits to what its subject may see.
package enum KitScope: Hashable, Sendable {
    case all
    case patient(ProfileID)
    /// Of those in a clinician's care, and those whose record is open to them.
    case people(People)
    /// Those that are assigned to the laboratory; as long as none is, those that are assigned to none.
    case laboratory(LaboratoryID)
    case none
}

/// Narrows a query to what its subject may see; a store method that reads results takes one.
package enum ResultScope: Hashable, Sendable {
    /// Of patients who let clinicians see their results, and of nobody yet: what a clinician's key sees.
    case consenting
    case patient(ProfileID)
    case laboratory(LaboratoryID)
    /// Of a patient's account: the own, and what others share. Of a clinician's: of those in their care who let clinicians see them, of
    /// those whose record is open to them, what is shared with them, and of nobody yet.
    case people(People)
    case none
}

/// Narrows a query of alerts to what its subject may see.
package enum AlertScope: Hashable, Sendable {
    case all
    /// About those in a clinician's care, and those whose record is open to them, about nobody who is known, and whatever is open and
    /// critical: that has to reach somebody.
    case people(People)
    case none

    /// How many alerts, or deliveries of a lane, one page looks at for somebody who sees a part of them: a page takes about as long,
    /// however few of them are in view.
    package static let mostLookedAt = 2000
}

extension Subject {
    /// Which results it sees at a time.
    package func resultScope(at now: Timestamp) -> ResultScope {
        switch role {
        case .patient(let own): account.map { .people(People(of: $0, own: own, at: now)) } ?? .patient(own)
        case .laboratory(let id): .laboratory(id)
        case .clinician: account.map { .people(People(of: $0, at: now)) } ?? .consenting
        case .consumer, .app, .coordinator, .administrator: .none
        }
    }

    /// Which kits it sees at a time.
    package func kitScope(at now: Timestamp) -> KitScope {
        switch role {
        case .patient(let own): .patient(own)
        case .clinician: account.map { .people(People(of: $0, at: now)) } ?? .all
        case .laboratory(let laboratory): .laboratory(laboratory)
        case .administrator: .all
        case .consumer, .app, .coordinator: .none
        }
    }

    /// Which alerts it sees at a time.
    package func alertScope(at now: Timestamp) -> AlertScope {
        switch role {
        case .clinician: account.map { .people(People(of: $0, at: now)) } ?? .all
        case .consumer: .all
        case .patient, .laboratory, .app, .coordinator, .administrator: .none
        }
    }
}
