import FairKitCore
import FairKitStore
import Relational
import Support
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
    func `is found by the digest of its secret, with its profile or laboratory`(role: Role) async throws {
        let secret = try #require(APIKeySecret(bytes: [UInt8](repeating: 5, count: 32)))
        let other = try #require(APIKeySecret(bytes: [UInt8](repeating: 6, count: 32)))
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let (digest, otherDigest) = (try store.digest(of: secret), try store.digest(of: other))
            #expect(digest != secret.bytes && digest != otherDigest)
            try await store.write { (tx) throws(DatabaseError) in try tx.insertAPIKey(Self.key(1, role), digest: digest)
            }
            let found = try await store.read { (tx) throws(DatabaseError) in
                [
                    try tx.activeKey(digest: digest, at: Example.now), try tx.key(KeyID(number: 1)),
                    try tx.activeKey(digest: otherDigest, at: Example.now),
                ]
            }
            #expect(found == [Self.key(1, role), Self.key(1, role), nil])
            #expect(try await store.values("SELECT COUNT(*) FROM api_key WHERE digest = \(secret.bytes)") == [0])
        }
    }

    @Test func `is inactive once revoked, and stays on record`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let later = Example.now.advanced(by: .seconds(1))
            let outcome = try await store.write { (tx) throws(DatabaseError) in
                try tx.insertAPIKey(Self.key(1, .clinician), digest: [1])
                try tx.insertAPIKey(Self.key(2, .clinician), digest: [2])
                return [
                    try tx.revoke(KeyID(number: 1), from: Example.now, at: Example.now),
                    try tx.revoke(KeyID(number: 1), from: later, at: later),
                    try tx.revoke(KeyID(number: 3), from: later, at: later),
                ]
            }
            #expect(outcome == [true, false, false])
            let found = try await store.read { (tx) throws(DatabaseError) in
                [
                    try tx.activeKey(digest: [1], at: later), try tx.activeKey(digest: [2], at: later),
                    try tx.key(KeyID(number: 1)),
                ]
            }
            #expect(found[0] == nil)
            #expect(found[1] == Self.key(2, .clinician))
            #expect(found[2]?.revokedAt == Example.now)
        }
    }

    @Test func `that ends later is active until then, and can be revoked before`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let end = Example.now.advanced(by: .seconds(60))
            let outcome = try await store.write { (tx) throws(DatabaseError) in
                try tx.insertAPIKey(Self.key(1, .clinician), digest: [1])
                return [
                    try tx.revoke(KeyID(number: 1), from: end, at: Example.now),
                    try tx.activeKey(digest: [1], at: end.advanced(by: .milliseconds(-1))) != nil,
                    try tx.activeKey(digest: [1], at: end) != nil,
                    try tx.revoke(KeyID(number: 1), from: Example.now, at: Example.now),
                    try tx.activeKey(digest: [1], at: Example.now) != nil,
                ]
            }
            #expect(outcome == [true, true, false, true, false])
        }
    }

    @Test func `is listed newest first, in pages, and after its end only on demand`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let (all, active, rest) = try await store.write { (tx) throws(DatabaseError) in
                for number in Int64(1)...4 { try tx.insertAPIKey(Self.key(number, .consumer), digest: [UInt8(number)]) }
                _ = try tx.revoke(KeyID(number: 3), from: Example.now, at: Example.now)
                let all = try tx.keys(active: nil, before: nil, limit: 4)
                let active = try tx.keys(active: Example.now, before: nil, limit: 2)
                return (all, active, try tx.keys(active: Example.now, before: active.next, limit: 2))
            }
            #expect(all.items.map(\.name) == ["Key 4", "Key 3", "Key 2", "Key 1"])
            #expect(all.next == nil)
            #expect(active.items.map(\.name) == ["Key 4", "Key 2"])
            #expect(rest.items.map(\.name) == ["Key 1"])
        }
    }

    @Test func `is bound to an existing person`() async throws {
        try await scratch.withNewStore { (store) async throws in
            for role in [Role.patient(Example.patient), .laboratory(Example.laboratory)] {
                await #expect(throws: DatabaseError.self) {
                    try await store.write { (tx) throws(DatabaseError) in
                        try tx.insertAPIKey(Self.key(1, role), digest: [1])
                    }
                }
            }
            #expect(try await store.values("SELECT COUNT(*) FROM api_key") == [0])
        }
    }

    @Test func `keeps its scopes, when it expires, and when it was used last`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let end = Example.now.advanced(by: .seconds(60))
            let stored = [
                APIKey(
                    id: KeyID(number: 1), name: "a", role: .clinician, scopes: [.readResults, .consumeAlerts],
                    createdAt: Example.now, revokedAt: nil, expiresAt: end),
                APIKey(id: KeyID(number: 2), name: "b", role: .clinician, createdAt: Example.now, revokedAt: nil),
            ]
            try await store.write { (tx) throws(DatabaseError) in
                for (number, key) in stored.enumerated() { try tx.insertAPIKey(key, digest: [UInt8(number)]) }
                for minute in [Example.now, Example.now.advanced(by: .seconds(-60))] {
                    try tx.logUse(of: KeyID(number: 2), at: minute)
                }
            }
            let (first, second) = try await store.read { (tx) throws(DatabaseError) in
                (try tx.key(KeyID(number: 1)), try tx.key(KeyID(number: 2)))
            }
            #expect(first == stored[0])
            #expect(second?.scopes == nil && second?.expiresAt == nil)
            #expect(second?.usedAt == Example.now, "an earlier use changes nothing")
        }
    }

    @Test func `that has expired is inactive, is listed only on demand, and can't be revoked any more`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let end = Example.now.advanced(by: .seconds(60))
            let key = APIKey(
                id: KeyID(number: 1), name: "a", role: .clinician, createdAt: Example.now, revokedAt: nil,
                expiresAt: end)
            let subject = Subject(.key(key.id), role: .clinician)
            let outcome = try await store.write { (tx) throws(DatabaseError) in
                try tx.insertAPIKey(key, digest: [1])
                let before = end.advanced(by: .milliseconds(-1))
                return [
                    try tx.activeKey(digest: [1], at: before) != nil, try tx.activeKey(digest: [1], at: end) != nil,
                    try tx.isActive(subject, at: before), try tx.isActive(subject, at: end),
                    try tx.keys(active: end, before: nil, limit: 9).items.isEmpty,
                    try tx.keys(active: nil, before: nil, limit: 9).items.isEmpty,
                    try tx.revoke(key.id, from: end, at: end),
                    try tx.isActive(Subject(.key(KeyID(number: 2)), role: .clinician), at: before),
                ]
            }
            #expect(outcome == [true, false, true, false, true, false, false, false], "the last one does not exist")
        }
    }

    @Test(.onFiles) func `is noted as used without touching an index`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let note = SQL("UPDATE api_key SET used_at = \(Example.now) WHERE id = \(KeyID(number: 1))")
            let steps = try await store.write { (tx) throws(DatabaseError) in
                try tx.all("EXPLAIN \(note)") { row throws(DatabaseError) in try row.value(1, as: String.self) }
            }
            #expect(steps.contains("Insert"))
            #expect(!steps.contains("IdxInsert") && !steps.contains("IdxDelete"), "\(steps)")
        }
    }
}
