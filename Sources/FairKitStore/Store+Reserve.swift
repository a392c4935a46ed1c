import FairKitVault
package import SQLCipher

extension Store {
    /// Whether the disk is full: then only what a critical alert needs is written. See the decision `0017-full-disk`.
    package var isDiskFull: Bool { held.isDiskFull }
}

extension Connection where Access == Writing {
    /// Whether the disk is full, so that this transaction writes only what a critical alert needs.
    package var takesOnlyCritical: Bool { isDiskFull }
}

extension DatabaseError {
    /// The disk is full, and the write is not one that a critical alert needs.
    package static let noRoom = DatabaseError.diskFull
}
