import FairKitStore
import SQLCipher
import Testing

@Suite struct `What helps against a failed write` {
    @Test func `is told by its error`() {
        let remedies: [(DatabaseError, DatabaseError.Remedy)] = [
            (.queueFull, .later), (.diskFull, .room), (.sqlite(.full, message: ""), .room),
            (.sqlite(.ioError, message: ""), .repair), (.closed, .repair),
            (.unexpectedValue(column: 0, sql: ""), .none), (.unsealed(""), .none),
        ]
        for (error, remedy) in remedies { #expect(error.remedy == remedy, "\(error)") }
    }

    @Test func `is not known of a disk that failed: the write may be there nevertheless`() {
        let errors: [(DatabaseError, Bool)] = [
            (.sqlite(.ioError, message: ""), true), (.sqlite(.full, message: ""), false), (.unsealed(""), false),
            (.closed, false),
        ]
        for (error, isMaybe) in errors { #expect(error.mayBeDurable == isMaybe, "\(error)") }
    }
}
