/// Why a key could not be made, read or used. The sentences name files and key ids, never a key.
package enum KeyError: Error, Equatable, CustomStringConvertible {
    /// There is no master key file.
    case masterKeyMissing(path: String)
    /// A master key is 64 hexadecimal digits.
    case masterKeyMalformed(source: String)
    /// Others can read the master key file.
    case masterKeyExposed(path: String, mode: UInt32)
    /// The master key file belongs to another user, who can change it.
    case masterKeyForeign(path: String)
    /// A file stands where a new key was to be written.
    case exists(path: String)
    /// The tenant's `key.json` is gone.
    case tenantKeyMissing(path: String)
    /// `key.json` is not what FairKit writes.
    case tenantKeyMalformed(path: String)
    /// The tenant's key was wrapped by another master key.
    case otherMasterKey(path: String, needed: String, given: String)
    /// A change of the master key was interrupted, and the new one is not where it was.
    case newMasterKeyMissing(path: String, from: String, to: String)
    /// A change of the master key was interrupted, and the new one was given before it is ended.
    case oldMasterKeyNeeded(path: String, from: String, to: String)
    /// The wrapped key does not authenticate: it was altered, or belongs to another tenant.
    case unwrapFailed(path: String)
    /// `key.json` holds no secret for the audit, though the store's audit has been sealed with one.
    case auditKeyMissing(path: String)
    /// OpenSSL refused an operation that can't fail with valid arguments.
    case cryptography(operation: String)
    /// A system call failed.
    case system(path: String, reason: String)

    package var description: String {
        switch self {
        case .masterKeyMissing(let path):
            "The master key is not at \(path). Name its file with --key-file, or restore it: without it no data can be read."
        case .masterKeyMalformed(let source):
            "\(source) holds no master key: 64 hexadecimal digits are expected. Restore it from its backup."
        case .masterKeyExposed(let path, let mode):
            "\(path) can be read by others (mode 0\(String(mode, radix: 8))). Run: chmod 600 \(path)"
        case .masterKeyForeign(let path):
            "\(path) belongs to another user, who can put another key there. Run as its owner, or give it to the user that runs FairKit with chown."
        case .exists(let path):
            "\(path) is there already, and a key is never overwritten. Name another file, or move this one away."
        case .tenantKeyMissing(let path):
            "The tenant's wrapped key is not at \(path). Restore key.json from the backup of this data directory."
        case .tenantKeyMalformed(let path):
            "\(path) is not a FairKit key file. Restore it from the backup of this data directory."
        case .otherMasterKey(let path, let needed, let given):
            "\(path) needs master key \(needed), but the one given is \(given). Name the right file with --key-file."
        case .newMasterKeyMissing(let path, let from, let to):
            "The master key was being changed from \(from) to \(to), and some keys need the new one already, which is not in \(path). Put it there again, and give the old one (\(from)) with --key-file once more: the change then ends by itself."
        case .oldMasterKeyNeeded(let path, let from, let to):
            "The master key was being changed from \(from) to \(to), and some keys still need the old one. Give the old one with --key-file once more, for any command: the change then ends by itself. The new one is in \(path)."
        case .unwrapFailed(let path):
            "\(path) was altered or belongs to another tenant. Restore it from the backup of this data directory."
        case .auditKeyMissing(let path):
            "\(path) is older than the store beside it: it lacks the secret that seals the audit. Put the newer one back from a backup of this data directory."
        case .cryptography(let operation):
            "OpenSSL failed at \(operation). Check that libssl3 is installed and its providers load."
        case .system(let path, let reason):
            "\(path) can't be used: \(reason)."
        }
    }

    /// Whether it is what the file of a tenant's key holds that is not right, so that trying again does not help.
    package var isOfFile: Bool {
        switch self {
        case .tenantKeyMissing, .tenantKeyMalformed, .otherMasterKey, .unwrapFailed, .auditKeyMissing: true
        case .masterKeyMissing, .masterKeyMalformed, .masterKeyExposed, .masterKeyForeign, .newMasterKeyMissing,
            .oldMasterKeyNeeded, .exists, .cryptography, .system:
            false
        }
    }
}
