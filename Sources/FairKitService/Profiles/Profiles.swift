package import FairKitCore

/// People of a tenant: their profiles, their records as a whole, and what is kept from being erased.
package struct Profiles: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var profiles: Profiles { Profiles(tenant: self) }
}

/// A profile as a caller sees it.
package struct ProfileView: Sendable {
    package let profile: Profile
    /// Only the name: the person shares results, and nothing else.
    package let isNameOnly: Bool
}
