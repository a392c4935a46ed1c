import ArgumentParser
import FairKitCore
import FairKitService
import FairKitStore
import Relational

/// `seed`: fills a new store, as years of use would have.
struct Seed: AsyncParsableCommand {
    /// Results in all.
    @Option var results = 10_000

    /// Every result raises an alert, instead of one in two hundred; kits and audit are left out.
    @Flag var alerts = false

    /// People with names, contacts and identifiers as in a town, one for five results.
    @Flag var town = false

    @Option var dir: String

    /// The store is in this database, and the directory is this process's own.
    @Option var database: String?

    /// How many tenants the database gets, each as full.
    @Option var tenants = 1

    func run() async throws {
        guard let database else { return try await seed(House(at: dir)) }
        for house in try await House.houses(tenants, in: database, at: dir, isNew: true) { try await seed(house) }
    }

    private func seed(_ house: House) async throws {
        defer { house.store.close() }
        let past = Past(results: results, onlyAlerts: alerts, isTown: town)
        try await house.store.write { (tx) throws(DatabaseError) in try past.begin(in: tx) }
        let isFile = house.installation == nil
        let indexes = try await house.store.write { (tx) throws(DatabaseError) in
            guard isFile else { return [String]() }
            // For this connection, as long as it is open.
            try tx.run("PRAGMA cache_size = -400000")
            return try tx.dropIndexes()
        }
        for start in stride(from: 0, to: past.profiles, by: Past.chunk) {
            try await house.store.write { (tx) throws(DatabaseError) in try past.profiles(from: start, in: tx) }
        }
        for start in stride(from: 0, to: results, by: Past.chunk) {
            try await house.store.write { (tx) throws(DatabaseError) in try past.results(from: start, in: tx) }
        }
        for index in indexes {
            try await house.store.write { (tx) throws(DatabaseError) in
                try tx.run(SQL(stringLiteral: index))
            }
        }
        // A server that opens the store would do it at once, while something else is measured. A batch is one read, which has
        // five seconds, on a busy machine, too.
        _ = try await house.tenancy.profiles.index(batch: 200)
    }
}

/// `patient`: the ids of patients who have results, for a client of the server.
struct Patient: ParsableCommand {
    @Option var results: Int

    /// How many patients, as far as there are so many.
    @Option var count = 1

    func run() throws {
        let past = Past(results: results, onlyAlerts: false)
        for number in 1...max(min(count, past.profiles - 1), 1) {
            try emit(["id": past.profile(number).description])
        }
    }
}

extension WriteTransaction {
    /// Takes the indexes away, which are made faster at the end than row by row.
    /// - Returns: the statements that make them.
    fileprivate func dropIndexes() throws(DatabaseError) -> [String] {
        let indexes = try all("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL") {
            row throws(DatabaseError) in (try row.value(0, as: String.self), try row.value(1, as: String.self))
        }
        for (name, _) in indexes { try run(SQL(stringLiteral: "DROP INDEX \(name)")) }
        return indexes.map(\.1)
    }
}
