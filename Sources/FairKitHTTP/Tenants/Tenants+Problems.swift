import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

extension TenantChangeFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .unknown: Problem(.notFound, .notFound, "There is no tenant with this name.")
        case .nameTaken:
            Problem(
                .conflict, .nameTaken,
                "A tenant with this name exists, or its erasure is unfinished. Choose another name.")
        case .twoOfThatName:
            Problem(
                .conflict, .nameTaken,
                "Two tenants have this name: one in use, and one whose erasure is unfinished. Nothing was erased. "
                    + "Rename the one in use first.")
        case .isFirst:
            Problem(
                .conflict, .firstTenant,
                "Requests that name no tenant go to this one, so it can't be renamed or erased. "
                    + "To destroy all data, destroy the master key.")
        case .unchanged(let state):
            Problem(.conflict, .stateUnchanged, "This tenant is already \(state.rawValue).")
        // Only operators, who can read the server's files, see this.
        case .key(let error): Problem(.conflict, .masterKey, "\(error)")
        case .unended(let error):
            Problem(
                .conflict, .masterKey,
                "Nothing was done: an earlier change of the master key is unfinished. \(error) "
                    + "Fix the cause, and try again.")
        case .rotationUnfinished(let from, let to, let file, let error):
            Problem(
                .conflict, .masterKey,
                "The change of the master key from \(from) to \(to), which is in \(file), is unfinished: \(error) "
                    + "Keep both keys until it is finished. Fix the cause, then repeat this or restart the server."
            )
        case .unfinished(let reason):
            Problem(
                .conflict, .erasureUnfinished,
                "The tenant is erased and accepts no requests, but its erasure is unfinished: \(reason) "
                    + "Fix the cause, then erase it again or restart the server.")
        case .store(let error): Problem(.serviceUnavailable, .storeUnavailable, "\(error)")
        case .control(let error): error.problem
        case .unclear:
            Problem(
                .serviceUnavailable, .storeUnavailable,
                "The disk failed, and only the next start of the server shows whether this was done. Look at the list of tenants "
                    + "then, before you try again. Keep a new master key that was written: it may be needed.")
        }
    }
}

extension TenantBackupFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .withoutFiles(let error): Problem(.internalServerError, .backupFailed, "\(error)")
        case .exists(let error): Problem(.conflict, .backupExists, "\(error)")
        case .inProgress(let error): Problem(.conflict, .backupInProgress, "\(error)")
        // The text names paths and disk errors, and only operators see it.
        case .backup(let error): Problem(.internalServerError, .backupFailed, "\(error)")
        case .control(let error): error.problem
        case .key(let error): Problem(.conflict, .masterKey, "\(error)")
        case .first(let failure):
            Problem(
                .serviceUnavailable, .storeUnavailable,
                "The first tenant can't be opened (\(failure)), so no backup was made. Fix the cause, and try again.")
        case .incomplete(let path, let missing):
            Problem(
                .internalServerError, .backupIncomplete,
                "The backup at \(path) lacks tenants that could not be copied; all other tenants are complete. "
                    + missing.map { "\($0.tenant.name): \($0.reason)" }.joined(
                        separator: " ")
                    + " Keep it, repair these tenants, and back up again.")
        case .unrecorded(let path, let error):
            Problem(
                .internalServerError, .backupFailed,
                "The backup at \(path) is complete, but the audit log could not record it (\(error)). Keep the backup, and check the database."
            )
        }
    }
}
