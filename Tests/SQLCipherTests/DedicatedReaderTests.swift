import Dispatch
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

    @Test func `sees in each statement all earlier writes, and can't write`() async throws {
        defer { database.close() }
        let gate = Gate()
        async let counts = database.readOnDedicatedConnection { (connection) throws(DatabaseError) in
            let before = try connection.number("SELECT COUNT(*) FROM thing")
            gate.pass()
            return [before, try connection.number("SELECT COUNT(*) FROM thing")]
        }
        await gate.isReached()
        _ = try await database.run("INSERT INTO thing (id) VALUES (1)")
        gate.open()
        #expect(try await counts == [0, 1])
        await #expect(throws: DatabaseError.self) {
            try await database.readOnDedicatedConnection { (connection) throws(DatabaseError) in
                try connection.exists("INSERT INTO thing (id) VALUES (2)")
            }
        }
    }

    @Test func `is interrupted when the file is closed`() async throws {
        let gate = Gate()
        let closing = DispatchGroup()
        let answer = await withTaskGroup(of: DatabaseError?.self) { group in
            group.addTask { [database] in
                do throws(DatabaseError) {
                    _ = try await database.readOnDedicatedConnection { (connection) throws(DatabaseError) in
                        gate.pass()
                        return try connection.exists(
                            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0"
                        )
                    }
                    return nil
                } catch {
                    return error
                }
            }
            await gate.isReached()
            DispatchQueue.global().async(group: closing) { [database] in database.close() }
            gate.open()
            return await group.next() ?? nil
        }
        #expect(answer == .closed)
        await withCheckedContinuation { done in closing.notify(queue: .global()) { done.resume() } }
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
