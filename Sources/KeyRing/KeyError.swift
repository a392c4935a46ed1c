/// Why a key could not be created, read or used. Messages name files and key ids, never a key.
package enum KeyError: Error, Equatable, CustomStringConvertible {
    /// There is no master key file.
    case masterKeyMissing(path: String)
    /// A master key is 64 hexadecimal digits.
    case masterKeyMalformed(source: String)
    /// Other users can read the master key file.
    case masterKeyExposed(path: String, mode: UInt32)
    /// The master key file belongs to another user, who can change it.
    case masterKeyForeign(path: String)
    /// The file for a new key already exists.
    case exists(path: String)
    /// The tenant's `key.json` is missing.
    case tenantKeyMissing(path: String)
    /// `key.json` is malformed.
    case tenantKeyMalformed(path: String)
    /// The tenant's key was wrapped by another master key.
    case otherMasterKey(path: String, needed: String, given: String)
    /// A master key rotation was interrupted, and the new key is missing from its file.
    case newMasterKeyMissing(path: String, from: String, to: String)
    /// A master key rotation was interrupted, and only the new key was given.
    case oldMasterKeyNeeded(path: String, from: String, to: String)
    /// The wrapped key does not authenticate: it was altered, or belongs to another tenant.
    case unwrapFailed(path: String)
    /// `key.json` has no audit secret, though the store's audit log was sealed with one.
    case auditKeyMissing(path: String)
    /// OpenSSL refused an operation that can't fail with valid arguments.
    case cryptography(operation: String)
    /// A system call failed.
    case system(path: String, reason: String)

    package var description: String {
        switch self {
        case .masterKeyMissing(let path):
            "There is no master key at \(path). Name its file with --key-file, or restore it: without it no data can be read."
        case .masterKeyMalformed(let source):
            "\(source) does not contain a master key, which has 64 hexadecimal digits. Restore it from its backup."
        case .masterKeyExposed(let path, let mode):
            "\(path) can be read by other users (mode 0\(String(mode, radix: 8))). Run: chmod 600 \(path)"
        case .masterKeyForeign(let path):
            "\(path) belongs to another user, who could replace the key. Run as its owner, or use chown to give it to the user that runs FairKit."
        case .exists(let path):
            "\(path) already exists, and FairKit never overwrites a key. Name another file, or move this one away."
        case .tenantKeyMissing(let path):
            "There is no wrapped tenant key at \(path). Restore key.json from the backup of this data directory."
        case .tenantKeyMalformed(let path):
            "\(path) is not a FairKit key file. Restore it from the backup of this data directory."
        case .otherMasterKey(let path, let needed, let given):
            "\(path) needs master key \(needed), but the given one is \(given). Name the right file with --key-file."
        case .newMasterKeyMissing(let path, let from, let to):
            "The change of the master key from \(from) to \(to) is not complete. Some keys already need the new one, which is missing from \(path). Put it back there, and give the old one (\(from)) with --key-file once more: the change is then completed."
        case .oldMasterKeyNeeded(let path, let from, let to):
            "The change of the master key from \(from) to \(to) is not complete, and some keys still need the old one. Give the old one with --key-file once more, for any command: the change is then completed. The new one is in \(path)."
        case .unwrapFailed(let path):
            "\(path) was altered or belongs to another tenant. Restore it from the backup of this data directory."
        case .auditKeyMissing(let path):
            "\(path) is older than the store beside it: it lacks the secret that seals the audit log. Restore the newer one from a backup of this data directory."
        case .cryptography(let operation):
            "OpenSSL failed at \(operation). Check that libssl3 is installed and its providers load."
        case .system(let path, let reason):
            "\(path) can't be used: \(reason). Check the path and its permissions; if a backup lacks the file, use a complete copy or an older backup."
        }
    }

    /// Whether the content of the tenant's key file is at fault, so that retrying does not help.
    package var isOfFile: Bool {
        switch self {
        case .tenantKeyMissing, .tenantKeyMalformed, .otherMasterKey, .unwrapFailed, .auditKeyMissing: true
        case .masterKeyMissing, .masterKeyMalformed, .masterKeyExposed, .masterKeyForeign, .newMasterKeyMissing,
            .oldMasterKeyNeeded, .exists, .cryptography, .system:
            false
        }
    }
}
