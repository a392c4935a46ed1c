package import FairKitVault
import Relational

extension Store {
    /// Where a store's data is: what engines do not have in common is decided here. See decision 0115.
    package enum Place: Sendable {
        /// In an encrypted file of a data directory.
        case file(StoreFile)
    }
}

extension Store.Place {
    /// Whether the disk is full: then only what a critical alert needs is written. See decision 0017.
    var isDiskFull: Bool {
        switch self {
        case .file(let file): file.held.isDiskFull
        }
    }

    /// Whether other servers may change it at the same time.
    var isShared: Bool {
        switch self {
        case .file: false
        }
    }

    /// Findings that did not prevent opening: worth a line in the server's log.
    var findingsAtOpening: [PageFinding] {
        switch self {
        case .file(let file): file.findingsAtOpening
        }
    }

    /// Whether a read that joins the queue of writes costs less than one on a connection of its own. See decision 0065.
    var gainsByBriefReads: Bool {
        switch self {
        case .file: true
        }
    }

    /// The use of the disk.
    var sizes: StoreSizes {
        switch self {
        case .file(let file): file.sizes
        }
    }

    /// What a store that could not be written, or read, is called in an error.
    func failure(_ error: DatabaseError) -> StoreError {
        switch self {
        case .file(let file): file.failure(error)
        }
    }

    /// Removes erased data from where the engine keeps earlier states of rows.
    /// - Returns: false if a running read or backup prevented it.
    func removeErased() async throws(DatabaseError) -> Bool {
        switch self {
        case .file(let file): try await file.emptyLog()
        }
    }

    /// What operators read about the place itself.
    func figures(on connection: borrowing ReadTransaction) throws(DatabaseError) -> FileFigures {
        switch self {
        case .file(let file): try file.figures(on: connection)
        }
    }

    /// About how many rows tables have, found without reading them.
    func rows(of tables: [String], on connection: borrowing ReadTransaction) throws(DatabaseError) -> [Int] {
        switch self {
        case .file(let file): try file.highestRows(of: tables, on: connection)
        }
    }

    /// The number of faults that the engine finds in the structure of its data.
    func structureFaults(on connection: borrowing ReadTransaction) throws(DatabaseError) -> Int {
        switch self {
        case .file(let file): try file.structureFaults(on: connection)
        }
    }

    /// The number of rows that refer to a missing row.
    func referenceFaults(on connection: borrowing ReadTransaction) throws(DatabaseError) -> Int {
        switch self {
        case .file(let file): try file.referenceFaults(on: connection)
        }
    }
}

extension Store {
    /// Findings at its opening that did not prevent it: worth a line in the server's log.
    package var findingsAtOpening: [PageFinding] { place.findingsAtOpening }

    /// Removes erased data from where the engine keeps earlier states of rows. It waits for no other operation.
    /// - Returns: false if a running read or backup prevented it.
    package func emptyLog() async throws(DatabaseError) -> Bool { try await place.removeErased() }
}
