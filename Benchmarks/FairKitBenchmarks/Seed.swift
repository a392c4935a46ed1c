import ArgumentParser
import FairKitCore
import FairKitService
import FairKitStore
import SQLCipher

/// `seed`: fills a new store, as years of use would have.
struct Seed: AsyncParsableCommand {
    /// Results in all.
    @Option var results = 10_000

    /// Every result raises an alert, instead of one in two hundred; kits and audit are left out.
    @Flag var alerts = false

    @Option var dir: String

    func run() async throws {
        let house = try House(at: dir)
        defer { house.store.close() }
        let past = Past(results: results, onlyAlerts: alerts)
        try await house.store.write { (tx) throws(DatabaseError) in try past.begin(in: tx) }
        let indexes = try await house.store.write { (tx) throws(DatabaseError) in try tx.dropIndexes() }
        for start in stride(from: 0, to: past.profiles, by: Past.chunk) {
            try await house.store.write { (tx) throws(DatabaseError) in try past.profiles(from: start, in: tx) }
        }
        for start in stride(from: 0, to: results, by: Past.chunk) {
            try await house.store.write { (tx) throws(DatabaseError) in try past.results(from: start, in: tx) }
        }
        for index in indexes {
            try await house.store.write { (tx) throws(DatabaseError) in
                _ = try tx.run(SQL(stringLiteral: index))
            }
        }
    }
}

/// `patient`: the id of one who has results, for who asks from outside.
struct Patient: ParsableCommand {
    @Option var results: Int

    func run() throws {
        try emit(["id": Past(results: results, onlyAlerts: false).profile(1).description])
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
