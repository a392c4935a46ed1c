import Glibc
package import KeyRing
import SQLCipher
import Synchronization

/// Where the master key comes from, and so where a new one goes.
package enum MasterKeyPlace: Sendable {
    case file(String)
    /// From the environment, or as a credential: only who gave it can give another.
    case given
}

/// Why the master key was not changed. Nothing was lost: what was wrapped anew is opened as before.
package enum KeyRotationError: Error, Equatable, CustomStringConvertible {
    /// The master key was given, and no file was named for a new one.
    case noPlace
    case key(KeyError)
    case control(DatabaseError)

    package var description: String {
        switch self {
        case .noPlace:
            "The master key comes from the environment or as a credential, so FairKit can't put another in its place. "
                + "Name a file for the new one with --new-key-file, and give FairKit that from its next start on."
        case .key(let error): error.description
        case .control(let error): "control.db could not be read: \(error)"
        }
    }
}

extension Installation {
    /// A new master key, in a file, before anything is wrapped with it.
    package struct NewMasterKey: Sendable {
        let key: MasterKey
        let file: String
        /// What the file becomes when everything is wrapped anew; nil: it stays.
        let place: String?

        /// Where a new key waits that is to take the place of a file's.
        static func waiting(for file: String) -> String { file + ".new" }
    }

    /// Writes a new master key. It blocks.
    /// - Parameter file: a file that is not there yet; nil: beside the one that is used, whose place it takes later. One that waits
    ///   there, since a change was not ended, is taken.
    package func prepareMasterKey(in file: String?) throws(KeyRotationError) -> NewMasterKey {
        do {
            switch (file, masterKeyPlace) {
            case (let file?, _):
                let key = try MasterKey.random()
                try key.write(to: file)
                return NewMasterKey(key: key, file: file, place: nil)
            case (nil, .file(let current)):
                let waiting = NewMasterKey.waiting(for: current)
                if fileSize(waiting) == nil { try MasterKey.random().write(wholeTo: waiting) }
                return NewMasterKey(key: try MasterKey(contentsOf: waiting), file: waiting, place: current)
            case (nil, .given): break
            }
        } catch { throw .key(error) }
        throw .noPlace
    }

    /// Takes a new master key away with which nothing was wrapped. It blocks.
    package func abandon(_ new: NewMasterKey) { try? overwriteAndRemove(new.file) }

    /// Wraps every key anew, and lets go of the old master key. If it fails, both open what is wrapped with them, until it is done again
    /// or the server starts anew.
    /// - Parameter open: the stores that are open, whose backups get the new wrapping.
    package func rotate(to new: NewMasterKey, open: [Store]) async throws(KeyRotationError) {
        let folders: [String]
        do {
            folders = try await control.read { (tx) throws(DatabaseError) in try tx.folders(erased: false) }
        } catch { throw .control(error) }
        let old = masterKeys.withLock { keys in
            keys.next = new.key
            return keys.current
        }
        do {
            try Installation.rewrap(held.directory, folders: folders, from: old, to: new.key)
            if let place = new.place { try moveFile(new.file, overwriting: place) }
        } catch { throw .key(error) }
        masterKeys.withLock { $0 = (new.key, nil) }
        for store in open { store.readKeyFile() }
    }

    /// Ends a change of the master key that a crash interrupted.
    /// - Returns: the key that everything is wrapped with now.
    static func finishRotation(
        _ directory: DataDirectory, from key: MasterKey, in place: MasterKeyPlace
    ) throws(KeyError) -> MasterKey {
        guard case .file(let file) = place else { return key }
        let waiting = NewMasterKey.waiting(for: file)
        guard unsafe access(waiting, F_OK) == 0 else { return key }
        let new = try MasterKey(contentsOf: waiting)
        try rewrap(directory, folders: (try? folders(of: directory)) ?? [], from: key, to: new)
        try moveFile(waiting, overwriting: file)
        return new
    }

    private static func rewrap(
        _ directory: DataDirectory, folders: [String], from old: MasterKey, to new: MasterKey
    ) throws(KeyError) {
        for folder in folders {
            do throws(KeyError) {
                try TenantKeys.rewrap(
                    DataDirectory.key(in: directory.tenant(folder)), tenant: folder, from: old, to: new)
            } catch {
                // What the old key does not open is not lost with it, and does not keep the others.
                guard error.isOfFile else { throw error }
            }
        }
        // The last, so that whoever opens it knows that all others are done.
        try TenantKeys.rewrap(directory.controlKey, tenant: DataDirectory.controlLabel, from: old, to: new)
    }
}

extension KeyError {
    /// Whether it is the key's file that is not right, so that trying again does not help.
    fileprivate var isOfFile: Bool {
        switch self {
        case .tenantKeyMissing, .tenantKeyMalformed, .otherMasterKey, .unwrapFailed, .auditKeyMissing: true
        case .masterKeyMissing, .masterKeyMalformed, .masterKeyExposed, .exists, .cryptography, .system: false
        }
    }
}

extension Store {
    /// Notes how the tenant's key is wrapped now.
    func readKeyFile() {
        guard let bytes = try? wholeFile(DataDirectory.key(in: held.directory.tenant(folder))) else { return }
        keyFile.withLock { $0 = bytes }
    }
}
