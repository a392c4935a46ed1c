import Dispatch
import EngineConformance
import Foundation
import Relational
import SQLCipher
import Synchronization
import Testing

@Suite struct `A copy of an open file` {
    let scratch: Scratch
    let database: Database
    var target: String { "\(scratch.directory)/copy.db" }

    init() throws {
        scratch = try Scratch()
        database = try scratch.database()
    }

    /// Fills the file with a few hundred pages.
    func fill() async throws {
        for number in 1...40 {
            _ = try await database.run("INSERT INTO thing (id, value) VALUES (\(number), randomblob(20000))")
            _ = try await database.run("INSERT INTO name (text, thing) VALUES (\("n\(number)"), \(number))")
        }
    }

    /// Copies while a writer makes one transaction after the other, until the copy is done.
    /// - Returns: the number of transactions when the copy was done, and in all.
    func copyWhileWriting(
        _ write: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> (atMoment: Int, written: Int) {
        let isDone = Flag()
        let (writes, firstWrite) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { [database] in
                defer { firstWrite.finish() }
                var number = 100
                while !isDone.isRaised {
                    number += 1
                    try await write(number)
                    firstWrite.finish()
                }
                return try await database.values("SELECT COUNT(*) FROM thing", as: Int.self)[0]
            }
            defer { isDone.raise() }
            // The copy may be done before a writer has begun.
            for await _ in writes {}
            let atMoment = try await database.copy(to: target) { (tx) throws(DatabaseError) in
                try tx.first("SELECT COUNT(*) FROM thing") { row throws(DatabaseError) in try row.value(0, as: Int.self)
                }
            }
            isDone.raise()
            let written = try await group.next()
            return (try #require(atMoment), try #require(written))
        }
    }

    func copied() throws -> Database {
        try Database.open(path: target, key: Scratch.key(), migrations: Scratch.schema)
    }

    @Test func `is one consistent state, while writes continue`() async throws {
        try await fill()
        let (atMoment, written) = try await copyWhileWriting { [database] number in
            try await database.write { (tx) throws(DatabaseError) in
                try tx.run("INSERT INTO thing (id, value) VALUES (\(number), randomblob(3000))")
                try tx.run("INSERT INTO name (text, thing) VALUES (\("n\(number)"), \(number))")
                // Pages at the beginning, which have been copied by then, change as well.
                try tx.run("UPDATE thing SET value = randomblob(20000) WHERE id = \(number % 40 + 1)")
            }
        }
        database.close()
        let copy = try copied()
        defer { copy.close() }
        #expect(try await copy.values("PRAGMA integrity_check", as: String.self) == ["ok"])
        #expect(try await copy.values("SELECT COUNT(*) FROM thing") == [atMoment])
        #expect(try await copy.values("SELECT COUNT(*) FROM name JOIN thing ON id = thing") == [atMoment])
        #expect(atMoment > 40, "nothing was written while the copy was made")
        #expect(written >= atMoment)
    }

    @Test func `starts over after a rollback, and completes`() async throws {
        try await fill()
        let (atMoment, _) = try await copyWhileWriting { [database] number in
            if number % 10 == 0, number < 200 {
                _ = try? await database.write { (tx) throws(DatabaseError) in
                    try tx.run("UPDATE thing SET value = NULL WHERE id < 3")
                    throw DatabaseError.onPurpose
                }
            }
            _ = try await database.run("INSERT INTO thing (id) VALUES (\(number))")
        }
        database.close()
        let copy = try copied()
        defer { copy.close() }
        #expect(try await copy.values("PRAGMA integrity_check", as: String.self) == ["ok"])
        #expect(try await copy.values("SELECT COUNT(*) FROM thing") == [atMoment])
        #expect(try await copy.values("SELECT COUNT(*) FROM thing WHERE id < 3 AND length(value) = 20000") == [2])
    }

    @Test func `is encrypted with the same key`() async throws {
        for number in 1...30 {
            _ = try await database.run("INSERT INTO thing (id, value) VALUES (\(number), \("MARKER-4711-marker"))")
        }
        try await database.copy(to: target) { (_) throws(DatabaseError) in }
        database.close()
        for (name, data) in try scratch.files() {
            #expect(data.prefix(16) == Data(repeating: 9, count: 16), "\(name)")
            for clear in ["MARKER", "CREATE TABLE", "SQLite format 3"] {
                #expect(data.range(of: Data(clear.utf8)) == nil, "\(clear) stands in \(name)")
            }
        }
        #expect(throws: OpeningError.wrongKey(path: target)) {
            try Database.open(path: target, key: Scratch.key(8), migrations: Scratch.schema)
        }
        try copied().close()
    }

    @Test func `does not overwrite anything, and can be repeated after a failure`() async throws {
        defer { database.close() }
        try scratch.write(Array("mine".utf8), to: "copy.db")
        await #expect(throws: CopyError.target(.exists(path: target))) {
            try await database.copy(to: target) { (_) throws(DatabaseError) in }
        }
        #expect(try scratch.files()["copy.db"] == Data("mine".utf8))
        await #expect(throws: CopyError.copying(.onPurpose)) {
            try await database.copy(to: "\(scratch.directory)/2.db") { (_) throws(DatabaseError) in throw .onPurpose }
        }
        try await database.copy(to: "\(scratch.directory)/3.db") { (_) throws(DatabaseError) in }
    }

    @Test func `ends when the file is closed in the middle of it`() async throws {
        try await fill()
        let gate = Gate()
        let closing = DispatchGroup()
        let ended = try await withThrowingTaskGroup(of: CopyError?.self) { group in
            group.addTask { [database] in
                try await database.write { _ throws(DatabaseError) in gate.pass() }
                return nil
            }
            await gate.isReached()
            // It can't begin before the writer continues, and by then no new work is accepted.
            group.addTask { [database, target] in
                do throws(CopyError) {
                    while true {
                        try await database.copy(to: target) { (_) throws(DatabaseError) in }
                        try? FileManager.default.removeItem(atPath: target)
                    }
                } catch {
                    return error
                }
            }
            DispatchQueue.global().async(group: closing) { [database] in database.close() }
            gate.open()
            return try await group.reduce(nil) { $0 ?? $1 }
        }
        #expect(ended == .copying(.closed))
        await withCheckedContinuation { done in closing.notify(queue: .global()) { done.resume() } }
        let again = try scratch.open()
        defer { again.close() }
        #expect(try await again.values("SELECT COUNT(*) FROM thing") == [40])
    }

    @Test func `is abandoned when its task is cancelled`() async throws {
        try await fill()
        defer { database.close() }
        let ended = await withTaskGroup(of: CopyError?.self) { group in
            group.cancelAll()
            group.addTask { [database, target] in
                do throws(CopyError) {
                    try await database.copy(to: target) { (_) throws(DatabaseError) in }
                    return nil
                } catch {
                    return error
                }
            }
            return await group.next() ?? nil
        }
        #expect(ended == .cancelled)
        try await database.copy(to: "\(scratch.directory)/2.db") { (_) throws(DatabaseError) in }
    }
}

/// Signals across tasks that something is done.
final class Flag: Sendable {
    private let state = Mutex(false)
    var isRaised: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
}
