import FairKitCore
package import FairKitStore
package import KeyRing

/// Whoever asks a tenant for something: identified by an API key, by a session, or by working on the server's own machine.
package struct Callers: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var callers: Callers { Callers(tenant: self) }
}

/// Why nobody was identified.
package enum AuthenticationFailure: Error {
    /// The key is missing, malformed, unknown, expired or revoked: which of them is nobody's business.
    case unknown
    case key(KeyError)
    case store(DatabaseError)
}

/// Why a command was given no role.
package enum MachineRoleFailure: Error {
    case malformed
    case profileUnknown
    case laboratoryUnknown
    case store(DatabaseError)
}
