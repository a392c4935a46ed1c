import Glibc
package import Relational

/// Why a database was not opened. Each message says what to do; none of these errors changed anything on disk.
package enum OpeningError: Error, Equatable, CustomStringConvertible {
    /// A raw key is 32 bytes of key and 16 of salt; SQLCipher would silently treat anything else as a passphrase.
    case keyLength(Int)
    /// There is no file.
    case missing(path: String)
    /// The file to create already exists.
    case exists(path: String)
    /// The file is not encrypted.
    case plaintext(path: String)
    /// The file is too short to be a database.
    case truncated(path: String, bytes: Int)
    /// The file was written with another key.
    case wrongKey(path: String)
    /// A later version of FairKit wrote the file.
    case newerSchema(path: String, found: Int, supported: Int)
    /// The library in this process is not the SQLCipher with which FairKit was tested; nil: not SQLCipher at all.
    case foreignCipher(version: String?)
    /// Another process uses the data directory.
    case directoryInUse(path: String, pid: Int32?)
    /// A migration failed; the file is still at the previous version.
    case migration(name: String, DatabaseError)
    /// A system call failed while opening.
    case system(path: String, errno: Int32, reason: String)
    /// SQLite failed while opening.
    case database(path: String, DatabaseError)

    /// Whether the disk had no room for what opening writes.
    package var isDiskFull: Bool {
        switch self {
        case .migration(_, let error), .database(_, let error): error.isDiskFull
        case .system(_, let errno, _): errno == ENOSPC || errno == EDQUOT
        case .keyLength, .missing, .exists, .plaintext, .truncated, .wrongKey, .newerSchema, .foreignCipher,
            .directoryInUse:
            false
        }
    }

    /// Whether pages of the file are damaged.
    package var isDamage: Bool {
        switch self {
        case .migration(_, let error), .database(_, let error): error.isDamage
        case .keyLength, .missing, .exists, .plaintext, .truncated, .wrongKey, .newerSchema, .foreignCipher,
            .directoryInUse,
            .system:
            false
        }
    }

    package var description: String {
        switch self {
        case .keyLength(let count):
            "The data key has \(count) bytes instead of 48. Restore key.json from the backup of this data directory."
        case .missing(let path):
            "There is no database at \(path). Restore it from a backup, or create a new data directory with fairkit init."
        case .exists(let path):
            "\(path) already exists, and nothing was changed. Choose another directory, or remove it first."
        case .plaintext(let path):
            "\(path) is not encrypted, so it is not a FairKit file, and it was not opened. Put the encrypted file back."
        case .truncated(let path, let bytes):
            "\(path) has only \(bytes) bytes, too few for a database. Restore it from a backup."
        case .wrongKey(let path):
            "The data key in key.json does not open \(path): the two belong to different stores, or its first page is damaged. "
                + "Put back the pair from the same data directory or backup."
        case .newerSchema(let path, let found, let supported):
            "\(path) has schema version \(found), but this FairKit only supports versions up to \(supported). "
                + "Run a newer FairKit, or restore a backup from before the upgrade."
        case .foreignCipher(let version):
            "The encryption library reports version \(version ?? "none") instead of \(Cipher.supportedVersion). "
                + "Install Debian 12's libsqlcipher0 and start again."
        case .directoryInUse(let path, let pid):
            "\(path) is in use by process \(pid.map(String.init) ?? "unknown"). Stop that FairKit first."
        case .migration(let name, let error) where !error.isDamage:
            "Migration \(name) failed (\(error)). The database was not changed; keep a copy and report this."
        case .system(let path, _, let reason):
            "\(path) can't be opened: \(reason). Check the path and its permissions."
        case .migration(let name, let error):
            "Migration \(name) could not be applied, and the database was not changed: \(error)."
        case .database(let path, let error):
            "\(path) can't be opened: \(error)."
        }
    }
}
