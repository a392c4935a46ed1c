package import FairKitCore

/// A care assignment on the wire.
package struct CareBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let accountId: String
    package let profileId: String
    package let from: String
    package let to: String?
    /// Whether the assignment is active.
    package let active: Bool
    package let madeBy: String
    package let madeAt: String
    package let endedBy: String?
    package let endedAt: String?

    package init(_ assignment: CareAssignment, isInForce: Bool) {
        id = "\(assignment.id)"
        accountId = "\(assignment.account)"
        profileId = "\(assignment.profile)"
        from = "\(assignment.from)"
        to = assignment.to?.description
        active = isInForce
        madeBy = "\(assignment.madeBy)"
        madeAt = "\(assignment.madeAt)"
        endedBy = assignment.end?.by.description
        endedAt = assignment.end?.at.description
    }
}

/// A request to assign a person to a clinician's account, from a time until before another, in UTC.
package struct CareRequest: Decodable, Sendable {
    package let accountId: String
    package let profileId: String
    package let from: String?
    package let to: String?
}
