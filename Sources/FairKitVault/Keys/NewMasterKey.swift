import Glibc
package import KeyRing
package import Relational

/// Why the master key was not changed. Nothing was lost: rewrapped keys still open.
package enum KeyRotationError: Error, Equatable, CustomStringConvertible {
    /// The master key was given by value, and no file was named for a new one.
    case noLocation
    /// The source of the master key now contains another one.
    case replaced(path: String)
    /// The file for the new key contains the present one.
    case same(path: String)
    /// Other servers have the present master key. Their machines' names.
    case otherServers([String])
    case key(KeyError)
    case control(DatabaseError)

    package var description: String {
        switch self {
        case .noLocation:
            "The master key comes from the environment or a credential, so FairKit can't replace it there. "
                + "Name a file for the new one with --new-key-file, and give FairKit the new key from its next start on."
        case .replaced(let path):
            "\(path) no longer contains the present master key, so FairKit does not replace it. "
                + "Put the right one back, or name a file for the new one with --new-key-file."
        case .same(let path):
            "\(path) contains the present master key. Name a file that does not exist yet, or one with another key."
        case .otherServers(let names):
            "The master key stays: other servers of this database run with it, on \(names.joined(separator: ", ")). "
                + "Stop them, wait ten seconds, repeat this, and give them the new key before they start again."
        case .key(let error): error.description
        case .control(let error): "The list of tenants can't be used: \(error)"
        }
    }
}

/// A new master key, in a file, before any key is wrapped with it.
package struct NewMasterKey: Sendable {
    /// The key.
    package let key: MasterKey
    /// Its file.
    package let file: String
    /// The key file that it replaces once everything is rewrapped; nil: it stays in its file.
    package let location: String?
    /// Whether it was created for this rotation. Otherwise it may wrap tenants' keys already.
    package let isFresh: Bool
    /// Whether the old one is kept in a file of its own, for earlier backups.
    package var keepsOld = false

    /// Names the key without revealing it.
    package var id: String { key.id }

    /// Where a new key waits until it replaces a key file.
    package static func waiting(for file: String) -> String { file + ".new" }

    /// Removes it, since no key will be wrapped with it. One that existed before stays: it may wrap keys. It blocks.
    package func abandon(in directory: DataDirectory) {
        if isFresh { unsafe unlink(file) }
        // The note of a rotation that wrapped nothing does no harm: the next opening removes it.
        try? MasterKeyChange.forget(in: directory)
    }

    /// The master key in a file; nil if the file does not exist.
    static func found(in file: String) throws(KeyError) -> MasterKey? {
        do throws(KeyError) { return try MasterKey(contentsOf: file) } catch {
            guard case .masterKeyMissing = error else { throw error }
            return nil
        }
    }
}
