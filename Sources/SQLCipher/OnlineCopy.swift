import CSQLCipher

/// A copy of an open file in the making, a few pages at a time.
///
/// It is made on the connection that writes, outside of transactions. SQLite then carries over to the copy what that
/// connection writes to pages that are copied already, so no snapshot has to be held, and the WAL can be emptied meanwhile.
/// What it does not carry over is a rollback of changed pages: then it begins again.
@safe final class OnlineCopy {
    /// Pages between two groups of writes: some milliseconds.
    static let pagesAtOnce: Int32 = 64
    private static let mostRestarts = 20

    private let handle: OpaquePointer
    private let target: Connection<Writing>
    /// Pages, after the last step.
    private var reached: Int32 = 0
    private var restarts = 0

    /// - Parameter path: a file that is not there; it gets the key before the first page.
    init(of source: borrowing WriteTransaction, to path: String, key: CipherKey) throws(CopyError) {
        let target: Connection<Writing>
        do { target = try Connection<Writing>.target(path: path, key: key) } catch { throw .target(error) }
        guard let handle = unsafe sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
            throw .copying(target.lastError)
        }
        unsafe self.handle = handle
        self.target = target
    }

    /// Pages that are copied, after the last step.
    var copied: Int { total - Int(unsafe sqlite3_backup_remaining(handle)) }
    /// Pages that there are.
    var total: Int { Int(unsafe sqlite3_backup_pagecount(handle)) }

    deinit {
        unsafe sqlite3_backup_finish(handle)
    }

    /// Copies some pages more.
    /// - Returns: true once the copy is the state that its source is in now.
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
        // Each step gets further, however the file grows, unless the copy has begun again.
        if now <= reached { restarts += 1 }
        reached = now
        guard restarts <= OnlineCopy.mostRestarts else { throw .tooManyRollbacks }
        return false
    }
}

/// Where a connection keeps the copy that is being made of its file.
final class CopySlot {
    var copy: OnlineCopy?

    /// - Returns: why it could not be begun; nil if it was.
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
    /// Another one is being made.
    case inProgress
    /// The file to copy into could not be made.
    case target(OpeningError)
    case copying(DatabaseError)
    /// Writes were rolled back so often that the copy came to no end.
    case tooManyRollbacks
    /// The task that asked for it was cancelled.
    case cancelled
}

extension Connection {
    fileprivate var lastError: DatabaseError {
        .sqlite(
            ResultCode(rawValue: unsafe sqlite3_extended_errcode(handle)),
            message: unsafe String(cString: sqlite3_errmsg(handle)))
    }
}
