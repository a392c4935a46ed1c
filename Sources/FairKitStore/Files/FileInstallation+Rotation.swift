import Coordination
import Dispatch
package import FairKitCore
package import FairKitVault
import KeyRing
import Relational
import Synchronization

/// The master key is changed in steps, each of which is on the disk before the next one begins. The decision
/// `0022-many-tenants` lists the files after each step, and how the change continues from there.
extension FileInstallation {
    /// Writes a new master key, and records that it is about to be used. It blocks. See `MasterKeys.prepare`.
    package func prepareMasterKey(
        in file: String?, mayTake: Bool = false, keepingOld: Bool = false
    ) throws(KeyRotationError) -> NewMasterKey {
        try masterKeys.withLock(\.self).prepare(
            in: file, mayTake: mayTake, keepingOld: keepingOld, noting: held.directory)
    }

    /// The id of the present master key.
    package var masterKeyID: String { masterKeys.withLock(\.current.id) }

    /// Removes a new master key that will not be used. It blocks.
    package func abandon(_ new: NewMasterKey) { new.abandon(in: held.directory) }

    /// From now on every key is to be wrapped with the new master key; `endRotation` does it.
    package func beginRotation(to new: NewMasterKey) { masterKeys.withLock { $0.next = new } }

    /// Rewraps every key if a rotation has begun, and drops the old master key. If it fails, both master keys stay in
    /// use until it is repeated or the server restarts.
    /// - Parameter caused: makes the audit entry, from the new master key's id.
    /// - Returns: the file that keeps the old master key, either on request or because a tenant's key could not be read
    ///   and is wrapped with it in a backup; nil: none.
    @discardableResult
    package func endRotation(
        recordedAs caused: (_ id: String) -> AuditEntry
    ) async throws(KeyRotationError) -> String? {
        let keys = masterKeys.withLock(\.self)
        guard let next = keys.next else {
            // The recorded rotation was complete except for the note, or had wrapped nothing yet.
            do { try MasterKeyChange.forget(in: held.directory) } catch { throw .key(error) }
            return nil
        }
        let folders: [String]
        do {
            folders = try await control.read { (tx) throws(DatabaseError) in try tx.folders(erased: false) }
        } catch { throw .control(error) }
        let areAllRead: Bool
        let directory = held.directory
        do {
            areAllRead = try await onBlockingThread { () throws(KeyError) in
                try self.keyFiles.sync(flags: .barrier) {
                    Result { () throws(KeyError) in
                        let areAllRead = try directory.rewrap(folders, from: keys.current, to: next.key)
                        // The old key is dropped only once the new one opens the keys on the disk.
                        if areAllRead, try !directory.isAllWrapped(by: next.key, folders) {
                            throw KeyError.unwrapFailed(path: directory.controlKey)
                        }
                        try self.notifyStores(next.key)
                        return areAllRead
                    }
                }.get()
            }
        } catch { throw .key(error) }
        let entry = caused(next.key.id)
        do {
            try await control.write { (tx) throws(DatabaseError) in try tx.logUnrecorded(entry) }
        } catch { throw .control(error) }
        do {
            return try await onBlockingThread { () throws(KeyError) in
                let kept = try keys.put(next, keepingOld: !areAllRead || next.keepsOld) { new in
                    self.masterKeys.withLock { $0 = new }
                }
                try MasterKeyChange.forget(in: directory)
                return kept
            }
        } catch { throw .key(error) }
    }

    /// Tells the open stores what backups have to contain. Their keys are in memory, so even a damaged `key.json` does
    /// not matter.
    private func notifyStores(_ new: MasterKey) throws(KeyError) {
        for opened in stores.withLock({ Array($0.values) }) { try opened.logWrapping(by: new) }
    }
}

extension StoreInFile {
    /// Records how the tenant's key is wrapped from now on.
    fileprivate func logWrapping(by master: MasterKey) throws(KeyError) {
        let wrapped = try store.keys.file(tenant: file.folder, wrappedBy: master)
        file.keyFile.withLock { $0 = wrapped }
    }
}
