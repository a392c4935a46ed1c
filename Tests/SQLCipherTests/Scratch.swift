import FoundationEssentials
import Relational
import SQLCipher

/// A directory of its own for one test, removed with it. A suite holds it, so it lives as long as the test.
final class Scratch: Sendable {
    let directory: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "fairkit-sqlcipher-\(UUID().uuidString)")
        directory = url.path(percentEncoded: false)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    var path: String { "\(directory)/health.db" }

    /// A key of 32 equal bytes, with a chosen salt.
    static func key(_ byte: UInt8 = 7, salt: UInt8 = 9) throws(OpeningError) -> CipherKey {
        try CipherKey([UInt8](repeating: byte, count: 32) + [UInt8](repeating: salt, count: 16))
    }

    static let schema = [
        Migration(name: "m0001_thing", sql: "CREATE TABLE thing (id INTEGER PRIMARY KEY, value BLOB)"),
        Migration(
            name: "m0002_name",
            sql: "CREATE TABLE name (text TEXT NOT NULL UNIQUE CHECK (length(text) < 100), "
                + "thing INTEGER REFERENCES thing (id))"),
    ]

    /// Creates an encrypted file and opens it.
    func database(readers: Int = 2, migrations: [Migration] = schema) throws(OpeningError) -> Database {
        try Database.create(path: path, key: Scratch.key(), migrations: migrations)
        return try open(readers: readers, migrations: migrations)
    }

    func open(readers: Int = 2, migrations: [Migration] = schema) throws(OpeningError) -> Database {
        try Database.open(path: path, key: Scratch.key(), migrations: migrations, readerCount: readers)
    }

    /// All files with their bytes.
    func files(in directory: String? = nil) throws -> [String: Data] {
        let directory = directory ?? self.directory
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            files[name] = try Data(contentsOf: URL(filePath: "\(directory)/\(name)"))
        }
        return files
    }

    func write(_ bytes: [UInt8], to name: String = "health.db") throws {
        try Data(bytes).write(to: URL(filePath: "\(directory)/\(name)"))
    }
}
