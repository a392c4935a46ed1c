import FairKitCore
import FairKitStore
import SQLCipher
import Testing

@Suite struct `A stored API key` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    static func key(_ number: Int64, _ role: Role) -> APIKey {
        APIKey(id: KeyID(number: number), name: "Key \(number)", role: role, createdAt: Example.now, revokedAt: nil)
    }

    static let roles: [Role] = [
        .patient(Example.patient), .laboratory(Example.laboratory), .clinician, .consumer, .administrator,
    ]

    @Test(arguments: roles)
    func `is found by the digest of its secret, with what binds it`(role: Role) async throws {
        let secret = try #require(APIKeySecret(bytes: [UInt8](repeating: 5, count: 32)))
        let other = try #require(APIKeySecret(bytes: [UInt8](repeating: 6, count: 32)))
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let (digest, otherDigest) = (try store.digest(of: secret), try store.digest(of: other))
            #expect(digest != secret.bytes && digest != otherDigest)
            try await store.write { (tx) throws(DatabaseError) in try tx.insert(Self.key(1, role), digest: digest) }
            let found = try await store.read { (tx) throws(DatabaseError) in
                [try tx.activeKey(digest: digest), try tx.key(KeyID(number: 1)), try tx.activeKey(digest: otherDigest)]
            }
            #expect(found == [Self.key(1, role), Self.key(1, role), nil])
            #expect(try await store.values("SELECT COUNT(*) FROM api_key WHERE digest = \(secret.bytes)") == [0])
        }
    }

    @Test func `once revoked opens nothing, and stays on record`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let later = Example.now.advanced(by: .seconds(1))
            let outcome = try await store.write { (tx) throws(DatabaseError) in
                try tx.insert(Self.key(1, .clinician), digest: [1])
                try tx.insert(Self.key(2, .clinician), digest: [2])
                return [
                    try tx.revoke(KeyID(number: 1), at: Example.now), try tx.revoke(KeyID(number: 1), at: later),
                    try tx.revoke(KeyID(number: 3), at: later),
                ]
            }
            #expect(outcome == [true, false, false])
            let found = try await store.read { (tx) throws(DatabaseError) in
                [try tx.activeKey(digest: [1]), try tx.activeKey(digest: [2]), try tx.key(KeyID(number: 1))]
            }
            #expect(found[0] == nil)
            #expect(found[1] == Self.key(2, .clinician))
            #expect(found[2]?.revokedAt == Example.now)
        }
    }

    @Test func `is bound to somebody who is there`() async throws {
        try await scratch.withNewStore { (store) async throws in
            for role in [Role.patient(Example.patient), .laboratory(Example.laboratory)] {
                await #expect(throws: DatabaseError.self) {
                    try await store.write { (tx) throws(DatabaseError) in try tx.insert(Self.key(1, role), digest: [1])
                    }
                }
            }
            #expect(try await store.values("SELECT COUNT(*) FROM api_key") == [0])
        }
    }
}
