package import Relational

extension Store {
    /// Whether the disk is full: then only what a critical alert needs is written. See decision 0017.
    package var isDiskFull: Bool { location.isDiskFull }
}

extension WriteTransaction {
    /// Whether this transaction may write only what a critical alert needs, since the disk is full.
    package var takesOnlyCritical: Bool { isDiskFull }
}

extension DatabaseError {
    /// The disk is full, and a critical alert does not need this write.
    package static let noRoom = DatabaseError.diskFull
}
