package import FairKitCore

/// The people of a tenant: profiles, whole records, erasure and legal holds.
package struct Profiles: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var profiles: Profiles { Profiles(tenant: self) }
}

/// A profile as a caller sees it.
package struct ProfileView: Sendable {
    package let profile: Profile
    /// Only the name is shown: the person shares results, and nothing else.
    package let isNameOnly: Bool
    /// When the next test is due; nil: no reminder is set, or the caller may not see it.
    package let nextTestDue: CalendarDate?
    /// Why the caller sees it; nil: it is of a list.
    package internal(set) var ground: Ground?
    /// Until when the caller has opened the record in an emergency; nil: it is not open so, or it is of a list.
    package internal(set) var emergencyEnd: Timestamp?
}
