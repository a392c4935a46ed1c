import Dispatch
import EngineConformance
import Relational
import SQLCipher
import Testing

@Suite struct `A read on a dedicated connection` {
    let scratch: Scratch
    let database: Database

    init() throws {
        scratch = try Scratch()
        database = try scratch.database()
    }

    @Test func `counts dangling references`() async throws {
        defer { database.close() }
        for number in 1...5 {
            _ = try await database.run("INSERT INTO thing (id) VALUES (\(number))")
            _ = try await database.run("INSERT INTO name (text, thing) VALUES (\("n\(number)"), \(number))")
        }
        _ = try await database.run("INSERT INTO name (text, thing) VALUES ('none', NULL)")
        let before = try await database.readOnDedicatedConnection { (connection) throws(DatabaseError) in
            try connection.foreignKeyFaults()
        }
        #expect(before == 0)
        database.close()
        // As a program without foreign keys would do.
        let other = try Database.open(
            path: scratch.path, key: Scratch.key(),
            migrations: Scratch.schema + [
                Migration(
                    name: "m0003_damage",
                    sql: """
                        PRAGMA writable_schema = ON;
                        CREATE TABLE orphan (id INTEGER PRIMARY KEY, thing INTEGER);
                        INSERT INTO orphan (thing) VALUES (1), (77), (78), (NULL);
                        UPDATE sqlite_master SET sql = 'CREATE TABLE orphan (id INTEGER PRIMARY KEY, thing INTEGER REFERENCES thing (id))'
                            WHERE name = 'orphan';
                        PRAGMA writable_schema = OFF;
                        """)
            ])
        other.close()
        let after = try Database.inspect(path: scratch.path, key: Scratch.key(), newestVersion: 3) { connection in
            Result { () throws(DatabaseError) in try connection.foreignKeyFaults() }
        }
        #expect(try after.get() == 2)
    }
}
