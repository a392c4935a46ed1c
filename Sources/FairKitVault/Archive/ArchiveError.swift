package import KeyRing
package import Relational

/// Why an archive was not written or not read. Nothing was changed, and every message says what to do.
package enum ArchiveError: Error, Equatable, CustomStringConvertible {
    /// The file is not an archive of a tenant.
    case foreign(path: String)
    /// It was written by a later version of FairKit.
    case newerFormat(path: String, Int)
    case newerSchema(path: String, found: Int, supported: Int)
    /// It is from before the first schema that a database of this kind can have.
    case olderSchema(path: String, found: Int, oldest: Int)
    /// It was sealed with another key.
    case otherKey(path: String, needed: String, given: String)
    /// A piece is missing, moved or changed, or belongs to another archive.
    case damaged(path: String, piece: Int)
    /// It ends before its last piece, or goes on after it.
    case cut(path: String)
    /// Its pieces are intact, but contradict one another.
    case inconsistent(path: String, difference: String)
    /// The imported tenant is not sound: the archive was made of a damaged tenant.
    case unsound(path: String, findings: String)
    case key(KeyError)
    case file(StoreError)
    /// The tenant's data could not be read or written.
    case database(DatabaseError)

    package var description: String {
        switch self {
        case .foreign(let path): "\(path) is not an archive of a FairKit tenant. Name a file of fairkit tenant export."
        case .newerFormat(let path, let found):
            "\(path) has the archive format \(found), which this version of FairKit does not know. Upgrade FairKit, and import it then."
        case .newerSchema(let path, let found, let supported):
            "\(path) has the schema \(found), and this version of FairKit knows \(supported). Upgrade FairKit, and import it then."
        case .olderSchema(let path, let found, let oldest):
            "\(path) has the schema \(found), and PostgreSQL begins with the schema \(oldest). With this version of FairKit, import it into a data directory of files, export the tenant there, and import that archive."
        case .otherKey(let path, let needed, let given):
            "\(path) needs the archive key \(needed), but the given one is \(given). Name its file with --archive-key-file."
        case .damaged(let path, let piece):
            "\(path) was altered: its piece \(piece) is not the one that was written there. Copy the archive again, or export the tenant again."
        case .cut(let path):
            "\(path) does not end where it was written to end. Copy the archive again, or export the tenant again."
        case .inconsistent(let path, let difference):
            "\(path) can't be imported: \(difference). Export the tenant again."
        case .unsound(let path, let findings):
            "\(path) holds a tenant that is not sound: \(findings) Check the tenant where it was exported, with fairkit db check."
        case .key(let error): error.description
        case .file(let error): error.description
        case .database(let error) where error.isDiskFull:
            "There is no room for the tenant on this disk. Make room, and try again."
        case .database(let error): "The tenant's data can't be used: \(error)"
        }
    }
}
