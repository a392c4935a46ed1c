import FairKitCore
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import Relational
import Support
import Testing

/// No response may reveal whether an account exists, not even by the time of its commit.
@Suite struct `Requesting a mail` {
    private let house: TestHouse
    private let origin = Origin(address: "192.0.2.1", client: nil, requestID: "test")

    init() throws { house = try TestHouse() }

    /// An account's address that was not used in a request yet.
    private func somebody(_ name: String) async throws -> (id: AccountID, email: String) {
        let id = try #require(try await house.somebody(.patient(try await house.person()), name).subject.account)
        return (id, "\(name)-\(id)@example.org")
    }

    /// The number of pages that the request's commit writes.
    private func pages(_ ask: () async throws -> Void) async throws -> Int {
        #expect(try await house.store.emptyLog() == true)
        try await ask()
        let log = try FileManager.default.attributesOfItem(
            atPath: "\(house.directory.path)/tenants/default/health.db-wal")
        return (try #require(log[.size] as? Int) - 32) / (4096 + 24)
    }

    private func mails() async throws -> [String] {
        try await house.store.read { (tx) throws(DatabaseError) in
            try tx.mails().compactMap { $0.recipient }
        }
    }

    @Test(.onFiles) func `for a new password writes as much for an unknown address`() async throws {
        let (known, suspended) = (try await somebody("known"), try await somebody("suspended"))
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.run("UPDATE account SET state = 'suspended' WHERE id = \(suspended.id)")
        }
        // The first request of all adds pages that later ones reuse.
        try await house.tenancy.signIns.askForNewPassword(try await somebody("first").email, from: origin)
        var written: [Int] = []
        for email in [known.email, "unknown@example.org", suspended.email, known.email] {
            written.append(try await pages { try await house.tenancy.signIns.askForNewPassword(email, from: origin) })
        }
        #expect(Set(written).count == 1, "\(written)")
        #expect(try await mails().filter { !$0.hasPrefix("first") } == [known.email])
    }

    @Test(.onFiles) func `to register writes as much for a known address`() async throws {
        let known = try await somebody("known")
        try await house.tenancy.signIns.askToRegister("first@example.org", from: origin)
        var written: [Int] = []
        for email in ["new@example.org", known.email, "new@example.org"] {
            written.append(try await pages { try await house.tenancy.signIns.askToRegister(email, from: origin) })
        }
        #expect(Set(written).count == 1, "\(written)")
        #expect(try await mails().sorted() == ["first@example.org", known.email, "new@example.org"].sorted())
    }

    @Test func `leaves nothing of an unknown address`() async throws {
        try await house.tenancy.signIns.askForNewPassword("unknown@example.org", from: origin)
        let rows = try await house.store.read { (tx) throws(DatabaseError) in
            try tx.all(
                "SELECT (SELECT COUNT(*) FROM notice) + (SELECT COUNT(*) FROM notice_send) + (SELECT COUNT(*) FROM invitation)"
            ) {
                row throws(DatabaseError) in try row.value(0, as: Int.self)
            }
        }
        #expect(rows == [0])
        // So its owner can register at once.
        try await house.tenancy.signIns.askToRegister("unknown@example.org", from: origin)
        #expect(try await mails() == ["unknown@example.org"])
    }
}

@Suite(.onFiles) struct `Signing in with wrong credentials` {
    private let house: TestHouse
    private let origin = Origin(address: "192.0.2.1", client: nil, requestID: "test")

    init() throws { house = try TestHouse() }

    @Test func `writes as much for an unknown address`() async throws {
        let id = try #require(try await house.somebody(.clinician, "known").subject.account)
        var written: [Int] = []
        // The first one adds pages that later ones reuse.
        for email in ["first@example.org", "known-\(id)@example.org", "unknown@example.org"] {
            #expect(try await house.store.emptyLog() == true)
            await #expect(throws: SignInFailure.self) {
                try await house.tenancy.signIns.signIn(email: email, password: "quite another one", from: origin)
            }
            let log = try FileManager.default.attributesOfItem(
                atPath: "\(house.directory.path)/tenants/default/health.db-wal")
            written.append(try #require(log[.size] as? Int))
        }
        #expect(written[1] == written[2])
    }
}
