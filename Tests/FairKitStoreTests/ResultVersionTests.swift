import FairKitCore
import FairKitStore
import Relational
import Testing

@Suite struct `Versions of a result` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    static let versions = [
        Example.version(1, level: 820_000), Example.version(2, level: 182_000, status: .corrected, reason: "swapped"),
        Example.version(3, level: 183_000, status: .amended, reason: "typing error"),
        Example.version(4, level: 183_000, status: .enteredInError, reason: "not this patient"),
    ]

    @Test func `stay readable, and the last one is in force`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let result = try Example.result(1, Self.versions[0])
            let neighbour = try Example.result(2, Self.versions[0])
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertResult(result)
                try tx.insertResult(neighbour)
            }
            for count in 1...Self.versions.count {
                if count > 1 {
                    try await store.write { (tx) throws(DatabaseError) in
                        try tx.appendResultVersion(Self.versions[count - 1], to: result.id)
                    }
                }
                let (all, current, first) = try await store.read { (tx) throws(DatabaseError) in
                    (
                        try tx.versions(of: result.id), try tx.result(result.id, in: .consenting)?.current,
                        try tx.firstVersion(of: "R-1", from: Example.laboratory)?.current
                    )
                }
                #expect(all == Array(Self.versions.prefix(count)))
                #expect(current == Self.versions[count - 1])
                #expect(first == Self.versions[0])
                let inForce = try await store.values(
                    "SELECT number FROM result_version WHERE is_current = 1 ORDER BY result_id", as: Int.self)
                #expect(inForce == [count, 1])
            }
        }
    }

    /// No index guarantees that one of them is in force.
    @Test func `follow the current one, or are refused`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let result = try Example.result(1)
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertResult(result)
                try tx.run("UPDATE result_version SET is_current = 0")
            }
            await #expect(throws: DatabaseError.self) {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.appendResultVersion(Example.version(2, level: 1), to: result.id)
                }
            }
            #expect(try await store.values("SELECT number FROM result_version", as: Int.self) == [1])
        }
    }

    @Test func `are never stored twice`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let result = try Example.result(1)
            try await store.write { (tx) throws(DatabaseError) in try tx.insertResult(result) }
            await #expect(throws: DatabaseError.self) {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.appendResultVersion(Example.version(1, level: 1), to: result.id)
                }
            }
            let found = try await store.read { (tx) throws(DatabaseError) in try tx.result(result.id, in: .consenting) }
            #expect(found == result)
        }
    }

    @Test(arguments: ResultStatus.allCases)
    func `stand unless withdrawn`(status: ResultStatus) async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let result = try Example.result(1, Example.version(status: status))
            let stood = try await store.write { (tx) throws(DatabaseError) in
                try tx.insertResult(result)
                return [try tx.standingResult(for: result.kitCode), try tx.standingResult(for: Example.code(1))]
            }
            let stands = status != .cancelled && status != .enteredInError
            #expect(stood == [stands ? result.id : nil, nil])
        }
    }
}
