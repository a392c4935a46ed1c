package import FairKitCore
package import FairKitVault
package import KeyRing
import Relational
import SQLCipher
import Synchronization

extension FileInstallation {
    /// Opens a directory that contains a store. One from a version with a single tenant gets its `control.db` now, and
    /// an operation that a crash interrupted is completed.
    /// - Parameters:
    ///   - place: the source of the master key.
    ///   - damagedControlLog: the treatment of a log of `control.db` with damaged or missing acknowledged commits.
    ///   - masterKey: called once there is something to open.
    package static func open(
        _ directory: DataDirectory, at now: Timestamp, keyFrom location: MasterKeyLocation,
        damagedControlLog: Store.DamagedLog = .refused,
        masterKey: () throws(KeyError) -> MasterKey
    ) async throws(StoreError) -> FileInstallation {
        let held = try HeldDirectory(directory)
        let keys = try mapping(StoreError.key) { () throws(KeyError) in
            try MasterKeys(masterKey(), from: location, changingIn: directory)
        }
        if fileSize(directory.control) == nil { try makeControl(of: directory, at: now, keys) }
        let controlFile = try ControlFile.open(
            held, damagedLog: damagedControlLog,
            masterKey: mapping(StoreError.key) { () throws(KeyError) in
                try keys.fitting(directory.controlKey, of: DataDirectory.controlLabel)
            })
        let installation = FileInstallation(held: held, controlFile: controlFile, masterKeys: keys)
        do throws(StoreError) {
            try await installation.endWhatBegan(at: now)
        } catch {
            installation.control.close()
            throw error
        }
        return installation
    }

    /// An installation with one tenant loses nothing without `control.db`. With several, their names would be lost.
    private static func makeControl(
        of directory: DataDirectory, at now: Timestamp, _ keys: MasterKeys
    ) throws(StoreError) {
        guard try directory.tenantFolders() == [DataDirectory.defaultTenant] else {
            throw .controlMissing(path: directory.control)
        }
        // The key is verified before anything is created.
        let key = try mapping(StoreError.key) { () throws(KeyError) in
            try keys.fitting(DataDirectory.key(in: directory.tenant), of: DataDirectory.defaultTenant)
        }
        _ = try directory.key(ofTenant: DataDirectory.defaultTenant) { () throws(KeyError) in key }
        let first = Tenant(id: .new(at: now), name: .standard, state: .active, createdAt: now, dueAt: nil)
        try ControlFile.create(directory, first, masterKey: key)
    }

    /// Completes what a crash interrupted, erased tenants first. A failure does not stop the server: an erased tenant's
    /// key is never wrapped with the new master key, and until all others are, both master keys stay in use.
    private func endWhatBegan(at now: Timestamp) async throws(StoreError) {
        let erased: [String]
        do {
            erased = try await control.read { (tx) throws(DatabaseError) in try tx.folders(erased: true) }
        } catch { throw .opening(.database(path: held.directory.control, error)) }
        let erasures = finishErasures(folders: erased)
        let outcome: RotationAtOpening
        do {
            let kept = try await endRotation { id in
                AuditEntry(
                    at: now, actor: .server, action: .masterKeyChanged, object: id, profileID: nil, requestID: "start")
            }
            outcome = .ended(oldKey: kept)
        } catch { outcome = .unended(error) }
        atOpening.withLock { $0 = (outcome, erasures) }
    }
}
