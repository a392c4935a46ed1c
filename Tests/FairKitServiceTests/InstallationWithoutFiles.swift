import FairKitCore
import FairKitStore
import FairKitVault
import KeyRing
import Relational

/// An installation that has no files for its users: everything else it passes on to one that has.
final class InstallationWithoutFiles: Installation {
    static let reason = WithoutFiles("The database server backs this store up: see its manual.")

    private let base: FileInstallation

    init(_ base: FileInstallation) { self.base = base }

    func files(for work: WorkOnFiles) throws(WithoutFiles) -> FileInstallation {
        throw InstallationWithoutFiles.reason
    }

    var directory: DataDirectory { base.directory }
    var control: Control { base.control }
    var servingAs: ServerRecord? { nil }
    func follow(othersAreThere: Bool) {}
    var warnings: [String] { base.warnings }
    var isDiskFull: Bool { base.isDiskFull }
    func storageUse() async -> StorageUse { await base.storageUse() }

    func open(folder: String, observer: DatabaseObserver) throws(StoreError) -> Store {
        try base.open(folder: folder, observer: observer)
    }

    func close(_ store: Store) { base.close(store) }

    func newFolder(for tenant: Tenant) -> String { base.newFolder(for: tenant) }

    func make(folder: String) throws(StoreError) { try base.make(folder: folder) }

    func remove(folder: String) { base.remove(folder: folder) }

    func isThere(folder: String) -> Bool { base.isThere(folder: folder) }

    func destroyKey(folder: String) throws(StoreError) { try base.destroyKey(folder: folder) }

    func removeErased(folder: String, others: [String]) throws(StoreError) -> ErasureProof {
        try base.removeErased(folder: folder, others: others)
    }

    var masterKeyID: String { base.masterKeyID }

    func prepareMasterKey(
        in file: String?, mayTake: Bool, keepingOld: Bool
    ) throws(KeyRotationError) -> NewMasterKey {
        try base.prepareMasterKey(in: file, mayTake: mayTake, keepingOld: keepingOld)
    }

    func abandon(_ new: NewMasterKey) { base.abandon(new) }

    func beginRotation(to new: NewMasterKey) { base.beginRotation(to: new) }

    func endRotation(recordedAs caused: (String) -> AuditEntry) async throws(KeyRotationError) -> String? {
        try await base.endRotation(recordedAs: caused)
    }

    func receive(
        _ path: String, key: MasterKey, folder: String, recordedAs entry: AuditEntry
    ) async throws(ArchiveError) -> ReceivedTenant {
        try await base.receive(path, key: key, folder: folder, recordedAs: entry)
    }

    func abandonReceived() async { await base.abandonReceived() }

    func admit(folder: String) throws(StoreError) { try base.admit(folder: folder) }

    func admitInsteadOf(_ first: Tenant) throws(StoreError) { try base.admitInsteadOf(first) }

    var rotationAtOpening: RotationAtOpening { base.rotationAtOpening }
    var erasuresUnended: [UnendedErasure] { base.erasuresUnended }

    func close() { base.close() }

    func closeAtOnce() { base.closeAtOnce() }
}
