package import SQLCipher

/// Why there is no whole reserve.
package enum Shortage: Hashable, Sendable {
    /// What would have to be free, and is, in bytes.
    case room(needed: Int, free: Int)
    case system(reason: String)

    fileprivate init(_ shortage: DiskReserve.Shortage) {
        switch shortage {
        case .room(let needed, let free): self = .room(needed: needed, free: free)
        case .system(let reason): self = .system(reason: reason)
        }
    }
}

extension Store {
    /// Whether the disk is full: then only what a critical alert needs is written. See the decision `0017-full-disk`.
    package var isDiskFull: Bool { held.isDiskFull }
}

extension HeldDirectory {
    /// Whether the disk is full.
    package var isDiskFull: Bool { reserve.isDiskFull }

    /// Makes the reserve whole when a server starts, and again once a full disk has room. Without it the server works as on a full
    /// disk.
    /// - Returns: why it is not there; nil if it is, and the disk is not full.
    package func makeReserve() -> Shortage? { reserve.fill().map(Shortage.init) }
}

extension Connection where Access == Writing {
    /// Whether the disk is full, so that this transaction writes only what a critical alert needs.
    package var takesOnlyCritical: Bool { isDiskFull }
}

extension DatabaseError {
    /// The disk is full, and the write is not one that a critical alert needs.
    package static let noRoom = DatabaseError.diskFull
}

/// Opens something; on a full disk, gives up the reserve for what opening itself writes.
func opening<T>(
    with reserve: DiskReserve, _ open: () throws(OpeningError) -> T
) throws(OpeningError) -> T {
    while true {
        do throws(OpeningError) {
            return try open()
        } catch {
            guard error.isDiskFull, reserve.cut() else { throw error }
        }
    }
}
