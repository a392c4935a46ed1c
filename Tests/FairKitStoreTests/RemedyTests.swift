import FairKitStore
import SQLCipher
import Testing

@Suite struct `A failed write` {
    @Test func `is not known of a disk that failed: the write may be there nevertheless`() {
        let errors: [(DatabaseError, Bool)] = [
            (.sqlite(.ioError, message: ""), true), (.sqlite(.full, message: ""), false), (.unsealed(""), false),
            (.closed, false),
        ]
        for (error, isMaybe) in errors { #expect(error.mayBeDurable == isMaybe, "\(error)") }
    }
}
