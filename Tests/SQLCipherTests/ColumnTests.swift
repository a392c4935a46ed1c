import Relational
import SQLCipher
import Testing

@Suite struct `A column` {
    let scratch: Scratch
    let database: Database

    init() throws {
        scratch = try Scratch()
        database = try scratch.database()
    }

    /// The value after binding, storing, and reading it on another connection.
    func stored<T: SQLValueConvertible & Sendable>(_ value: T) async throws -> (value: T, type: String) {
        defer { database.close() }
        _ = try await database.run("INSERT INTO thing (id, value) VALUES (1, \(value))")
        let types = try await database.values("SELECT typeof(value) FROM thing", as: String.self)
        let values = try await database.values("SELECT value FROM thing", as: T.self)
        return (try #require(values.first), try #require(types.first))
    }

    @Test(arguments: [.min, .min + 1, -1, 0, 1, 9_007_199_254_740_993, .max] as [Int64])
    func `keeps every integer`(number: Int64) async throws {
        #expect(try await stored(number) == (number, "integer"))
    }

    @Test(arguments: [Int.min, 0, Int.max])
    func `keeps every Int`(number: Int) async throws {
        #expect(try await stored(number) == (number, "integer"))
    }

    @Test(arguments: [true, false])
    func `keeps a Boolean`(truth: Bool) async throws {
        #expect(try await stored(truth) == (truth, "integer"))
    }

    @Test(arguments: ["", "a", "a\u{0}b", "\u{0}", "Zoë 👩🏽‍⚕️ \u{10FFFF}", "'; DROP TABLE thing; --", "١٢٣", "e\u{301}"])
    func `keeps text to the byte`(text: String) async throws {
        let found = try await stored(text)
        #expect(Array(found.value.utf8) == Array(text.utf8))
        #expect(found.type == "text")
    }

    @Test(arguments: [[], [0], [0, 0, 0], Array(0...255), [UInt8](repeating: 0xa5, count: 100_000)] as [[UInt8]])
    func `keeps bytes`(bytes: [UInt8]) async throws {
        #expect(try await stored(bytes) == (bytes, "blob"))
    }

    @Test func `keeps NULL`() async throws {
        #expect(try await stored(Int64?.none) == (nil, "null"))
    }

    @Test func `keeps an optional with a value`() async throws {
        #expect(try await stored(String?.some("")) == ("", "text"))
    }

    @Test func `keeps an enumeration by its raw value`() async throws {
        #expect(try await stored(Colour.green) == (.green, "text"))
    }

    @Test func `keeps the end of a long text`() async throws {
        let text = String(repeating: "ä", count: 300_000) + "."
        #expect(try await stored(text).value == text)
    }
}

enum Colour: String, SQLValueConvertible {
    case red
    case green
}
