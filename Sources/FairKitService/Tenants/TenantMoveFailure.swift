package import FairKitCore
package import FairKitStore
package import FairKitVault
package import KeyRing

/// Why a tenant was not exported or imported. Nothing was changed, except as `suspended` says.
package enum TenantMoveFailure: Error {
    case forbidden
    case unknown
    /// The tenant is active, so what is written after the snapshot would not be in the archive.
    case active
    /// The tenant is already here, by its id.
    case present(TenantName)
    /// It was erased here, and does not come back by an archive.
    case erased
    case nameTaken(TenantName)
    /// The first tenant holds data, so no other takes its place.
    case firstInUse
    case key(KeyError)
    case archive(ArchiveError)
    case tenant(TenantFailure)
    case change(TenantChangeFailure)
    case control(DatabaseError)
}
