package import FairKitCore
package import FairKitStore

/// The operations of operators on all tenants: `OpenTenants` in FairKitRuntime. See decision 0150.
package protocol TenantOperations: Sendable {
    /// Opens a tenant if it is closed, and keeps it open as long as `keeper` lives.
    func keepOpen(
        _ name: TenantName
    ) async throws(TenantFailure) -> (tenant: Tenant, tenancy: Tenancy, keeper: any Sendable)
    var openStores: [(tenant: Tenant, store: Store)] { get async }
    func list() async throws(DatabaseError) -> [Tenant]
    func unfinishedErasures() async throws(DatabaseError) -> Set<TenantID>
    func create(_ name: TenantName, by caller: Caller) async throws(TenantChangeFailure) -> Tenant
    func rename(_ name: TenantName, to new: TenantName, by caller: Caller) async throws(TenantChangeFailure) -> Tenant
    func set(_ name: TenantName, suspended: Bool, by caller: Caller) async throws(TenantChangeFailure) -> Tenant
    func erase(
        _ name: TenantName, newKeyIn file: String?, by caller: Caller
    ) async throws(TenantChangeFailure) -> ErasedTenant
    func export(
        _ name: TenantName, to path: String, keyFile: String, _ how: ExportedWhile, by caller: Caller
    ) async throws(TenantMoveFailure) -> ExportedTenant
    func importTenant(
        from path: String, keyFile: String, as name: TenantName?, by caller: Caller
    ) async throws(TenantMoveFailure) -> ImportedTenant
    func backUp(to path: String, by caller: Caller) async throws(TenantBackupFailure) -> Backup
    func rotateMasterKey(
        newKeyIn file: String?, keepingOld: Bool, by caller: Caller
    ) async throws(TenantChangeFailure) -> RotatedMasterKey
    func confirmClock(by caller: Caller) async throws(Refusal<Never>) -> Duration
    func recordChanges() async
    var warnings: [String] { get }
    func checkControl() async throws(DatabaseError) -> CheckFinding?
}

/// The proof, and where the old master key is kept, because another tenant's key could not be read; nil: it is deleted.
package typealias ErasedTenant = (proof: ErasureProof, oldKey: String?)

package typealias ImportedTenant = (tenant: Tenant, counts: RowCounts)

/// The ids of the old key, which older backups name, and of the new one, and where the old one is kept; nil: it is deleted.
package typealias RotatedMasterKey = (from: String, to: String, oldKey: String?)

/// How a tenant that is active is exported.
package enum ExportedWhile: Sendable {
    /// It has to be suspended.
    case suspended
    /// It is suspended first.
    case suspending
    /// It stays active: the archive is a copy of one moment.
    case active
}
