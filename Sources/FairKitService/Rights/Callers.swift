import FairKitCore
package import FairKitStore
package import KeyRing

/// Authenticates a tenant's callers: by an API key, by a session, or by the control socket.
package struct Callers: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var callers: Callers { Callers(tenant: self) }
}

/// Why authentication failed.
package enum AuthenticationFailure: Error {
    /// The key is missing, malformed, unknown, expired or revoked. The client is not told which.
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
