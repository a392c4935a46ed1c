import FairKitCore
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Relational
import Support

/// A place of its own for the store of one test, removed with it. A suite holds it, so it lives as long as the test.
final class Scratch: Sendable {
    let place: TestPlace
    var parent: String { place.parent }
    var directory: DataDirectory { place.directory }
    var tenant: String { "\(directory.path)/tenants/default" }

    init() throws { place = try TestPlace(master: Scratch.master()) }

    static func master(_ digit: Character = "7") throws(KeyError) -> MasterKey {
        try MasterKey(hexadecimal: String(repeating: digit, count: 64), source: "the test")
    }

    func initialise() throws { try place.initialise() }

    /// Opens the store for a closure, and closes it: an open store locks its directory.
    func withStore<T>(_ body: (Store) async throws -> T) async throws -> T {
        let store = try place.open()
        defer { store.close() }
        return try await body(store)
    }

    /// The same with a new store.
    @discardableResult
    func withNewStore<T>(_ body: (Store) async throws -> T) async throws -> T {
        try initialise()
        return try await withStore(body)
    }

    /// All files with their bytes, except the lock, which contains a process id.
    func files() throws -> [String: Data] {
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: directory.path) else { return [:] }
        var files: [String: Data] = [:]
        for name in names where name != "lock" {
            files[name] = (try? Data(contentsOf: URL(filePath: "\(directory.path)/\(name)"))) ?? Data()
        }
        return files
    }
}

extension Store {
    /// One column of every row.
    func values<T: SQLValueConvertible & Sendable>(_ sql: SQL, as type: T.Type = T.self) async throws -> [T] {
        try await read { (tx) throws(DatabaseError) in
            try tx.all(sql) { row throws(DatabaseError) in try row.value(0) }
        }
    }
}
