package import FairKitCore

/// Care assignments: which clinician cares for which person.
package struct Care: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var care: Care { Care(tenant: self) }
}

/// An assignment, and whether it is in force.
package struct CareView: Sendable {
    package let assignment: CareAssignment
    package let isInForce: Bool
    /// Whether it begins later, and was not ended before.
    package let isLater: Bool

    init(_ assignment: CareAssignment, at now: Timestamp) {
        self.assignment = assignment
        isInForce = assignment.holds(at: now)
        isLater = now < assignment.from && assignment.holds(at: assignment.from)
    }
}

/// The assignment has already ended.
package struct CareOver: Error {}
