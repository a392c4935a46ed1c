import FairKitCore
import FairKitStore
import SQLCipher
import Testing

@Suite struct `The audit` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    static func entry(_ number: Int, _ action: AuditAction, about profile: ProfileID?) -> AuditEntry {
        AuditEntry(
            at: Example.now.advanced(by: .seconds(-number)),
            actor: number % 2 == 0 ? nil : KeyID(number: Int64(number)),
            action: action, object: number % 3 == 0 ? nil : "object \(number)", profileID: profile,
            requestID: "request \(number)")
    }

    @Test func `keeps every entry about a patient in its order, and gives nobody else's`() async throws {
        let own = AuditAction.allCases.enumerated().map { Self.entry($0, $1, about: Example.patient) }
        try await scratch.withNewStore { (store) async throws in
            try await store.write { (tx) throws(DatabaseError) in
                for (number, entry) in own.enumerated() {
                    try tx.record(entry)
                    try tx.record(Self.entry(number, .profileRead, about: Example.otherPatient))
                    try tx.record(Self.entry(number, .alertListed, about: nil))
                }
            }
        }
        try await scratch.withStore { (store) async throws in
            let found = try await store.read { (tx) throws(DatabaseError) in try tx.auditEntries(about: Example.patient)
            }
            #expect(found == own)
            #expect(try await store.values("SELECT number FROM audit ORDER BY number") == Array(1...3 * own.count))
        }
    }

    @Test func `has no entry of what was rolled back`() async throws {
        try await scratch.withNewStore { (store) async throws in
            await #expect(throws: DatabaseError.self) {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.record(Self.entry(1, .profileCreated, about: Example.patient))
                    try tx.insert(Example.kit(1))
                }
            }
            #expect(try await store.values("SELECT COUNT(*) FROM audit") == [0])
        }
    }
}
