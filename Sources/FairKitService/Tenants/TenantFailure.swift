package import FairKitStore
package import FairKitVault

/// Why a tenant can't be used.
package enum TenantFailure: Error, CustomStringConvertible {
    /// There is no such tenant, or it was erased.
    case unknown
    case suspended
    /// The server is stopping.
    case stopping
    case store(StoreError)
    case control(DatabaseError)

    /// The failure of a database that may answer again in a moment; nil: trying again does not help at once.
    package var passing: DatabaseError? {
        switch self {
        case .store(.database(_, let error)) where error.endsGroup: error
        case .store, .control, .unknown, .suspended, .stopping: nil
        }
    }

    package var description: String {
        switch self {
        case .unknown: "There is no such tenant."
        case .suspended: "The tenant was suspended."
        case .stopping: "The server is stopping."
        case .store(let error): error.description
        case .control(let error): "The list of tenants can't be used: \(error)"
        }
    }
}
