package import FairKitStore

/// The remedy for a failed read or write.
package enum StoreRemedy: Sendable {
    /// Try again in a moment.
    case later
    /// Free disk space.
    case room
    /// Repair the disk, the file, or the way to the database's server, then try again.
    case repair
    /// Restore a backup: pages of the file are damaged, and trying again does not help.
    case restore
    /// No outside remedy: the stored row does not match the code, or can't be sealed.
    case none
}

extension DatabaseError {
    package var remedy: StoreRemedy {
        switch self {
        case .queueFull: .later
        case .diskFull: .room
        case .engine where isDamage: .restore
        case .engine where isBusy: .later
        case .engine, .closed: isDiskFull ? .room : .repair
        case .unexpectedValue, .unsealed, .unsealable: .none
        }
    }

    /// Whether another write could succeed where this one failed.
    var isOfOneWrite: Bool {
        switch self {
        case .engine where endsGroup: false
        case .engine, .unexpectedValue, .unsealed, .unsealable: true
        case .queueFull, .diskFull, .closed: false
        }
    }
}
