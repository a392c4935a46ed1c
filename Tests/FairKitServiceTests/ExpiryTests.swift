import FairKitCore
import FairKitService
import FairKitStore
import Logging
import Support
import Testing

/// Data is deleted at the end of its retention even without requests: a closed tenant is opened when the first of it is
/// due.
@Suite struct `A closed tenant` {
    @Test func `is due when its sign-in data has to be deleted`() async throws {
        let house = try TestHouse()
        let now = house.time.now
        func firstExpiry() async throws -> Timestamp? {
            try await house.store.read { (tx) throws(DatabaseError) in try tx.firstExpiry() }
        }
        #expect(try await firstExpiry() == nil)
        let caller = try await house.somebody(.coordinator)
        let account = try #require(caller.subject.account)
        let origin = Origin(address: "192.0.2.7", client: nil, requestID: "test")
        let session = Session(of: account, from: origin, at: now)
        try await house.store.write { (tx) throws(DatabaseError) in try tx.insertSession(session) }
        #expect(try await firstExpiry() == nil, "the last ones are kept")
        try await house.store.write { (tx) throws(DatabaseError) in
            for second in 1...Session.historyLength {
                try tx.insertSession(Session(of: account, from: origin, at: now.advanced(by: .seconds(second))))
            }
        }
        #expect(try await firstExpiry() == now.advanced(by: Session.kept))
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.insertRefreshToken(
                digest: Array(repeating: 7, count: 32), of: session.id, until: now.advanced(by: .seconds(60)))
        }
        #expect(try await firstExpiry() == now.advanced(by: .seconds(60)))
    }
}
