package import FairKitVault
import PostgreSQL
import Relational

extension Store {
    /// Where a store's data is: what engines do not have in common is decided here. See decision 0115.
    package enum Location: Sendable {
        /// In an encrypted file of a data directory.
        case file(StoreFile)
        /// In a schema of a PostgreSQL database.
        case schema(StoreSchema)
    }
}

extension Store.Location {
    /// Whether the disk is full: then only what a critical alert needs is written. See decision 0017.
    var isDiskFull: Bool {
        switch self {
        case .file(let file): file.held.isDiskFull
        // A database without room refuses all writes.
        case .schema: false
        }
    }

    /// Whether other servers may change it at the same time.
    var isShared: Bool {
        switch self {
        case .file: false
        case .schema: true
        }
    }

    /// Findings that did not prevent opening: worth a line in the server's log.
    var findingsAtOpening: [PageFinding] {
        switch self {
        case .file(let file): file.findingsAtOpening
        case .schema: []
        }
    }

    /// Whether a read that joins the queue of writes costs less than one on a connection of its own. See decision 0065.
    var gainsByBriefReads: Bool {
        switch self {
        case .file: true
        case .schema: false
        }
    }

    /// The sizes of the files; nil: there are none.
    var sizes: StoreSizes? {
        switch self {
        case .file(let file): file.sizes
        case .schema: nil
        }
    }

    /// The error of a store that could not be written, or read.
    func failure(_ error: DatabaseError) -> StoreError {
        switch self {
        case .file(let file): file.failure(error)
        case .schema(let schema): schema.failure(error)
        }
    }

    /// Removes erased data from where the engine keeps earlier states of rows.
    /// - Returns: false if a running read or backup prevented it; nil if a server does it in its own time.
    func removeErased() async throws(DatabaseError) -> Bool? {
        switch self {
        case .file(let file): try await file.emptyLog()
        // Dead rows and the log of the database keep what was sealed, until the server removes them.
        case .schema: nil
        }
    }

    /// The figures about the location itself, for operators.
    func figures(on connection: borrowing ReadTransaction) throws(DatabaseError) -> FileFigures {
        switch self {
        case .file(let file): try file.figures(on: connection)
        case .schema(let schema): try schema.figures(on: connection)
        }
    }

    /// About how many rows tables have.
    func rows(of tables: [String], on connection: borrowing ReadTransaction) throws(DatabaseError) -> [Int] {
        switch self {
        case .file(let file): try file.rows(of: tables, on: connection)
        case .schema: try connection.rowEstimates(of: tables)
        }
    }

    /// The number of faults that the engine finds in the structure of its data.
    func structureFaults(on connection: borrowing ReadTransaction) throws(DatabaseError) -> Int {
        switch self {
        case .file(let file): try file.structureFaults(on: connection)
        // The server checks the checksums of its pages when it reads them.
        case .schema: 0
        }
    }

    /// The number of rows that refer to a missing row.
    func referenceFaults(on connection: borrowing ReadTransaction) throws(DatabaseError) -> Int {
        switch self {
        case .file(let file): try file.referenceFaults(on: connection)
        case .schema: try connection.referenceFaultsOfSchema()
        }
    }
}

extension Store {
    /// Findings at its opening that did not prevent it: worth a line in the server's log.
    package var findingsAtOpening: [PageFinding] { location.findingsAtOpening }

    /// Whether the data may lack what was acknowledged: the audit log lacks what its anchor records, or the anchor or
    /// the note of the commits is gone or altered. It is served, and an operator is told. See decision 0138.
    package var isIncomplete: Bool {
        anchor.isRefused || findingsAtOpening.contains { $0.kind == .anchorMissing }
    }

    /// Removes erased data from where the engine keeps earlier states of rows. It waits for no other operation.
    /// - Returns: false if a running read or backup prevented it; nil if a server does it in its own time.
    package func emptyLog() async throws(DatabaseError) -> Bool? { try await location.removeErased() }
}
