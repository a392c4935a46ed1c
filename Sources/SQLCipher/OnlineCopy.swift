import CSQLCipher
package import Relational

/// An unfinished copy of an open file, made a few pages at a time.
///
/// It runs on the writing connection, outside transactions. SQLite then repeats in the copy what that connection writes
/// to pages that are already copied. So no snapshot has to be held, and the WAL can be emptied meanwhile. A rollback of
/// changed pages is not repeated: then the copy starts over.
@safe final class OnlineCopy {
    /// Pages between two groups of writes: some milliseconds.
    static let pagesAtOnce: Int32 = 64
    private static let mostRestarts = 20

    private let handle: OpaquePointer
    private let target: WriteTransaction
    /// The pages after the last step.
    private var reached: Int32 = 0
    private var restarts = 0

    /// - Parameter path: a file that does not exist; it gets the key before the first page.
    init(of source: borrowing WriteTransaction, to path: String, key: CipherKey) throws(CopyError) {
        let target: WriteTransaction
        do { target = try WriteTransaction.target(path: path, key: key) } catch { throw .target(error) }
        guard let handle = unsafe sqlite3_backup_init(target.sqlite.handle, "main", source.sqlite.handle, "main") else {
            throw .copying(target.sqlite.lastError)
        }
        unsafe self.handle = handle
        self.target = target
    }

    /// The pages copied after the last step.
    var copied: Int { total - Int(unsafe sqlite3_backup_remaining(handle)) }
    /// The total number of pages.
    var total: Int { Int(unsafe sqlite3_backup_pagecount(handle)) }

    deinit {
        unsafe sqlite3_backup_finish(handle)
    }

    /// Copies some more pages.
    /// - Returns: true once the copy equals the present state of its source.
    func step() throws(CopyError) -> Bool {
        let code = unsafe sqlite3_backup_step(handle, OnlineCopy.pagesAtOnce)
        guard code != SQLITE_DONE else { return true }
        guard code == SQLITE_OK else {
            // A page that can't be authenticated has no message of its own either.
            let code = ResultCode(rawValue: code)
            let message = code.primary == .error ? ResultCode.unexplained : "the copy was not finished"
            throw .copying(.sqlite(code, message: message))
        }
        let now = unsafe sqlite3_backup_pagecount(handle) - sqlite3_backup_remaining(handle)
        // Each step makes progress, however the file grows, unless the copy started over.
        if now <= reached { restarts += 1 }
        reached = now
        guard restarts <= OnlineCopy.mostRestarts else { throw .tooManyRollbacks }
        return false
    }
}

/// Holds the copy that a connection is making of its file.
final class CopySlot {
    var copy: OnlineCopy?

    /// - Returns: why it could not begin; nil if it did.
    func begin(of source: borrowing WriteTransaction, to path: String, key: CipherKey) -> CopyError? {
        guard copy == nil else { return .inProgress }
        do throws(CopyError) {
            copy = try OnlineCopy(of: source, to: path, key: key)
            return nil
        } catch {
            return error
        }
    }
}

/// Why a copy was not made.
package enum CopyError: Error, Equatable {
    /// Another copy is in progress.
    case inProgress
    /// The target file could not be created.
    case target(OpeningError)
    case copying(DatabaseError)
    /// Writes were rolled back so often that the copy could not finish.
    case tooManyRollbacks
    /// The requesting task was cancelled.
    case cancelled
}
