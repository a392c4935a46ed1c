import FairKitCore
import FairKitStore
import Relational
import Support
import Testing

@Suite struct `A stored kit` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test func `is read in every status`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            for (number, status) in zip(Int64(10)..., KitStatus.allCases) {
                for (offset, patient) in [(Int64(0), nil), (100, Example.patient)] {
                    let kit = try Example.kit(number + offset, of: patient, status: status, needsReview: offset == 0)
                    let found = try await store.write { (tx) throws(DatabaseError) in
                        try tx.insertKit(kit, at: Example.now)
                        return try tx.kit(kit.code)
                    }
                    #expect(found == kit)
                }
            }
            let unknown = try Example.code(99)
            #expect(try await store.read { (tx) throws(DatabaseError) in try tx.kit(unknown) } == nil)
        }
    }

    @Test func `keeps its changes, and no other kit changes`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            var kit = try Example.kit(3, of: nil, status: .shipped)
            try await store.write { [kit] (tx) throws(DatabaseError) in try tx.insertKit(kit, at: Example.now) }
            (kit.status, kit.profileID, kit.registeredAt) = (.registered, Example.patient, Example.now)
            (kit.sendBy, kit.readFrom, kit.needsReview) = (Example.today, .typed, true)
            let found = try await store.write { [kit] (tx) throws(DatabaseError) in
                try tx.updateKit(kit, at: Example.now)
                return [try tx.kit(kit.code), try tx.kit(Example.code(1))]
            }
            #expect(found == [kit, try Example.kit(1)])
        }
    }

    @Test func `is the only one with its code`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let error = await #expect(throws: DatabaseError.self) {
                try await store.write { (tx) throws(DatabaseError) in
                    let kit = try Example.kit(1)
                    try tx.insertKit(
                        Kit(
                            id: KitID(number: 77), code: kit.code, status: .issued, profileID: nil, registeredAt: nil,
                            sendBy: nil, readFrom: nil, needsReview: false), at: Example.now)
                }
            }
            #expect(error?.code == TestEngine.current.duplicate)
        }
    }

    @Test func `has its history in order`() async throws {
        let events = [KitStatus.registered, .mailed, .received, .processing, .resulted].enumerated().map {
            index, status in
            KitEvent(
                status: status, at: Example.now.advanced(by: .seconds(-index)), actor: ActorID(number: Int64(index)),
                implied: index % 2 == 1)
        }
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let found = try await store.write { (tx) throws(DatabaseError) in
                for event in events {
                    try tx.appendKitEvent(event, to: KitID(number: 1))
                    try tx.appendKitEvent(event, to: KitID(number: 2))
                }
                return try tx.events(of: KitID(number: 1))
            }
            #expect(found == events)
            #expect(
                try await store.values("SELECT position FROM kit_event WHERE kit_id = \(KitID(number: 2))") == [
                    1, 2, 3, 4, 5,
                ])
        }
    }
}
