/// How a read or a write of an open database can fail.
///
/// Messages contain at most names of tables and columns: values are bindings and never occur in an error.
@usableFromInline package enum DatabaseError: Error, Equatable, CustomStringConvertible {
    /// The engine refused a statement or a commit. It is boxed, so that an error remains three words.
    indirect case engine(EngineFailure)
    /// A column has an unexpected value; `column` counts from zero.
    case unexpectedValue(column: Int, sql: String)
    /// Too much work is queued; try again in a moment.
    case queueFull
    /// The disk is full, and the remaining space is reserved for critical writes.
    case diskFull
    /// The row can't be sealed, and so was not written; the reason contains no value.
    case unsealed(String)
    /// A value of a sealed column can't be sealed, or does not belong where it stands; the reason contains no value.
    case unsealable(String)
    /// The database has been closed.
    case closed

    /// True if the disk, not the statement, is full.
    package var isDiskFull: Bool { self == .diskFull || kind == .full }

    /// True if pages of the database are damaged: only a backup helps.
    package var isDamage: Bool { kind == .damaged || kind == .unreadable || kind == .damagedOnServer }

    /// True if the disk, the file or the server, not the statement, prevented a write: the next one will most likely
    /// fail as well.
    package var stopsWrites: Bool {
        kind == .inputOutput || kind == .cannotOpen || kind == .readOnly || isOfServer
    }

    /// True if the connection to a server broke, none can be made, or the server accepts no writes for now.
    package var isOfServer: Bool { kind == .unavailable || kind == .undecided }

    /// True if another connection is in the way, such as a transaction of another server that lasts too long.
    package var isBusy: Bool { kind == .busy }

    /// True if no other write of the group would succeed now: all callers are told to try again in a moment.
    package var endsGroup: Bool { isOfServer || isBusy }

    /// True if the answer to a commit was lost, and the server does not tell what became of it.
    package var isUndecided: Bool { kind == .undecided }

    /// True if the write may be on the disk nevertheless. After a failed commit no reader sees it. Yet it may be in the
    /// log until the next commit overwrites it, and reappear when the file is opened after a crash.
    package var mayBeDurable: Bool { kind == .inputOutput || kind == .undecided }

    /// True if a read took longer than a snapshot may last.
    package var isOutOfTime: Bool { kind == .interrupted }

    /// nil unless the engine failed.
    private var kind: EngineFailure.Kind? {
        if case .engine(let failure) = self { failure.kind } else { nil }
    }

    @usableFromInline package var description: String {
        switch self {
        case .engine(let failure) where kind == .damagedOnServer:
            "pages of the database are damaged (\(failure)); stop FairKit, and let the administrator of the database server "
                + "restore a backup, or switch to a standby that is not damaged"
        case .engine(let failure) where isDamage:
            "pages of the file are damaged (\(failure)); stop the server, run fairkit db check, and restore the last "
                + "backup with fairkit restore"
        case .engine(let failure): "the database failed (\(failure))"
        case .unexpectedValue(let column, let sql): "column \(column) of \(sql) has an unexpected value"
        case .queueFull: "too much work is queued; try again in a moment"
        case .diskFull: "the disk is full, and the remaining space is reserved for critical writes"
        case .unsealed(let reason): "the audit log can't be sealed: \(reason)"
        case .unsealable(let reason): "a sealed column can't be used: \(reason)"
        case .closed: "the database is closed"
        }
    }
}
