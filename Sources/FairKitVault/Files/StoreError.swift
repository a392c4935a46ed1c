package import FairKitCore
import Glibc
package import KeyRing
package import Relational
package import SQLCipher

/// Why a store could not be created or opened. Every message says what to do.
package enum StoreError: Error, Equatable, CustomStringConvertible {
    /// There is no store in the directory.
    case noStore(path: String)
    /// There is a store already, and nothing was changed.
    case storeExists(path: String)
    /// The directory contains other files, and nothing was changed.
    case foreignFiles(path: String, name: String)
    /// There are tenants, but the list of their names is missing.
    case controlMissing(path: String)
    /// A tenant that is being erased can still be decrypted.
    case stillOpens(path: String)
    case key(KeyError)
    case opening(OpeningError)
    /// A read or a write of a schema failed.
    case database(schema: String, DatabaseError)
    /// A database server, or a schema in it, can't be used; the reason says what to do.
    case server(reason: String)
    /// Acknowledged commits in the write-ahead log are damaged or missing, and SQLite would silently drop them.
    case damagedLog(path: String, PageFinding)
    /// Pages of the list of tenants are damaged.
    case damagedFile(path: String, PageFinding)
    /// No commit in the write-ahead log has to be discarded.
    case soundLog(path: String)
    /// The tenant's work has ended the server twice within an hour.
    case trapped(Trap.Pair)
    /// The caller stopped it.
    case interrupted
    case system(path: String, reason: String)

    /// Whether another process uses the directory; the description names its process id.
    package var isInUse: Bool {
        if case .opening(.directoryInUse) = self { true } else { false }
    }

    package var description: String {
        switch self {
        case .noStore(let path):
            "There is no FairKit store in \(path). Name the directory of a store, or create one with fairkit init."
        case .storeExists(let path): "\(path) already contains a FairKit store; nothing was changed."
        case .foreignFiles(let path, let name):
            "\(path) contains other files, such as \(name), and nothing was changed. Name an empty directory, or one that does not exist yet."
        case .controlMissing(let path):
            "\(path), the list of tenants, is missing; nothing was opened or changed. Restore the last backup with fairkit restore."
        case .stillOpens(let path):
            "\(path) can still be decrypted with a remaining key, which must never happen. Nothing was removed: report this."
        case .key(let error): error.description
        case .opening(let error): error.description
        // The schema that lists the tenants: without it nothing can be used.
        case .database("control", let error): "The database can't be used: \(error)."
        case .database(let schema, let error): "The schema \(schema) can't be used: \(error)."
        case .server(let reason): reason
        case .damagedLog(let path, let finding):
            "\(finding.isOfLog ? "\(path) is damaged, and nothing" : "Nothing") was opened or changed. \(finding) Keep a copy of the directory as it is; "
                + "then restore the last backup with fairkit restore, or discard the damaged or missing commits with "
                + "fairkit db cut-log\(finding.file == "control.db" ? " --control" : "")."
        case .damagedFile(let path, let finding):
            "\(path) is damaged, and nothing was opened or changed. \(finding) Keep a copy of the directory as it is; fairkit db "
                + "check shows which files are damaged. Then restore the last backup with fairkit restore."
        case .soundLog(let path):
            "No commit in \(path) has to be discarded, and nothing was changed. Use fairkit db check to find other faults."
        case .trapped(let traps):
            "Its work has ended the server by traps at \(traps.first) and \(traps.second), so it is left closed while other "
                + "tenants are served. Keep the log and the core dumps of these times, and report them. fairkit tenant resume "
                + "opens it again."
        case .interrupted: "The operation was interrupted, and nothing was changed."
        case .system(let path, let reason) where reason == text(of: ENOENT):
            "\(path) can't be used: \(reason). A file of a backup or of a data directory is missing there: take a complete "
                + "copy, or an older backup."
        case .system(let path, let reason)
        where [ENOSPC, EDQUOT].contains(where: { reason == text(of: $0) }):
            "\(path) can't be written: \(reason). Free space there, or choose another disk."
        case .system(let path, let reason): "\(path) can't be used: \(reason)."
        }
    }
}

/// The system's text for one of its errors.
private func text(of error: Int32) -> String { unsafe String(cString: strerror(error)) }

/// Translates one layer's error into that of the next.
package func mapping<T: ~Copyable, Inner: Error, Outer: Error>(
    _ wrap: (Inner) -> Outer, _ body: () throws(Inner) -> T
) throws(Outer) -> T {
    do {
        return try body()
    } catch {
        throw wrap(error)
    }
}
