package import enum SQLCipher.DatabaseError

/// Why the store did not do what a use case asked of it. Surfaces know it by this name, and by what helps against it.
package typealias StoreFailure = DatabaseError

/// What helps against a failed read or write.
package enum StoreRemedy: Sendable {
    /// To try again in a moment.
    case later
    /// To make room on the disk.
    case room
    /// To look after the disk or the file; the same may succeed afterwards.
    case repair
    /// To restore a backup: pages of the file are not what was written, and no second attempt helps.
    case restore
    /// Nothing from outside: the stored row and the code do not go together, or the row can't be sealed.
    case none
}

extension StoreFailure {
    package var remedy: StoreRemedy {
        switch self {
        case .queueFull: .later
        case .diskFull: .room
        case .sqlite where isDamage: .restore
        case .sqlite, .closed: isDiskFull ? .room : .repair
        case .unexpectedValue, .unsealed: .none
        }
    }
}
