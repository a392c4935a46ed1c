import Dispatch
import DurableFiles
package import FairKitCore
import Glibc
package import KeyRing
import SQLCipher
import Synchronization

/// Why the master key was not changed. Nothing was lost: what was wrapped anew is opened as before.
package enum KeyRotationError: Error, Equatable, CustomStringConvertible {
    /// The master key was given, and no file was named for a new one.
    case noPlace
    /// What stands where the master key came from is another one.
    case replaced(path: String)
    case key(KeyError)
    case control(DatabaseError)

    package var description: String {
        switch self {
        case .noPlace:
            "The master key comes from the environment or as a credential, so FairKit can't put another in its place. "
                + "Name a file for the new one with --new-key-file, and give FairKit that from its next start on."
        case .replaced(let path):
            "\(path) no longer holds the master key that is used, so FairKit does not put another in its place. "
                + "Put the right one back, or name a file for the new one with --new-key-file."
        case .key(let error): error.description
        case .control(let error): "control.db can't be used: \(error)"
        }
    }
}

/// The master key is changed in steps, each of which is on the disk before the next one begins. What is where after each of them,
/// and what goes on from there, stands in the decision `0022-many-tenants`.
extension Installation {
    /// A new master key, in a file, before anything is wrapped with it.
    package struct NewMasterKey: Sendable {
        let key: MasterKey
        let file: String
        /// What the file becomes when everything is wrapped anew; nil: it stays.
        let place: String?
        /// Whether it was made for this change. Another may wrap tenants' keys already.
        let isFresh: Bool

        /// Where a new key waits that is to take the place of a file's.
        static func waiting(for file: String) -> String { file + ".new" }
    }

    /// Writes a new master key. It blocks.
    /// - Parameter file: a file that is not there yet; nil: beside the one that is used, whose place it takes later. One that waits
    ///   there, since a change was not ended, is taken.
    package func prepareMasterKey(in file: String?) throws(KeyRotationError) -> NewMasterKey {
        let keys = masterKeys.withLock(\.self)
        do throws(KeyError) {
            if let file {
                let key = try MasterKey.random()
                try key.write(to: file)
                return NewMasterKey(key: key, file: file, place: nil, isFresh: true)
            }
            if case .file(let used) = keys.place, try MasterKey(contentsOf: used).id == keys.current.id {
                // What can't be written over is not replaced: better to hear so now.
                _ = try mapping(KeyError.init) { () throws(FileError) in try ReplacedFile(used) }
                return try Installation.waitingKey(beside: used)
            }
        } catch { throw .key(error) }
        guard case .file(let used) = keys.place else { throw .noPlace }
        throw .replaced(path: used)
    }

    private static func waitingKey(beside used: String) throws(KeyError) -> NewMasterKey {
        let waiting = NewMasterKey.waiting(for: used)
        do throws(KeyError) {
            return NewMasterKey(key: try MasterKey(contentsOf: waiting), file: waiting, place: used, isFresh: false)
        } catch {
            guard case .masterKeyMissing = error else { throw error }
        }
        let key = try MasterKey.random()
        try key.write(wholeTo: waiting)
        return NewMasterKey(key: key, file: waiting, place: used, isFresh: true)
    }

    /// Takes a new master key away with which nothing is to be wrapped. One that was there before stays: it may wrap something. It
    /// blocks.
    package func abandon(_ new: NewMasterKey) {
        if new.isFresh { unsafe unlink(new.file) }
    }

    /// From now on everything is to be wrapped with another master key, which `endRotation` does.
    package func beginRotation(to new: NewMasterKey) { masterKeys.withLock { $0.next = new } }

    /// Wraps every key anew, if that was begun, and lets go of the old master key. If it fails, both open what is wrapped with them,
    /// until it is done again or the server starts anew.
    /// - Parameter caused: how it is recorded, about the new master key's id.
    /// - Returns: the file in which the old master key is kept, since a tenant's key could not be read, and stands wrapped with it
    ///   in a backup; nil: none.
    @discardableResult
    package func endRotation(
        recordedAs caused: (_ id: String) -> AuditEntry
    ) async throws(KeyRotationError) -> String? {
        let keys = masterKeys.withLock(\.self)
        guard let next = keys.next else { return nil }
        let folders: [String]
        do {
            folders = try await control.read { (tx) throws(DatabaseError) in try tx.folders(erased: false) }
        } catch { throw .control(error) }
        let areAllRead: Bool
        do {
            areAllRead = try await apart { () throws(KeyError) in
                try self.keyFiles.sync(flags: .barrier) {
                    Result { () throws(KeyError) in
                        let areAllRead = try self.rewrap(folders, from: keys.current, to: next.key)
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
                try self.put(next, inPlaceOf: keys, keepingOld: !areAllRead)
            }
        } catch { throw .key(error) }
    }

    /// - Returns: whether each key could be read. What the old master key does not open is not lost with it, and does not keep the
    ///   others; what can't be read just now does.
    private func rewrap(_ folders: [String], from old: MasterKey, to new: MasterKey) throws(KeyError) -> Bool {
        var areAllRead = true
        for folder in folders {
            do throws(KeyError) {
                try TenantKeys.rewrap(
                    DataDirectory.key(in: held.directory.tenant(folder)), tenant: folder, from: old, to: new)
            } catch {
                guard error.isOfFile else { throw error }
                areAllRead = false
            }
        }
        try TenantKeys.rewrap(held.directory.controlKey, tenant: DataDirectory.controlLabel, from: old, to: new)
        return areAllRead
    }

    /// What backups of the stores that are open get. Their keys are in memory, so not even a damaged `key.json` is in the way.
    private func tellStores(_ new: MasterKey) throws(KeyError) {
        for store in stores.withLock({ Array($0.values) }) { try store.noteWrapping(by: new) }
    }

    private func put(
        _ next: NewMasterKey, inPlaceOf keys: MasterKeys, keepingOld: Bool
    ) throws(KeyError) -> String? {
        guard let place = next.place else {
            // It is where it was told to be. What FairKit may replace later is that, not the file of the old one.
            let isFile = if case .file = keys.place { true } else { false }
            masterKeys.withLock { $0 = MasterKeys(next.key, from: isFile ? .file(next.file) : .given) }
            return nil
        }
        let new = MasterKeys(next.key, from: .file(place))
        // So it is after an attempt that failed once it was there.
        guard try MasterKey(contentsOf: place).id != next.key.id else {
            masterKeys.withLock { $0 = new }
            return nil
        }
        let kept = keepingOld ? MasterKeys.kept(keys.current.id, beside: place) : nil
        let replaced = try mapping(KeyError.init) { () throws(FileError) in
            if let kept { try DurableFile.addName(kept, to: place) }
            let replaced = try ReplacedFile(place)
            try DurableFile.move(next.file, to: place)
            return replaced
        }
        masterKeys.withLock { $0 = new }
        guard kept == nil else { return kept }
        do { try replaced.overwrite() } catch {
            throw .system(path: place, reason: "the key before could not be overwritten")
        }
        return nil
    }
}

extension Store {
    /// Notes how the tenant's key is wrapped from now on.
    fileprivate func noteWrapping(by master: MasterKey) throws(KeyError) {
        let file = try TenantKeys(key: key, audit: seal.key).file(tenant: folder, wrappedBy: master)
        keyFile.withLock { $0 = file }
    }
}
