package import Relational
package import SQLCipher

/// Why a backup was not made, or a store not restored. No partial result is left behind, and every message says what to
/// do.
package enum BackupError: Error, Equatable, CustomStringConvertible {
    /// The backup's path already exists.
    case exists(path: String)
    /// Another backup is in progress.
    case inProgress
    /// The copy could not be written.
    case copying(path: String, DatabaseError)
    /// Pages of a source file are damaged.
    case damagedSource(file: String, DatabaseError)
    /// Writes were rolled back so often that the copy could not finish.
    case tooManyRollbacks
    case cancelled
    /// A copy differs from its original and was removed; the associated text says how.
    case unfaithful(path: String, difference: String)
    /// There is no backup to restore.
    case noBackup(path: String)
    /// The backup is a data directory whose last writes are not in its file yet.
    case unsettled(path: String)
    /// Pages of the backup are damaged.
    case damaged(path: String, findings: [PageFinding])
    /// The store's file, its keys or its directory prevented it.
    case store(StoreError)

    package var description: String {
        switch self {
        case .exists(let path):
            "\(path) already exists, and a backup never overwrites anything. Name a directory that does not exist yet."
        case .inProgress: "Another backup is in progress. Try again when it has finished."
        case .copying(let path, let error) where error.isDiskFull:
            "There is no room for the backup at \(path), and the partial backup was removed. Choose another disk."
        case .copying(let path, let error):
            "The backup could not be written to \(path) (\(error)), and the partial backup was removed. "
                + "Check that disk, or choose another."
        case .damagedSource(let file, let error):
            "\(file) could not be copied, and the partial backup was removed: \(error). Keep all existing backups."
        case .tooManyRollbacks:
            "Too many writes failed while the backup was made, so it could not finish. See the server's log, and try again."
        case .cancelled: "The backup was cancelled, and the partial backup was removed."
        case .unfaithful(let path, let difference):
            "The copy of \(path) was written, but \(difference). It was removed: check the store and the disk, and try again."
        case .noBackup(let path):
            "There is no FairKit backup at \(path). Name the directory of a backup."
        case .unsettled(let path):
            "\(path) is a data directory that was not shut down cleanly, so its file lacks the last writes. Use it as it is, or back "
                + "it up with fairkit backup and restore that."
        case .damaged(let path, let findings):
            "The backup at \(path) is damaged (\(findings.count) findings, the first: "
                + "\(findings.first?.description ?? "none")) Nothing was restored: use an older backup."
        case .store(let error): error.description
        }
    }

    /// Whether the store was closed meanwhile, so that it can be copied once it is opened again.
    package var isOfClosing: Bool {
        if case .copying(_, .closed) = self { true } else { false }
    }

    /// Whether the error would prevent the copies of other tenants, too.
    package var isOfLocation: Bool {
        switch self {
        case .copying(_, let error): error.isDiskFull
        case .unfaithful, .tooManyRollbacks, .damagedSource, .store(.key): false
        case .exists, .inProgress, .cancelled, .noBackup, .unsettled, .damaged, .store: true
        }
    }
}

extension BackupError {
    /// Translates why a file was not copied to a path.
    package init(_ error: CopyError, of file: String, at path: String) {
        self =
            switch error {
            case .inProgress: .inProgress
            case .tooManyRollbacks: .tooManyRollbacks
            case .cancelled: .cancelled
            case .target(let error): .store(.opening(error))
            case .copying(let error) where error.isDamage: .damagedSource(file: file, error)
            case .copying(let error): .copying(path: path, error)
            }
    }
}
