package import FairKitCore
package import FairKitStore
package import FairKitVault

/// Why an operator's change to the tenants failed.
package enum TenantChangeFailure: Error {
    case forbidden
    case unknown
    /// Another tenant has this name.
    case nameTaken
    /// Two tenants have this name: one in use, and one whose erasure is unfinished.
    case twoOfThatName
    /// The first tenant can't be renamed or erased: requests that name no tenant go to it.
    case isFirst
    /// The tenant is already in this state.
    case unchanged(TenantState)
    case key(KeyRotationError)
    /// An earlier change of the master key is unfinished and can't be finished. Nothing was done.
    case unended(KeyRotationError)
    /// The tenant is erased, but its files could not be removed or the master key not replaced; with the reason.
    case unfinished(String)
    /// The change of the master key is unfinished.
    case rotationUnfinished(from: String, to: String, file: String, KeyRotationError)
    case store(StoreError)
    /// The change was not made.
    case control(DatabaseError)
    /// The disk failed during the change and again when it was checked, so only the next start shows whether it was
    /// made. Everything that belongs to it is kept.
    case unclear(DatabaseError)
}

/// Why the backup of the tenants failed.
package enum TenantBackupFailure: Error {
    case forbidden
    /// The tenants are not in files: something else backs them up.
    case withoutFiles(WithoutFiles)
    /// Something exists at the backup's path.
    case exists(BackupError)
    /// Another backup is running.
    case inProgress(BackupError)
    case backup(BackupError)
    case control(DatabaseError)
    /// An unfinished change of the master key could not be finished: the backup would need two keys.
    case key(KeyRotationError)
    /// The first tenant could not be opened, which every data directory needs. No backup was left.
    case first(TenantFailure)
    /// The backup exists and is complete, except for tenants that could not be copied.
    case incomplete(path: String, [MissingTenant])
    /// The backup exists, but could not be recorded for every tenant.
    case unrecorded(path: String, any Error)
}

/// A tenant that a backup lacks. Its name must not appear in a log.
package struct MissingTenant: Sendable, CustomStringConvertible {
    package let tenant: Tenant
    package let reason: Reason

    package init(tenant: Tenant, reason: Reason) {
        self.tenant = tenant
        self.reason = reason
    }

    package enum Reason: Error, CustomStringConvertible {
        case unopened(TenantFailure)
        case uncopied(BackupError)

        package var description: String {
            switch self {
            case .unopened(let failure): failure.description
            case .uncopied(let error): error.description
            }
        }
    }

    package var description: String { "\(tenant.id): \(reason)" }
}
