import Coordination
package import FairKitCore
package import FairKitVault
import KeyRing
import Relational
import Synchronization

/// All wrapped keys are rows of one table, so one transaction changes the master key. The new key's file exists before it,
/// and replaces the old one after it. See decision 0115.
extension DatabaseInstallation {
    package var masterKeyID: String { masterKeys.withLock(\.current.id) }

    package func prepareMasterKey(
        in file: String?, mayTake: Bool, keepingOld: Bool
    ) throws(KeyRotationError) -> NewMasterKey {
        let others: [String]
        do throws(DatabaseError) { others = try otherServers } catch { throw .control(error) }
        guard others.isEmpty else { throw .otherServers(others) }
        return try masterKeys.withLock(\.self).prepare(
            in: file, mayTake: mayTake, keepingOld: keepingOld, noting: server.directory)
    }

    /// The machines of the other servers that serve now. After a change of the master key they could open no tenant any more.
    var otherServers: [String] {
        get throws(DatabaseError) {
            let id = servingAs?.id
            return try control.engine.readBlocking { (tx) throws(DatabaseError) in
                try tx.serversSeen().filter { $0.id != id }.map(\.name)
            }
        }
    }

    package func abandon(_ new: NewMasterKey) { new.abandon(in: server.directory) }

    package func beginRotation(to new: NewMasterKey) { masterKeys.withLock { $0.next = new } }

    @discardableResult
    package func endRotation(
        recordedAs caused: (_ id: String) -> AuditEntry
    ) async throws(KeyRotationError) -> String? {
        let masters = masterKeys.withLock(\.self)
        if let next = masters.next {
            let entry = caused(next.key.id)
            let outcome: Result<Bool, KeyError>
            do {
                outcome = try await control.write { (tx) throws(DatabaseError) in
                    try tx.rewrap(from: masters, to: next.key, recordedAs: entry)
                }
            } catch { throw .control(error) }
            let areAllRead: Bool
            do { areAllRead = try outcome.get() } catch { throw .key(error) }
            do {
                return try await onBlockingThread { () throws(KeyError) in
                    let kept = try masters.put(next, keepingOld: !areAllRead || next.keepsOld) { new in
                        self.masterKeys.withLock { $0 = new }
                    }
                    try MasterKeyChange.forget(in: self.server.directory)
                    return kept
                }
            } catch { throw .key(error) }
        }
        do { try MasterKeyChange.forget(in: server.directory) } catch { throw .key(error) }
        return nil
    }
}

extension MasterKey {
    /// By it a server with another master key is refused, before it reads anything.
    var installationDigest: [UInt8] {
        get throws(KeyError) { try mac(of: Array("fairkit/installation/v1".utf8)) }
    }
}

extension WriteTransaction {
    /// Wraps all keys with another master key. Keys that neither opens are skipped: losing the old one does not affect them.
    /// - Returns: whether each key could be read.
    fileprivate func rewrap(
        from masters: MasterKeys, to new: MasterKey, recordedAs entry: AuditEntry
    ) throws(DatabaseError) -> Result<Bool, KeyError> {
        let wrapped = try wrappedKeys()
        let rewrapped: [(label: String, keys: [UInt8])]
        let digest: [UInt8]
        do throws(KeyError) {
            rewrapped = try masters.rewrapping(wrapped, by: new)
            digest = try new.installationDigest
        } catch { return .failure(error) }
        for (label, keys) in rewrapped { try replaceWrappedKeys(wrappedKeys: keys, of: label) }
        try replaceMasterKeyDigest(masterKeyDigest: digest)
        try logUnrecorded(entry)
        return .success(rewrapped.count == wrapped.count)
    }
}

extension MasterKeys {
    /// The keys that can be read, wrapped by another master key.
    fileprivate func rewrapping(
        _ wrapped: [(label: String, keys: [UInt8])], by new: MasterKey
    ) throws(KeyError) -> [(label: String, keys: [UInt8])] {
        var rewrapped: [(label: String, keys: [UInt8])] = []
        for (label, keys) in wrapped {
            do throws(KeyError) {
                let opened = try unwrapping(keys, of: label)
                rewrapped.append((label, try opened.file(tenant: label, wrappedBy: new)))
            } catch { guard error.isOfFile else { throw error } }
        }
        return rewrapped
    }
}
