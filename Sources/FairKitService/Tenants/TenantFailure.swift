package import FairKitStore

/// Why a tenant can't be used.
package enum TenantFailure: Error {
    /// There is no such tenant, or it was erased.
    case unknown
    case suspended
    /// The server is stopping.
    case stopping
    case store(StoreError)
    case control(DatabaseError)
}
