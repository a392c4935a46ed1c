import FairKitCore
import FairKitService
import FairKitStore
import KeyRing
import Support
import Testing

/// The cost of a hash rises over the years; a stored hash is renewed at the next sign-in.
@Suite struct `A password hashed at another cost` {
    private let house: TestHouse
    private let password = "correct horse battery"
    private let origin = Origin(address: "192.0.2.1", client: nil, requestID: "test")

    init() throws { house = try TestHouse() }

    private func cost(_ logarithm: Int) -> PasswordHash.Cost {
        PasswordHash.Cost(logarithm: logarithm, blockSize: 8, parallelism: 1)
    }

    /// An account whose password was hashed at a cost.
    private func somebody(at logarithm: Int) async throws -> (id: AccountID, email: String, hash: String) {
        let caller = try await house.somebody(.patient(try await house.person()))
        let id = try #require(caller.subject.account)
        let hash = try PasswordHash(of: password, cost: cost(logarithm)).description
        try await house.store.write { [now = house.time.now] (tx) throws(DatabaseError) in
            try tx.setPassword(of: id, to: hash, at: now)
        }
        return (id, "somebody-\(id)@example.org", hash)
    }

    private func stored(_ id: AccountID) async throws -> String? {
        try await house.store.read { (tx) throws(DatabaseError) in try tx.password(of: id) }
    }

    /// Signs in on a server with this current cost.
    private func signIn(_ email: String, _ password: String, at logarithm: Int) async throws {
        let tenancy = Tenancy(
            store: house.store, workers: house.workers, passwords: PasswordWork(cost: cost(logarithm)),
            zones: TimeZones(), settings: Tenancy.Settings(link: .example),
            now: { [time = house.time] in time.now }, clock: StillClock())
        guard case .signedIn = try await tenancy.signIns.signIn(email: email, password: password, from: origin) else {
            Issue.record("a second factor was asked for")
            return
        }
    }

    @Test func `is hashed again at a higher cost when it is used, and stays valid`() async throws {
        let ada = try await somebody(at: 4)
        try await signIn(ada.email, password, at: 6)
        let better = try #require(try await stored(ada.id))
        #expect(better.hasPrefix("$scrypt$ln=6,r=8,p=1$"))
        try await signIn(ada.email, password, at: 6)
        #expect(try await stored(ada.id) == better)
    }

    @Test func `is valid however a keyboard sends its accents, also one of an earlier version`() async throws {
        let (one, two) = ("\u{E9}t\u{E9} correct horse", "e\u{301}te\u{301} correct horse")
        #expect(!one.utf8.elementsEqual(two.utf8))
        let ada = try await somebody(at: 4)
        let older = try PasswordHash(of: two, cost: cost(4)).description
        try await house.store.write { [now = house.time.now] (tx) throws(DatabaseError) in
            try tx.setPassword(of: ada.id, to: older, at: now)
        }
        try await signIn(" \(ada.email)\n", two, at: 4)
        let better = try #require(try await stored(ada.id))
        #expect(better != older)
        for typed in [one, two] { try await signIn(ada.email, typed, at: 4) }
        #expect(try await stored(ada.id) == better)
    }

    @Test func `stays as it is when a wrong one is tried`() async throws {
        let ada = try await somebody(at: 4)
        await #expect(throws: SignInFailure.self) { try await signIn(ada.email, "quite another one", at: 6) }
        #expect(try await stored(ada.id) == ada.hash)
    }

    @Test func `stays as it is at a lower cost`() async throws {
        let ada = try await somebody(at: 6)
        try await signIn(ada.email, password, at: 4)
        #expect(try await stored(ada.id) == ada.hash)
    }
}
