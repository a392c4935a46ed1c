import Relational
import Testing

extension Conformance {
    /// Values of every kind, there and back.
    static let values = [
        Conformance("keeps every integer") { engine async throws in
            for number: Int64 in [.min, .min + 1, -256, -1, 0, 1, 255, 9_007_199_254_740_993, .max] {
                #expect(try await engine.stored(number, in: "number") == number)
            }
            for number in [Int.min, 0, Int.max] { #expect(try await engine.stored(number, in: "number") == number) }
        },
        Conformance("keeps a Boolean") { engine async throws in
            for truth in [true, false] { #expect(try await engine.stored(truth, in: "number") == truth) }
        },
        Conformance("keeps text to the byte") { engine async throws in
            let long = String(repeating: "ä", count: 300_000) + "."
            for text in ["", "a", "Zoë 👩🏽‍⚕️ \u{10FFFF}", "'; DROP TABLE thing; --", "١٢٣", "e\u{301}", "\u{1}\t\n", long] {
                #expect(Array(try await engine.stored(text, in: "words").utf8) == Array(text.utf8))
            }
        },
        Conformance("keeps U+0000 in a text, or refuses the row") { engine async throws in
            for text in ["\u{0}", "a\u{0}b"] {
                if engine.traits.storesZeroes {
                    #expect(Array(try await engine.stored(text, in: "words").utf8) == Array(text.utf8))
                } else {
                    let error = await #expect(throws: DatabaseError.self) { try await engine.stored(text, in: "words") }
                    #expect(error?.kind == .constraint)
                }
            }
        },
        Conformance("keeps bytes") { engine async throws in
            let long = [UInt8](repeating: 0xa5, count: 100_000)
            for bytes: [UInt8] in [[], [0], [0, 0, 0], Array(0...255), long] {
                #expect(try await engine.stored(bytes, in: "bytes") == bytes)
            }
        },
        Conformance("keeps NULL apart from what is empty") { engine async throws in
            #expect(try await engine.stored(Int64?.none, in: "number") == nil)
            #expect(try await engine.stored(String?.none, in: "words") == nil)
            #expect(try await engine.stored([UInt8]?.none, in: "bytes") == nil)
            #expect(try await engine.stored(String?.some(""), in: "words") == "")
            #expect(try await engine.stored([UInt8]?.some([]), in: "bytes") == [])
        },
        Conformance("keeps an enumeration by its raw value") { engine async throws in
            #expect(try await engine.stored(Colour.green, in: "words") == .green)
        },
        Conformance("reads a value as it is stored, with its type") { engine async throws in
            try await engine.run("INSERT INTO thing (id, number, words, bytes) VALUES (1, 7, \("x"), \([UInt8(8)]))")
            let columns: [(SQL, SQLValue)] = [
                ("id", .integer(1)), ("number", .integer(7)), ("words", .text("x")), ("bytes", .blob([8])),
                ("NULL", .null),
            ]
            for (column, value) in columns {
                #expect(try await engine.values("SELECT \(column) FROM thing", as: SQLValue.self) == [value])
            }
        },
    ]
}

enum Colour: String, SQLValueConvertible {
    case red
    case green
}

extension TestEngine {
    /// The value after binding, storing, and reading it in another transaction.
    fileprivate func stored<T: SQLValueConvertible & Sendable>(_ value: T, in column: SQL) async throws -> T {
        try await run("DELETE FROM thing")
        try await run("INSERT INTO thing (id, \(column)) VALUES (1, \(value))")
        return try #require(try await values("SELECT \(column) FROM thing", as: T.self).first)
    }
}

extension DatabaseError {
    /// The kind of an engine's failure; nil for other errors.
    var kind: EngineFailure.Kind? {
        if case .engine(let failure) = self { failure.kind } else { nil }
    }
}
