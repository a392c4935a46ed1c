import FairKitStore
import Relational
import SQLCipher
import Testing

@Suite struct `A failed write` {
    @Test func `may be durable nevertheless if the disk failed`() {
        let errors: [(DatabaseError, Bool)] = [
            (.sqlite(.ioError, message: ""), true), (.sqlite(.full, message: ""), false), (.unsealed(""), false),
            (.closed, false),
        ]
        for (error, isMaybe) in errors { #expect(error.mayBeDurable == isMaybe, "\(error)") }
    }
}
