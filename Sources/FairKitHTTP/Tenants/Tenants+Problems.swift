import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes

extension TenantFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        // A client is not told which tenants there are.
        case .unknown: .unauthenticated
        case .suspended:
            Problem(
                .forbidden, .tenantSuspended,
                "This tenant was suspended, and answers nobody. Ask the operator of the server.")
        case .stopping: .busy
        // A file that can't be opened is the operator's business; the sentence in the log says what to do.
        case .store:
            Problem(
                .serviceUnavailable, .storeUnavailable,
                "The data of this tenant can't be opened. Tell the operator, who finds the reason in the server's log."
            ).with(.retryAfter, "30")
        case .control(let error): error.problem
        }
    }
}

extension TenantChangeFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .unknown: Problem(.notFound, .notFound, "There is no tenant of this name.")
        case .nameTaken:
            Problem(
                .conflict, .nameTaken,
                "There is a tenant of this name, or one whose erasure has not ended. Choose another.")
        case .twoOfThatName:
            Problem(
                .conflict, .nameTaken,
                "Two tenants have this name: one in use, and one whose erasure has not ended. Nothing was erased. "
                    + "Rename the one in use first, whichever you mean.")
        case .isFirst:
            Problem(
                .conflict, .firstTenant,
                "Requests that name no tenant mean this one, so it keeps its name and is not erased. "
                    + "To destroy everything, destroy the master key.")
        case .unchanged(let state):
            Problem(.conflict, .stateUnchanged, "This tenant is \(state.rawValue) already.")
        // Only who may read the server's files hears this.
        case .key(let error): Problem(.conflict, .masterKey, "\(error)")
        case .unended(let error):
            Problem(
                .conflict, .masterKey,
                "Nothing was done: the master key was being changed before, and that could not be ended. \(error) "
                    + "Do away with the reason, and try again.")
        case .rotationUnfinished(let from, let to, let file, let error):
            Problem(
                .conflict, .masterKey,
                "The master key is being changed from \(from) to \(to), which is in \(file), and not all is done: \(error) "
                    + "Both are needed until it is. Do away with the reason, and run it again to go on, or start the server anew."
            )
        case .unfinished(let reason):
            Problem(
                .conflict, .erasureUnfinished,
                "The tenant is erased and answers nobody any more, but not all is done: \(reason) "
                    + "Do away with the reason, and erase it once more to go on, or start the server anew.")
        case .store(let error): Problem(.serviceUnavailable, .storeUnavailable, "\(error)")
        case .control(let error): error.problem
        case .unclear:
            Problem(
                .serviceUnavailable, .storeUnavailable,
                "The disk failed, and whether this was done shows when the server starts anew: look at the list of tenants "
                    + "then, before you do it again. A new master key that was written is kept, and may be needed.")
        }
    }
}

extension TenantBackupFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .exists(let error): Problem(.conflict, .backupExists, "\(error)")
        case .inProgress(let error): Problem(.conflict, .backupInProgress, "\(error)")
        // Its sentences name paths and faults of the disk, and are for the operator, who alone gets here.
        case .backup(let error): Problem(.internalServerError, .backupFailed, "\(error)")
        case .control(let error): error.problem
        case .key(let error): Problem(.conflict, .masterKey, "\(error)")
        case .first(let failure):
            Problem(
                .serviceUnavailable, .storeUnavailable,
                "The first tenant can't be opened (\(failure)), so there is no backup. Look after it, and try again.")
        case .incomplete(let path, let missing):
            Problem(
                .internalServerError, .backupIncomplete,
                "The backup at \(path) lacks tenants that could not be copied; the others are in it, whole. "
                    + missing.map { "\($0.tenant.name): \($0.reason)" }.joined(
                        separator: " ")
                    + " Keep it, look after these tenants, and back up again.")
        case .unrecorded(let path, let error):
            Problem(
                .internalServerError, .backupFailed,
                "The backup at \(path) is whole, but the audit could not be told of it (\(error)). Keep it, and look after the store."
            )
        }
    }
}
