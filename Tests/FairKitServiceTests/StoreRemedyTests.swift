import FairKitService
import FairKitStore
import Relational
import SQLCipher
import Testing

@Suite struct `The remedy for a failed write` {
    @Test func `follows from its error`() {
        let remedies: [(DatabaseError, StoreRemedy)] = [
            (.queueFull, .later), (.diskFull, .room), (.sqlite(.full, message: ""), .room),
            (.sqlite(.ioError, message: ""), .repair), (.closed, .repair),
            (.sqlite(.corrupt, message: ""), .restore), (.sqlite(.notADatabase, message: ""), .restore),
            (.sqlite(.error, message: "SQL logic error or missing database"), .restore),
            (.sqlite(.error, message: "no such table: kit"), .repair),
            (.engine(EngineFailure(kind: .unavailable, code: "PostgreSQL", message: "")), .repair),
            (.engine(EngineFailure(kind: .busy, code: "SQLSTATE 55P03", message: "")), .later),
            (.engine(EngineFailure(kind: .damagedOnServer, code: "SQLSTATE XX001", message: "")), .restore),
            (.engine(EngineFailure(kind: .undecided, code: "PostgreSQL", message: "")), .repair),
            (.unexpectedValue(column: 0, sql: ""), .none), (.unsealed(""), .none),
        ]
        for (error, remedy) in remedies { #expect(error.remedy == remedy, "\(error)") }
    }

    @Test(arguments: [(.unavailable, true), (.undecided, true), (.busy, false)] as [(EngineFailure.Kind, Bool)])
    func `of a database's server stops writes unless another transaction is in the way`(
        kind: EngineFailure.Kind, stops: Bool
    ) {
        let error = DatabaseError.engine(EngineFailure(kind: kind, code: "PostgreSQL", message: ""))
        #expect(error.stopsWrites == stops)
    }
}
