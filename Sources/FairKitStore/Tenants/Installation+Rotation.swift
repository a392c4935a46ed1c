import Coordination
import Dispatch
package import FairKitCore
package import FairKitVault
import KeyRing
import SQLCipher
import Synchronization

/// The master key is changed in steps, each of which is on the disk before the next one begins. What is where after each of them,
/// and what goes on from there, stands in the decision `0022-many-tenants`.
extension Installation {
    /// Writes a new master key, and notes that it is to be used. It blocks. See `MasterKeys.prepare`.
    package func prepareMasterKey(
        in file: String?, mayTake: Bool = false, keepingOld: Bool = false
    ) throws(KeyRotationError) -> NewMasterKey {
        try masterKeys.withLock(\.self).prepare(
            in: file, mayTake: mayTake, keepingOld: keepingOld, noting: held.directory)
    }

    /// The id of the master key that is used.
    package var masterKeyID: String { masterKeys.withLock(\.current.id) }

    /// Takes a new master key away with which nothing is to be wrapped. It blocks.
    package func abandon(_ new: NewMasterKey) { new.abandon(in: held.directory) }

    /// From now on everything is to be wrapped with another master key, which `endRotation` does.
    package func beginRotation(to new: NewMasterKey) { masterKeys.withLock { $0.next = new } }

    /// Rewraps every key, if that was begun, and lets go of the old master key. If it fails, both open what is wrapped with them,
    /// until it is done again or the server restarts.
    /// - Parameter caused: how it is recorded, about the new master key's id.
    /// - Returns: the file in which the old master key is kept, since it is to be, or since a tenant's key could not be read, and stands
    ///   wrapped with it in a backup; nil: none.
    @discardableResult
    package func endRotation(
        recordedAs caused: (_ id: String) -> AuditEntry
    ) async throws(KeyRotationError) -> String? {
        let keys = masterKeys.withLock(\.self)
        guard let next = keys.next else {
            // What is noted was ended but for this, or nothing was wrapped yet.
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
            areAllRead = try await apart { () throws(KeyError) in
                try self.keyFiles.sync(flags: .barrier) {
                    Result { () throws(KeyError) in
                        let areAllRead = try directory.rewrap(folders, from: keys.current, to: next.key)
                        // The old one is let go only once the new one opens what is on the disk.
                        if areAllRead, try !directory.isAllWrapped(by: next.key, folders) {
                            throw KeyError.unwrapFailed(path: directory.controlKey)
                        }
                        try self.tellStores(next.key)
                        return areAllRead
                    }
                }.get()
            }
        } catch { throw .key(error) }
        let entry = caused(next.key.id)
        do {
            try await control.write { (tx) throws(DatabaseError) in try tx.noteUnrecorded(entry) }
        } catch { throw .control(error) }
        do {
            return try await apart { () throws(KeyError) in
                let kept = try keys.put(next, keepingOld: !areAllRead || next.keepsOld) { new in
                    self.masterKeys.withLock { $0 = new }
                }
                try MasterKeyChange.forget(in: directory)
                return kept
            }
        } catch { throw .key(error) }
    }

    /// What backups of the stores that are open get. Their keys are in memory, so not even a damaged `key.json` is in the way.
    private func tellStores(_ new: MasterKey) throws(KeyError) {
        for store in stores.withLock({ Array($0.values) }) { try store.noteWrapping(by: new) }
    }
}

extension Store {
    /// Notes how the tenant's key is wrapped from now on.
    fileprivate func noteWrapping(by master: MasterKey) throws(KeyError) {
        let file = try keys.file(tenant: folder, wrappedBy: master)
        keyFile.withLock { $0 = file }
    }
}
