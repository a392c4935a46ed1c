package import KeyRing
package import SQLCipher

/// Why a store could not be made or opened. Every sentence says what to do.
package enum StoreError: Error, Equatable, CustomStringConvertible {
    /// There is no store in the directory.
    case noStore(path: String)
    /// There is a store already, and nothing was changed.
    case storeExists(path: String)
    /// Files of something else are in the directory, and nothing was changed.
    case foreignFiles(path: String, name: String)
    /// There are tenants whose names nobody knows.
    case controlMissing(path: String)
    /// A tenant that is being erased can still be opened.
    case stillOpens(path: String)
    case key(KeyError)
    case opening(OpeningError)
    /// Answered commits in the write-ahead log are damaged or missing, and SQLite would drop them without a word.
    case damagedLog(path: String, PageFinding)
    /// Pages of what knows the tenants are damaged.
    case damagedFile(path: String, PageFinding)
    /// There is nothing in the write-ahead log that would have to be given up.
    case soundLog(path: String)
    /// Whoever asked for it has stopped it.
    case interrupted
    case system(path: String, reason: String)

    /// Whether another process holds the directory; its number stands in the description.
    package var isInUse: Bool {
        if case .opening(.directoryInUse) = self { true } else { false }
    }

    package var description: String {
        switch self {
        case .noStore(let path):
            "There is no FairKit store in \(path). Name its directory, or make one with fairkit init."
        case .storeExists(let path): "\(path) holds a FairKit store already; nothing was changed."
        case .foreignFiles(let path, let name):
            "\(path) holds other files, such as \(name), and nothing was changed. Name an empty directory, or one that does not exist yet."
        case .controlMissing(let path):
            "\(path) is missing, which knows the tenants; nothing was opened or changed. Restore the last backup with fairkit restore."
        case .stillOpens(let path):
            "\(path) can still be opened with a key that is left, which must not be. Nothing of it was removed: report this."
        case .key(let error): error.description
        case .opening(let error): error.description
        case .damagedLog(let path, let finding):
            "\(path) is damaged, and nothing was opened or changed. \(finding) Keep a copy of the directory as it is; "
                + "then restore the last backup with fairkit restore, or give up what is damaged or missing with "
                + "fairkit db cut-log\(finding.file == "control.db" ? " --control" : "")."
        case .damagedFile(let path, let finding):
            "\(path) is damaged, and nothing was opened or changed. \(finding) Keep a copy of the directory as it is; fairkit db "
                + "check tells which files are damaged. Then restore the last backup with fairkit restore."
        case .soundLog(let path):
            "Nothing in \(path) has to be given up, and nothing was changed. Look for other faults with fairkit db check."
        case .interrupted: "It was interrupted, and nothing was changed."
        case .system(let path, let reason): "\(path) can't be used: \(reason)."
        }
    }
}

/// Turns one layer's error into the next one's.
package func mapping<T: ~Copyable, Inner: Error, Outer: Error>(
    _ wrap: (Inner) -> Outer, _ body: () throws(Inner) -> T
) throws(Outer) -> T {
    do {
        return try body()
    } catch {
        throw wrap(error)
    }
}
