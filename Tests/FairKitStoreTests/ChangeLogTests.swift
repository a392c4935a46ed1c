import FairKitCore
import FairKitStore
import Relational
import Testing

@Suite final class `The change log` {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private static func changes(_ store: Store, after number: Int64 = 0) async throws -> [RecordChange] {
        try await store.read { (tx) throws(DatabaseError) in try tx.changes(after: number, limit: 1000) }
    }

    @Test func `lists created and changed records in order and without gaps`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let kit = try Example.kit(1)
            let later = Example.now.advanced(by: .seconds(1))
            let profile = Example.profile()
            let changed = Profile(id: profile.id, createdAt: profile.createdAt, version: 2, details: profile.details)
            let waiting = try Example.result(1)
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertLaboratory(Laboratory(id: Example.laboratory, name: "Kisumu Central"))
                try tx.insertProfile(profile)
                try tx.insertResult(waiting)
                try tx.insertKit(kit, at: Example.now)
            }
            try await store.write { (tx) throws(DatabaseError) in
                try tx.bind(waiting.id, to: kit.id, of: Example.patient, at: later)
                // A second time nothing changes.
                try tx.bind(waiting.id, to: kit.id, of: Example.patient, at: later)
                try tx.updateKit(kit, at: later)
                try tx.appendResultVersion(Example.version(2), to: waiting.id)
                try tx.updateProfile(changed, at: later)
            }
            let all = try await Self.changes(store)
            #expect(all.map(\.number) == Array(1...7))
            #expect(
                all.map(\.record) == [
                    .profile(profile.id), .result(waiting.id), .kit(kit.id), .result(waiting.id), .kit(kit.id),
                    .result(waiting.id), .profile(profile.id),
                ])
            #expect(all.map(\.version) == [1, 1, nil, nil, nil, 2, 2])
            #expect(all.map(\.at) == [Example.now, Example.now, Example.now, later, later, Example.now, later])
            #expect(try await Self.changes(store, after: 5) == Array(all.suffix(2)))
            #expect(try await Self.changes(store, after: 7).isEmpty)
        }
    }

    @Test func `has nothing of a rolled-back transaction, and no gap for it`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let kits = try (1...2).map { (number) throws(DatabaseError) in try Example.kit(number, of: nil) }
            await #expect(throws: DatabaseError.self) {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.insertKit(kits[0], at: Example.now)
                    throw DatabaseError.closed
                }
            }
            try await store.write { (tx) throws(DatabaseError) in try tx.insertKit(kits[1], at: Example.now) }
            #expect(
                try await Self.changes(store)
                    == [RecordChange(number: 1, record: .kit(kits[1].id), version: nil, at: Example.now)])
        }
    }

    @Test func `lists each erased record`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let kit = try Example.kit(5)
            let result = try Example.result(5, of: kit)
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertKit(kit, at: Example.now)
                try tx.insertResult(result)
            }
            let before = try await Self.changes(store).last?.number ?? 0
            let end = Example.now.advanced(by: .seconds(9))
            _ = try await store.write { (tx) throws(DatabaseError) in
                try tx.erase(Example.patient, at: end, key: store.searchKey)
            }
            let told = try await Self.changes(store, after: before)
            #expect(told.contains { $0.record == .result(result.id) })
            #expect(told.contains { $0.record == .kit(kit.id) })
            #expect(told.last?.record == .profile(Example.patient))
            #expect(told.allSatisfy { $0.at == end && $0.version == nil })
        }
    }
}
