import Glibc
package import KeyRing
package import SQLCipher

/// Why the master key was not changed. Nothing was lost: what was rewrapped is opened as before.
package enum KeyRotationError: Error, Equatable, CustomStringConvertible {
    /// The master key was given, and no file was named for a new one.
    case noPlace
    /// What stands where the master key came from is another one.
    case replaced(path: String)
    /// The file for the new one holds the one that is used.
    case same(path: String)
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
        case .same(let path):
            "\(path) holds the master key that is used already. Name a file that is not there yet, or one with another key."
        case .key(let error): error.description
        case .control(let error): "control.db can't be used: \(error)"
        }
    }
}

/// A new master key, in a file, before anything is wrapped with it.
package struct NewMasterKey: Sendable {
    /// The key.
    package let key: MasterKey
    /// Where it is.
    package let file: String
    /// What the file becomes when everything is rewrapped; nil: it stays.
    package let place: String?
    /// Whether it was made for this change. Another may wrap tenants' keys already.
    package let isFresh: Bool
    /// Whether the old one is kept in a file of its own, for backups of before.
    package var keepsOld = false

    /// Names the key without revealing it.
    package var id: String { key.id }

    /// Where a new key waits that is to take the place of a file's.
    package static func waiting(for file: String) -> String { file + ".new" }

    /// Takes it away, since nothing is to be wrapped with it. One that was there before stays: it may wrap something. It blocks.
    package func abandon(in directory: DataDirectory) {
        if isFresh { unsafe unlink(file) }
        // A note of a change with which nothing was wrapped does no harm: the next opening forgets it.
        try? MasterKeyChange.forget(in: directory)
    }

    /// The one that a file holds; nil if it is not there.
    static func found(in file: String) throws(KeyError) -> MasterKey? {
        do throws(KeyError) { return try MasterKey(contentsOf: file) } catch {
            guard case .masterKeyMissing = error else { throw error }
            return nil
        }
    }
}
