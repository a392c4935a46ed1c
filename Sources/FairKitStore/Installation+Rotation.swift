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
    /// - Parameter file: a file that is not there yet; nil: beside the one that is used, whose place it takes later.
    package func prepareMasterKey(in file: String?) throws(KeyRotationError) -> NewMasterKey {
        let (path, place): (String, String?)
        switch (file, masterKeyPlace) {
        case (let file?, _): (path, place) = (file, nil)
        case (nil, .file(let current)): (path, place) = (NewMasterKey.waiting(for: current), current)
        case (nil, .given): throw .noPlace
        }
        do {
            let key = try MasterKey.random()
            try key.write(to: path)
            return NewMasterKey(key: key, file: path, place: place)
        } catch { throw .key(error) }
    }

    /// Wraps every key anew, and lets go of the old master key.
    /// - Parameter open: the stores that are open, whose backups get the new wrapping.
    package func rotate(to new: NewMasterKey, open: [Store]) async throws(KeyRotationError) {
        let folders: [String]
        do {
            folders = try await control.read { (tx) throws(DatabaseError) in try tx.folders(erased: false) }
        } catch { throw .control(error) }
        do {
            try Installation.rewrap(
                held.directory, folders: folders, from: masterKey.withLock { $0 }, to: new.key)
            if let place = new.place { try moveFile(new.file, to: place) }
        } catch { throw .key(error) }
        masterKey.withLock { $0 = new.key }
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
        try rewrap(directory, folders: wrapped(in: directory), from: key, to: new)
        try moveFile(waiting, to: file)
        return new
    }

    /// The folders that hold a key.
    private static func wrapped(in directory: DataDirectory) -> [String] {
        ((try? folders(of: directory)) ?? []).filter {
            unsafe access(DataDirectory.key(in: directory.tenant($0)), F_OK) == 0
        }
    }

    private static func rewrap(
        _ directory: DataDirectory, folders: [String], from old: MasterKey, to new: MasterKey
    ) throws(KeyError) {
        for folder in folders {
            try TenantKeys.rewrap(DataDirectory.key(in: directory.tenant(folder)), tenant: folder, from: old, to: new)
        }
        // The last, so that whoever opens it knows that all others are done.
        try TenantKeys.rewrap(directory.controlKey, tenant: DataDirectory.controlLabel, from: old, to: new)
    }
}

extension Store {
    /// Notes how the tenant's key is wrapped now.
    func readKeyFile() {
        guard let bytes = try? wholeFile(DataDirectory.key(in: held.directory.tenant(folder))) else { return }
        keyFile.withLock { $0 = bytes }
    }
}
